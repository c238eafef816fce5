// Made by tools/event_names.py from ../events.py: change that file, then run the tool again.

export const EVENT = {
  /** {a:seat} has the first turn. */
  FIRST_PLAYER: 0,
  /** {a:car} starts from {b:spot}. */
  ON_GRID: 1,
  /** Card {a} is laid: {b:kind}. */
  LAID: 2,
  /** {a:seat} draws {b:danger}. */
  DREW: 3,
  /** The discard pile is shuffled: {a} Danger cards to draw from. */
  RESHUFFLED: 4,
  /** {a:seat} keeps both Danger cards. */
  KEPT: 5,
  /** {a:seat} discards {b:danger} and {c:danger} for two new cards. */
  EXCHANGED: 6,
  /** {a:seat} passes. */
  PASSED: 7,
  /** {a:seat} passes for the rest of the window. */
  SAT_OUT: 8,
  /** {a:seat} plays {b:danger}. */
  PLAYED: 9,
  /** {a:seat} is dealt a damage cube: {b} now. */
  DAMAGED: 10,
  /** {a:seat} returns a damage cube: {b} now. */
  REPAIRED: 11,
  /** Damage cubes are laid on {b:spot}: {c}. */
  CUBES_LAID: 12,
  /** A damage cube is laid at every gate of card {a}: {b} in all. */
  GATE_CUBES_LAID: 13,
  /** Barrels close the {b:lane} of card {a}: {c} of them. */
  BARRELS_LAID: 14,
  /** Barrels are lifted from card {a}: {b}. */
  BARRELS_LIFTED: 15,
  /** The repair shop stands next to {a:spot}. */
  SHOP_PLACED: 16,
  /** {a:seat} rolls {b} dice. */
  FIRST_DICE: 17,
  /** {a:seat} rolls a {b}. */
  ROLLED: 18,
  /** Sixes: {a}. Dice added: {b}. Rolled again: {c}. */
  SIXES: 19,
  /** {a:seat} pays a chip for a die of {b}. */
  ADDED: 20,
  /** {a:seat} pays a chip and rolls dice again: {b}. */
  REROLLED: 21,
  /** {a:car} is driven with {b:dice}: size {c}. */
  DROVE: 22,
  /** {a:seat} plays Super Size Your Combo. */
  SUPER_SIZED: 23,
  /** {a:car} drives to {b:spot}. */
  STEPPED: 24,
  /** {a:car} takes a gate of {b} with a play of {c}. */
  GATE_PASSED: 25,
  /** {a:seat} pays a chip and leaves the cubes on {b:spot}, where they are. */
  PAID_FOR_CUBES: 26,
  /** {a:seat} takes damage, cubes where {b:car} lands: {c}. */
  TOOK_CUBES: 27,
  /** {a:seat} keeps {b} cubes; to the pile: {c}. */
  CUBES_FULL: 28,
  /** {a:car} is stopped. */
  STOPPED: 29,
  /** {a:seat} pays a chip: {b:car} may go on. */
  CONTINUED: 30,
  /** {a:seat} pays a chip: {b:car} and {c:car} swap spots. */
  JUKED: 31,
  /** {a:seat} pays a chip and borrows {b:car}. */
  BORROWED: 32,
  /** Card {a} is left behind: its items return to the centre. */
  CLEANED: 33,
  /** {a:seat} is repaired at the shop; cubes returned: {b}. */
  ALL_REPAIRED: 34,
  /** {a:seat} declines the repair. */
  DECLINED: 35,
  /** {a:seat} gains control chips for unused dice: {b} more, {c} now. */
  GAINED: 36,
  /** Turn of {a:seat}, round {b}. */
  TURN: 37,
  /** {a:car} crosses the finish. */
  FINISHED: 38,
  /** {a:seat} wins. */
  WON: 39,
  /** {a:seat} takes place {b}. */
  PLACED: 40,
  /** The race ends after round {a}, its limit. */
  ROUND_LIMIT: 41,
  /** {a:seat} takes damage, cubes that {b:car} drives through: {c}. */
  TOOK_ON_THE_WAY: 42,
  /** {a:seat} takes damage at the gate, cubes met by {b:car}: {c}. */
  TOOK_GATE_CUBE: 43,
} as const;
