// Made by tools/event_names.py from ../events.py: change that file, then run the tool again.

export const EVENT = {
  /** Track card {a} is a {b}. */
  DEALT: 0,
  /** The {a} cards set aside are the new pile. */
  RESHUFFLED: 1,
  /** {a:car} drafts first. */
  DRAFTS_FIRST: 2,
  /** {a:car} takes {b:kind} and a {c:colour} die. */
  TOOK_CARD: 3,
  /** {a:car} takes another {b:colour} die. */
  TOOK_DIE: 4,
  /** {a:car} can only take a {b:colour} die, which is plain. */
  TOOK_PLAIN_DIE: 5,
  /** Race {a}: ready, set, go! */
  WENT: 6,
  /** {a:car} cannot finish on this track and stays at the line. */
  STALLED_AT_GO: 7,
  /**  */
  PRESSED: 8,
  /** {a:car} rolls {b:dice}. */
  ROLLS: 9,
  /** {a:car} has {c:faces}. */
  FELL: 10,
  /** {a:car} reaches for space {b}. */
  PLACES: 11,
  /** {a:car} places {c:die} on space {b}. */
  PLACED: 12,
  /** {a:car} takes redline number {b}. */
  REDLINED: 13,
  /** {a:car}'s engine explodes at {b:time} on space {c}. */
  EXPLODED_NOW: 14,
  /** {a:car} goes back to the start line. */
  RESTARTED: 15,
  /** {a:car} saves {c:die}. */
  SAVED: 16,
  /** {a:car} releases {c:die}. */
  RELEASED: 17,
  /** {a:car} finishes at {b:time}; redlines: {c}. */
  FINISHED_NOW: 18,
  /** {a:car} cannot finish any more and stops at {b:time} on space {c}. */
  STALLED_NOW: 19,
  /** {a:car} places {c:die}, saved before, on space {b}. */
  PLACED_SAVED: 20,
  /** {a:car} places {c:die} on space {b}. */
  SECRETLY_PLACED: 21,
  /** {a:car} takes redline number {b}. */
  SECRETLY_REDLINED: 22,
  /** {a:car}'s engine explodes on space {c}. */
  SECRETLY_EXPLODED: 23,
  /** {a:car} goes back to the start line. */
  SECRETLY_RESTARTED: 24,
  /** {a:car} saves {c:die}. */
  SECRETLY_SAVED: 25,
  /** {a:car} releases {c:die}. */
  SECRETLY_RELEASED: 26,
  /** {a:car} fills space 6; redlines: {c}. */
  SECRETLY_FINISHED: 27,
  /** {a:car} cannot finish any more and stops on space {c}. */
  SECRETLY_STALLED: 28,
  /** {a:car} places {c:die}, saved before, on space {b}. */
  SECRETLY_PLACED_SAVED: 29,
  /** {a:car} has filled {b} of 6 spaces; redlines: {c}. */
  PROGRESS: 30,
  /** The race is stopped at {a:time}. */
  TIME_UP: 31,
  /** A draw puts {a:car} ahead. */
  DRAWN_AHEAD: 32,
  /** {a:car} is number {b}. */
  RANKED: 33,
  /** {a:car} wins the race: {b} so far. */
  WON_RACE: 34,
  /** Nobody finished: the race has no winner. */
  VOID_RACE: 35,
  /** {a:car} takes a {b} of the track. */
  TROPHY: 36,
  /** {a:car} wins the game. */
  WON_GAME: 37,
  /** The game ends after {a} races. */
  CAPPED: 38,
  /** The solo race is over. */
  SOLO_OVER: 39,
  /** {a:car} leaves the game. */
  LEFT: 40,
  /** {a:car} is driven by a bot now. */
  BOT_DRIVES: 41,
  /** {a:car} is driven by its player again. */
  PERSON_DRIVES: 42,
  /** Red flag: the race is run again. */
  RED_FLAG: 43,
  /** Photo finish: {b:car} is {c} ms behind {a:car}. */
  PHOTO_FINISH: 44,
  /** {a:car} and {b:car} finish in the same round. */
  SAME_ROUND: 45,
  /** A draw ranks {a:car} ahead. */
  DRAWN_LEVEL: 46,
  /** {a:car} is the last one left and wins the game. */
  LAST_ONE_LEFT: 47,
} as const;
