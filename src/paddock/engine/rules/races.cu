// Whole races side by side: a block plays SLOTS of them, and begins the next race of the call where one has ended.
//
// The threads of a warp are fast while they do the same. So a warp plays the unit that most of its races wait for, again
// and again while KEEP of them wait for the same one, at most STEPS times; then the block sorts its races by what they
// wait for, and the warps take them in that order.

#define UNITS 64          // more than any game's phases
#define IDLE (UNITS - 1)  // what a slot waits for when the call has no more races
#define PER_THREAD (SLOTS / THREADS)

struct Slot {
    Words random;
    int race, plies, decisions;  // the race's number in the call; -1: none yet
};

struct Call {
    unsigned long long seed, first;  // the number of the first race
    int count, bound;
    unsigned quick;  // seats with the quick driver, as a set
    int *taken, *rows;
};

#ifdef IN_COLUMNS
HERE State state_at(int slot, char *) { return {{slot}}; }
HERE Slot &slot_at(int slot, char *) {
    SHARED Slot slots[SLOTS];
    return slots[slot];
}
#else
HERE State state_at(int slot, char *memory) { return {{memory + slot * STATE_BYTES}}; }
HERE Slot &slot_at(int slot, char *memory) { return ((Slot *)(memory + SLOTS * STATE_BYTES))[slot]; }
#endif

// A race has ended: tell what became of it, and begin the next one. Returns the unit that the slot then waits for.
HERE int begin_next(State s, Slot &slot, const Call &call) {
    if (slot.race >= 0) write_row(s, slot.plies, slot.decisions, call.rows + slot.race * COLUMNS);
    slot = {{}, add(call.taken, 1), 0, 0};
    if (slot.race >= call.count) return IDLE;
    begin(s, slot.random, call.seed, call.first + slot.race);
    return unit_of(s, 0, call.bound);
}

HERE int play_unit(int unit, State s, Slot &slot, const Call &call) {
    if (unit == FINISH) return begin_next(s, slot, call);
    run(unit, s, slot.random, call.quick);
    slot.plies += has(PLAYED, unit);
    slot.decisions += has(DECISIONS, unit);
    return unit_of(s, slot.plies, call.bound);
}

// A warp plays the races of its lanes; returns the unit that the lane's race then waits for.
HERE int play_together(int unit, State s, Slot &slot, const Call &call) {
    for (int step = 0; step < STEPS; step++) {
        int lanes = lanes_with(unit);
        int most = most_of_warp(unit == IDLE ? 0 : lanes * UNITS + unit);
        if (most < (step && WARP > KEEP ? KEEP : 1) * UNITS) break;
        if (unit == most % UNITS) unit = play_unit(most % UNITS, s, slot, call);
        wait_for_warp();
    }
    return unit;
}

// Where the races of each unit begin in the order; one warp adds up how many there are.
HERE void add_up(int *counts) {
    int before = 0;
    for (int first = 0; first < UNITS; first += WARP) {
        int own = counts[first + thread()], sum = own;
        for (int by = 1; by < WARP; by *= 2) {
            int below = from_lane_below(sum, by);
            if (thread() >= by) sum += below;
        }
        counts[first + thread()] = before + sum - own;
        before += from_lane(sum, WARP - 1);
    }
}

// The slots of the block in the order of what they wait for; returns how many have no race.
HERE int sort(const unsigned char *waits, short *order) {
    SHARED int starts[UNITS];
    int before[PER_THREAD];  // slots that wait for the same unit and come first
    for (int unit = thread(); unit < UNITS; unit += THREADS) starts[unit] = 0;
    wait_for_block();
    for (int i = 0; i < PER_THREAD; i++) before[i] = add(&starts[waits[i * THREADS + thread()]], 1);
    wait_for_block();
    int idle = starts[IDLE];
    wait_for_block();
    if (thread() < WARP) add_up(starts);
    wait_for_block();
    for (int i = 0; i < PER_THREAD; i++) {
        int slot = i * THREADS + thread();
        order[starts[waits[slot]] + before[i]] = (short)slot;
    }
    wait_for_block();
    return idle;
}

KERNEL races(unsigned long long seed, unsigned long long first, int count, int bound, unsigned quick, int *taken,
             int *rows, char *memory) {
    SHARED unsigned char waits[SLOTS];
    SHARED short order[SLOTS];
    Call call{seed, first, count, bound, quick, taken, rows};
    memory += (long long)block() * SLOTS * (STATE_BYTES + sizeof(Slot));
    for (int slot = thread(); slot < SLOTS; slot += THREADS) {
        waits[slot] = FINISH;
        slot_at(slot, memory).race = -1;
    }
    wait_for_block();
    while (sort(waits, order) < SLOTS) {
        for (int i = thread(); i < SLOTS; i += THREADS) {
            int slot = order[i];
            Slot held = slot_at(slot, memory);
            waits[slot] = play_together(waits[slot], state_at(slot, memory), held, call);
            slot_at(slot, memory) = held;
        }
        wait_for_block();
    }
}
