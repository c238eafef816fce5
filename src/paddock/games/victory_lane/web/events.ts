// Made by tools/event_names.py from ../events.py: change that file, then run the tool again.

export const EVENT = {
  /** {a:seat} takes {b:car}. */
  TEAM_TAKEN: 0,
  /** {a:car} is dealt to {b:seat} as a teammate. */
  DEALT_NPD: 1,
  /** {a:car} is a rogue. */
  ROGUE_NPD: 2,
  /** {a:seat} draws {b:card}. */
  DREW: 3,
  /** The Action cards are shuffled: {a} in the deck. */
  RESHUFFLED: 4,
  /** {a:seat} discards {b:card}. */
  DISCARDED_CARD: 5,
  /** {a:seat} leaves the hand as it is. */
  GARAGE_PASS: 6,
  /** {a:seat} discards {b:card} in the garage. */
  GARAGE_DISCARD: 7,
  /** {a:car} qualifies as number {c} with {b:stopwatch}. */
  QUALIFIED: 8,
  /** {a:car} starts from {b:space}. */
  ON_GRID: 9,
  /** {a:car} restarts on the lead lap from {b:space}. */
  ON_LAPPED_START: 10,
  /** Round {a} of stage {b}. */
  ROUND: 11,
  /** The Laps cards are shuffled. */
  LAPS_SHUFFLED: 12,
  /** {a:seat} draws {b:laps}. */
  LAPS_DRAWN: 13,
  /** {a:event}. */
  EVENT: 14,
  /** The line of {b} cars behind {a:car} advances. */
  LINE_ADVANCES: 15,
  /** Green flag pit stops draw one card more this round. */
  QUICK_PITS: 16,
  /** {a} of {b} laps have been run. */
  LAPS_RUN: 17,
  /** Caution for {a:caution}: {b} of {c} laps have been run. */
  CAUTION: 18,
  /** {b} cars running {a} wide take a risk test. */
  WIDE_TEST: 19,
  /** Nobody is running {a} wide. */
  NO_TEST: 20,
  /** All cars pass the risk test. */
  TEST_PASSED: 21,
  /** {a:car} fails the risk test with a {b} and goes back {c}. */
  TEST_FAILED: 22,
  /** {a:car} rolls a {b} {c:purpose}. */
  DIE_ROLLED: 23,
  /** {a:car} wears its tires to reroll the {b}. */
  REROLLED: 24,
  /** {a:car}'s turn. */
  TURN_BEGINS: 25,
  /** {a:car} pits with the fifth Laps card. */
  NPD_PITS: 26,
  /** {a:car} is driven by {b:seat}, who is last. */
  ROGUE_DRIVEN: 27,
  /** {a:car} has {b:face}. */
  NPD_ROLLED: 28,
  /** {a:car} plays {b:card}. */
  PLAYED: 29,
  /** {a:car} has a Move of {b}. */
  PEDAL: 30,
  /** {a:car} has a Move of {b}. */
  GEAR_CHOSEN: 31,
  /** {a:car} makes a {b:stop} stop and draws {c}. */
  PITTED: 32,
  /** {a:car} returns to the track on {b:space}. */
  RETURNED: 33,
  /** {a:car} is running on fumes. */
  ON_FUMES: 34,
  /** {a:car} sputters and must pit. */
  SPUTTERED: 35,
  /** {a:car} finds a little gas: {b:card}. */
  FUMES_CARD: 36,
  /** {a:car} moves to {b:space}. */
  STEPPED: 37,
  /** {a:car} pushes {b:cars} ahead. */
  PUSHED: 38,
  /** {a:car} loses its maneuver. */
  MANEUVER_LOST: 39,
  /** {a:car} is stuck and loses {b:steps}. */
  STUCK: 40,
  /** {a:car} has no way forward and loses {b:steps}. */
  BOXED_IN: 41,
  /** {a:car} brakes with {b:steps} left. */
  BRAKED: 42,
  /** {a:car} drafts: its line of {b} cars advances. */
  DRAFTED: 43,
  /** {a:car} rides the draft. */
  RODE: 44,
  /** {a:car} is in no line that can advance: the card does nothing. */
  NOT_RIDDEN: 45,
  /** {a:car} crosses over with {b:car}. */
  SWAPPED: 46,
  /** {a:car} side drafts {b:car}. */
  SIDE_DRAFTED: 47,
  /** {a:car} trades paint with {b:car}, which drops back. */
  PAINTED: 48,
  /** {a:car} trades paint with {b:car} to no effect. */
  PAINT_MISSED: 49,
  /** {a:car} slingshots: {b:steps} to go. */
  SLINGSHOT_DECLARED: 50,
  /** {a:car} has a bonus of {b:steps}. */
  BONUS_GIVEN: 51,
  /** {a:car} advances to {b:space}. */
  PUT_ON_LOOP: 52,
  /** {a:car} merges to {b:space}. */
  MERGED: 53,
  /** {a:car} is back on {b:space}. */
  MOVED_BACK: 54,
  /** The back tile moves to the front. */
  ROTATED: 55,
  /** The front tile moves back again. */
  ROTATED_BACK: 56,
  /** {a:car} is lapped. */
  LAPPED: 57,
  /** {a:car} is back on the lead lap. */
  REGAINED: 58,
  /** Stage {a} ends after {b} laps. */
  STAGE_ENDS: 59,
  /** {a:car} and {b:car} are level and race for position {c}. */
  CONTEST: 60,
  /** {a:car} brakes and leaves the position to the other car. */
  BRAKED_FOR_POSITION: 61,
  /** {a:car} and {b:car} lose control. */
  LOST_CONTROL: 62,
  /** {a:car} is number {b} and scores {c}. */
  POSITION: 63,
  /** The checkered flag: the race is over. */
  CHECKERED: 64,
  /** The yellow flag is out. */
  YELLOW_SHOWN: 65,
  /** {a:car} lines up as number {b}. */
  LINED_UP: 66,
  /** The player {a:announced}. */
  PLAYER_PITS: 67,
  /** {a:car} goes to pit box {b}. */
  GOES_TO_BOX: 68,
  /** {a:car}'s die shows {b}. */
  PIT_DIE_SHOWN: 69,
  /** {a:car}'s pit stop takes a {b}. */
  NPD_PIT_DIE: 70,
  /** {a:car} leaves the pits with a {b}. */
  EXITS: 71,
  /** Green flag; {a:seat} is First Player. */
  GREEN_FLAG: 72,
} as const;
