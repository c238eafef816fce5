// How a race begins, what it waits for, and what is told of it when it ends.

#define COLUMNS (2 + SEATS)  // plies, decisions, places

HERE bool has(unsigned long long phases, int phase) { return phases >> phase & 1; }

HERE void begin(State s, Words &random, unsigned long long seed, unsigned long long race) {
    random.seed(seed, race);
    clear(s);
    RULE_setup(s);
}

// The unit that a race waits for: FINISH when it is over, or before it plays on beyond the bound.
HERE int unit_of(State s, int plies, int bound) {
    int phase = s.phase();
    return has(OVERS, phase) || (plies >= bound && has(PLAYED, phase)) ? FINISH : phase;
}

// Plies are -1 for a race that is not over.
HERE void write_row(State s, int plies, int decisions, int *row) {
    int place[ROOM], score[ROOM];
    RULE_standings(s, place, score);
    row[0] = has(OVERS, s.phase()) ? plies : -1;
    row[1] = decisions;
    for (int seat = 0; seat < SEATS; seat++) row[2 + seat] = place[seat];
}
