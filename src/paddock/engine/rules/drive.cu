// Many races a step, as `drive_all` of entries.py and what batched environments make of it: an action in each race,
// then all that follows up to the next decision from outside or the end. Positions are records, as in other backends.

#define NOBODY (-2)  // who acts when the race is over
#define RACE_ENDED 1
#define NOT_LEGAL 2

HERE long long number_at(const char *place, int width) {
    if (width == 1) return *(const signed char *)place;
    if (width == 2) return *(const short *)place;
    return width == 4 ? *(const int *)place : *(const long long *)place;
}

// The same move if every seat has a number that is higher by `by`; moves that name a seat begin at `seat_moves`.
HERE int turned_move(int move, int by) {
    for (int i = 0; seat_moves[i] < MOVES; i++) {
        int seat = move - seat_moves[i];
        if (0 <= seat && seat < SEATS) return seat_moves[i] + (seat + by) % SEATS;
    }
    return move;
}

// The move that the acting seat means by an action, in which seats are counted from it; -1 if that is not legal.
HERE int legal_move(State s, long long action) {
    if (action >= MOVES) return -1;
    int out[ROOM], move = turned_move((int)action, RULE_actor(s)), n = RULE_legal(s, out);
    for (int i = 0; i < n; i++)
        if (out[i] == move) return move;
    return -1;
}

// Play a move (-1: none yet) and on to a decision from outside; returns the seat that decides. Seats with a driver know
// only what they may.
HERE int drive_on(int move, State s, State known, Words &random, unsigned outside, unsigned quick) {
    while (!has(OVERS, s.phase())) {
        int phase = s.phase();
        State from = s;
        if (move < 0 && has(DECISIONS, phase)) {
            int seat = RULE_actor(s);
            if (outside >> seat & 1) return seat;
            become(known, s);
            RULE_conceal(known, seat);
            RULE_resample(known, seat, random);
            from = known;
        }
        play(phase, s, move < 0 ? choose(phase, from, random, quick) : move);
        move = -1;
    }
    return NOBODY;
}

// What a seat has won and lost: against each other seat, or against the whole field where it is alone.
HERE void write_rewards(State s, int how, int asked, float *reward) {
    int place[ROOM], score[ROOM];
    RULE_standings(s, place, score);
    if (SEATS == 1) {
        double field = FIELD - 1;
        reward[0] = how == NOT_LEGAL ? -1.0f : FIELD > 1 ? (float)((FIELD + 1 - 2 * place[0]) / field) : 0.0f;
        return;
    }
    for (int seat = 0; seat < SEATS && how == NOT_LEGAL; seat++) place[seat] = seat == asked;
    for (int seat = 0; seat < SEATS; seat++) {
        int beaten = 0;
        for (int other = 0; other < SEATS; other++)
            beaten += (place[other] > place[seat]) - (place[other] < place[seat]);
        reward[seat] = (float)(beaten / (double)(SEATS > 1 ? SEATS - 1 : 1));
    }
}

// `positions` has a record for each race, `known` what the seat that is asked may know, or the one asked last. `masks`
// are all 0 before. The action of a race that is over is not used, and -1 is none: the next race begins.
KERNEL drive(int races, unsigned long long seed, unsigned outside, unsigned quick, const char *actions,
             int action_bytes, char *positions, char *known, Words *random, long long *numbers, long long *acting,
             long long *viewer, unsigned char *masks, float *rewards, unsigned char *done) {
    for (int i = block() * THREADS + thread(); i < races; i += blocks() * THREADS) {
        State s{{positions + (long long)i * STATE_BYTES}}, seen{{known + (long long)i * STATE_BYTES}};
        Words words = random[i];
        long long action = number_at(actions + (long long)i * action_bytes, action_bytes);
        bool is_new = done[i] || action < 0;
        int move = is_new ? -1 : legal_move(s, action), how = is_new || move >= 0 ? 0 : NOT_LEGAL, seat = NOBODY;
        while (!how) {
            if (is_new) begin(s, words, seed, numbers[i] += races);
            seat = drive_on(move, s, seen, words, outside, quick);
            if (seat != NOBODY) break;
            if (!is_new) how = RACE_ENDED;
        }
        if (seat != NOBODY) viewer[i] = seat;
        acting[i] = seat;
        done[i] = how != 0;
        random[i] = words;
        float *reward = rewards + (long long)i * SEATS;
        for (int one = 0; one < SEATS; one++) reward[one] = 0;
        if (how) write_rewards(s, how, (int)viewer[i], reward);
        become(seen, s);
        RULE_conceal(seen, (int)viewer[i]);
        if (seat == NOBODY) continue;
        int out[ROOM], n = RULE_legal(s, out);
        for (int k = 0; k < n; k++) masks[(long long)i * MOVES + turned_move(out[k], SEATS - seat)] = 1;
    }
}

// A number of the vector with seats counted from the viewer: `names` says whether it is a seat (1), a seat plus one (2)
// or a set of seats (3).
HERE int seen_from(int seat, int value, int names) {
    if (names == 3) {
        int everybody = (1 << SEATS) - 1, inside = value & everybody;
        return (value & ~everybody) | (((inside >> seat) | (inside << (SEATS - seat))) & everybody);
    }
    int named = value - (names - 1);
    if (!names || named < 0 || named >= SEATS) return value;
    return named - seat + (names - 1) + (named < seat ? SEATS : 0);
}

// What each viewer observes, from what it may know: its seat, the number of seats, then entries of the record.
KERNEL observe(int races, const char *known, const long long *viewer, int *rows) {
    long long all = (long long)races * ENTRIES;
    for (long long at = (long long)block() * THREADS + thread(); at < all; at += (long long)blocks() * THREADS) {
        int race = (int)(at / ENTRIES), entry = (int)(at % ENTRIES), seat = (int)viewer[race];
        if (entry < 2) {
            rows[at] = entry ? SEATS : seat;
            continue;
        }
        int place = entry_place[seat * (ENTRIES - 2) + entry - 2];
        const char *record = known + (long long)race * STATE_BYTES;
        rows[at] = seen_from(seat, (int)number_at(record + place / 16, place % 16), entry_names[entry - 2]);
    }
}
