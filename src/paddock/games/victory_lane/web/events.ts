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
  /** Green flag pit stops draw {a:more} this round. */
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
  /** {a:car} fails the risk test with a {b} and goes back {c}. */
  WIDE_FAILED: 23,
  /** {a:car} rolls a {b} {c:purpose}. */
  DIE_ROLLED: 24,
  /** {a:car} wears its tires to reroll the {b}. */
  REROLLED: 25,
  /** {a:car}'s turn. */
  TURN_BEGINS: 26,
  /** {a:car} pits with the fifth Laps card. */
  NPD_PITS: 27,
  /** {a:car} is driven by {b:seat}, who is last. */
  ROGUE_DRIVEN: 28,
  /** {a:car} has {b:face}. */
  NPD_ROLLED: 29,
  /** {a:car} plays {b:card}. */
  PLAYED: 30,
  /** {a:car} has a Move of {b}. */
  PEDAL: 31,
  /** {a:car} has a Move of {b}. */
  GEAR_CHOSEN: 32,
  /** {a:car} makes a {b:stop} stop and draws {c}. */
  PITTED: 33,
  /** {a:car} returns to the track on {b:space}. */
  RETURNED: 34,
  /** {a:car} is running on fumes. */
  ON_FUMES: 35,
  /** {a:car} sputters and must pit. */
  SPUTTERED: 36,
  /** {a:car} finds a little gas: {b:card}. */
  FUMES_CARD: 37,
  /** {a:car} moves to {b:space}. */
  STEPPED: 38,
  /** {a:car} pushes {b:cars} ahead. */
  PUSHED: 39,
  /** {a:car} loses its maneuver. */
  MANEUVER_LOST: 40,
  /** {a:car} is stuck and loses {b:steps}. */
  STUCK: 41,
  /** {a:car} has no way forward and loses {b:steps}. */
  BOXED_IN: 42,
  /** {a:car} brakes with {b:steps} left. */
  BRAKED: 43,
  /** {a:car} drafts: its line of {b} cars advances. */
  DRAFTED: 44,
  /** {a:car} rides the draft. */
  RODE: 45,
  /** {a:car} is in no line that can advance: the card does nothing. */
  NOT_RIDDEN: 46,
  /** {a:car} crosses over with {b:car}. */
  SWAPPED: 47,
  /** {a:car} side drafts {b:car}. */
  SIDE_DRAFTED: 48,
  /** {a:car} trades paint with {b:car}, which drops back. */
  PAINTED: 49,
  /** {a:car} trades paint with {b:car} to no effect. */
  PAINT_MISSED: 50,
  /** {a:car} slingshots: {b:steps} to go. */
  SLINGSHOT_DECLARED: 51,
  /** {a:car} has a bonus of {b:steps}. */
  BONUS_GIVEN: 52,
  /** {a:car} advances to {b:space}. */
  PUT_ON_LOOP: 53,
  /** {a:car} merges to {b:space}. */
  MERGED: 54,
  /** {a:car} is back on {b:space}. */
  MOVED_BACK: 55,
  /** The back tile moves to the front. */
  ROTATED: 56,
  /** The front tile moves back again. */
  ROTATED_BACK: 57,
  /** {a:car} is lapped. */
  LAPPED: 58,
  /** {a:car} is back on the lead lap. */
  REGAINED: 59,
  /** Stage {a} ends after {b} laps. */
  STAGE_ENDS: 60,
  /** {a:car} and {b:car} are level and race for position {c}. */
  CONTEST: 61,
  /** {a:car} brakes and leaves the position to the other car. */
  BRAKED_FOR_POSITION: 62,
  /** {a:car} and {b:car} lose control. */
  LOST_CONTROL: 63,
  /** {a:car} is number {b} and scores {c}. */
  POSITION: 64,
  /** The checkered flag: the race is over. */
  CHECKERED: 65,
  /** The yellow flag is out. */
  YELLOW_SHOWN: 66,
  /** {a:car} lines up as number {b}. */
  LINED_UP: 67,
  /** The player {a:announced}. */
  PLAYER_PITS: 68,
  /** {a:car} goes to pit box {b}. */
  GOES_TO_BOX: 69,
  /** {a:car}'s die shows {b}. */
  PIT_DIE_SHOWN: 70,
  /** {a:car}'s pit stop takes a {b}. */
  NPD_PIT_DIE: 71,
  /** {a:car} leaves the pits with a {b}. */
  EXITS: 72,
  /** Green flag; {a:seat} is First Player. */
  GREEN_FLAG: 73,
} as const;
