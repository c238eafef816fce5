// Made by tools/event_names.py from ../events.py: change that file, then run the tool again.

export const EVENT = {
  /** {a:car} takes starting position {b}. */
  GRID: 0,
  /** {a:car} is to lay {b:face}. */
  HAZARD_DRAWN: 1,
  /** {a:car} lays {c:card} as section {b}. */
  LAID: 2,
  /** {a:car} draws {b:face}. */
  DREW: 3,
  /** There is no card left for {a:car}. */
  NO_CARDS: 4,
  /** The discard pile is shuffled: {a} cards to draw from. */
  RESHUFFLED: 5,
  /** Round {a}. */
  ROUND: 6,
  /** {a:car} sets its speed to {b}. */
  SPEED_SET: 7,
  /** {a:car} moves as number {b} of this round, with speed {c}. */
  MOVE_ORDER: 8,
  /** {a:car} discards {b:face} {c:purpose}. */
  SPENT: 9,
  /** {a:car} moves to {b:space}. */
  MOVED: 10,
  /** {a:car} changes lanes to {b:space}. */
  CHANGED_LANE: 11,
  /** {a:car} drifts to {b:space}. */
  DRIFTED: 12,
  /** {a:car} brakes to speed {b}. */
  BRAKED: 13,
  /** {a:car} opens the nitrous: {b} bonus moves. */
  NITROUS: 14,
  /** {a:car} opens the nitrous all the way: {b} bonus moves. */
  MADNESS: 15,
  /** {a:car} shoots the gap to {b:space}. */
  SHOT_GAP: 16,
  /** {a:car} is worked on in the garage: condition {b}. */
  PITTED: 17,
  /** {a:car} runs into the back of {b:car} and stops. */
  REAR_ENDED: 18,
  /** {a:car} is slowed to speed {b}. */
  SLOWED: 19,
  /** {a:car} sideswipes {b:car}, pushing it to {c:space}. */
  SWIPED: 20,
  /** {a:car} does not pay for section {b}. */
  UNPAID: 21,
  /** {a:car} runs over a hazard on {b:space}. */
  HIT_HAZARD: 22,
  /** {a:car} takes a point of damage: condition {b}, speed {c}. */
  DAMAGED: 23,
  /** {a:car} takes a point of damage, but its condition cannot fall below 1. */
  UNHARMED: 24,
  /** {a:car} is wrecked and out of the race. */
  WRECKED: 25,
  /** The damage ends {a:car}'s movement. */
  HALTED: 26,
  /** {a:car} is pulled along to {b:space}. */
  PULLED_ALONG: 27,
  /** {a:car} completes lap {b}. */
  LAP: 28,
  /** {a:car} is the first to complete lap {b} and draws two cards. */
  LAP_LED: 29,
  /** {a:car} ends its movement on {b:space}. */
  ENDED: 30,
  /** {a:car} leaves the track as it is. */
  PASSED: 31,
  /** {a:car} has completed the race. */
  COMPLETED: 32,
  /** {a:car} is furthest forward and wins. */
  WON: 33,
  /** The race ends with round {a}, its limit. */
  ROUND_LIMIT: 34,
  /** The race ends: {a:car} is the last car left. */
  LAST_CAR: 35,
  /** {a:car} lays {c:card} as section {b}. */
  LAID_BEFORE: 36,
  /** The race ends: no car is left. */
  NOBODY_LEFT: 37,
  /** {a:car} was eliminated last and wins. */
  WON_WRECKED: 38,
} as const;
