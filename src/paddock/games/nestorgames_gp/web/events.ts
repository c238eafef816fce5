// Made by tools/event_names.py from ../events.py: change that file, then run the tool again.

export const EVENT = {
  /** {a:car} is drawn to qualify first. */
  STARTER: 0,
  /** {a:car} rolls {b}; {c} so far. */
  QUALIFYING_ROLL: 1,
  /** {a:car} qualifies with {b}. */
  QUALIFIED: 2,
  /** {a:car} rolls a second {b}: qualifying value 0. */
  QUALIFYING_BUST: 3,
  /** A tie at {a}: {b:tie_breaker}. */
  QUALIFYING_TIE: 4,
  /** {a:car} takes pole position. */
  POLE: 5,
  /** {a:car} starts from slot {b}, on step {c}. */
  GRID: 6,
  /** An oil spill lies on step {a}. */
  OIL_PLACED: 7,
  /** {a:item} is placed on step {b}. */
  PIECE_PLACED: 8,
  /** The tray with {a:item} is placed on step {b}. */
  TRAY_PLACED: 9,
  /** {a:car} is set upright again; that is its turn. */
  FLIPPED: 10,
  /** {a:car} fixes its car: {b:dice} in hand. */
  FIXED: 11,
  /** {a:car} rolls {b}; {c} so far. */
  ROLLED: 12,
  /** {a:car} rolls a second {b} and stays on step {c}. */
  BUST: 13,
  /** {a:car} rolls a second {b} on the corner at step {c}. */
  BUST_ON_CORNER: 14,
  /** {a:car} moves {b} to {c:step}. */
  MOVED: 15,
  /** {a:car} may not overtake or bump under the safety car and stays on step {b}. */
  STAYED: 16,
  /** {a:car} takes the shortcut from step {b} to step {c}. */
  TOOK_SHORTCUT: 17,
  /** {a:car} drives through the gate from step {b}. */
  TOOK_GATE: 18,
  /** {a:car} bumps {b:car} to {c:step}. */
  BUMPED: 19,
  /** {a:car} crashes on step {b}: belly-up, {c:dice} left. */
  CRASHED: 20,
  /** Severe accident: {a:car} crashes on step {b} and loses all its dice. */
  LOST_ALL_DICE: 21,
  /** {a:car} crosses the line to start its race. */
  STARTED: 22,
  /** {a:car} completes lap {b}. */
  LAP: 23,
  /** {a:car} finishes in place {b}! */
  FINISHED: 24,
  /** {a:car} opens the gate. */
  GATE_OPENED: 25,
  /** {a:car} closes the gate. */
  GATE_CLOSED: 26,
  /** The gate cannot close: {b:car} stands in it. */
  GATE_STUCK: 27,
  /** {a:car} is teleported from step {b} to step {c}. */
  TELEPORTED: 28,
  /** {a:car} picks up {b:item} on step {c}. */
  ITEM_TAKEN: 29,
  /** {a:car} takes {b:item} from the tray on step {c}. */
  TRAY_TAKEN: 30,
  /** {a:car} fires a rocket at step {b}, {c} away. */
  ROCKET_FIRED: 31,
  /** The rocket rolls {a} and hits at distance {b}. */
  ROCKET_HIT: 32,
  /** The rocket rolls {a} and misses at distance {b}. */
  ROCKET_MISSED: 33,
  /** {a:car} leaves an armed bomb on step {b}. */
  BOMB_DROPPED: 34,
  /** The bomb on step {b} explodes under {a:car}. */
  BOMB_EXPLODED: 35,
  /** {a:car} uses a wrench: all dice back, car upright. */
  WRENCH_USED: 36,
  /** {a:car} switches the turbo on: the highest die counts twice. */
  TURBO_USED: 37,
  /** {a:car}'s turbo is spent. */
  TURBO_LOST: 38,
  /** {a:car} leaves an oil spill on step {b}. */
  OIL_DROPPED: 39,
  /** {a:car} slides on oil from step {b} to {c:step}. */
  SLID: 40,
  /** The safety car is out for three turns of everyone. */
  SAFETY_CAR: 41,
  /** The safety car goes in for {a:car}. */
  SAFETY_CAR_IN: 42,
  /** {a:car} holds the fastest turn with {b}. */
  FASTEST: 43,
  /** {a:car} is the last car left and takes place {b}. */
  LAST_PLACE: 44,
  /** The race stops with the winner's turn. */
  RACE_STOPPED: 45,
  /** The race stops after {a} rounds; the cars still racing are placed as they stand. */
  ROUND_LIMIT: 46,
  /** {a:car} and {b:car} win as a team with {c:points}. */
  TEAM_WON: 47,
} as const;
