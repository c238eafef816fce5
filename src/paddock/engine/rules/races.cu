// Whole races side by side: a block plays SLOTS of them, and begins the next race of the call where one has ended.
//
// The threads of a warp are fast while they do the same. So a warp takes races that wait for the same unit, the one
// that most races of the block wait for, and plays it; then again what most of them wait for, while that is KEEP of
// them and at most STEPS times. Then it puts them back. Warps do not wait for each other. There are more slots than
// threads, so that there is something to choose from.

#define UNITS 64            // more than any game's phases
#define NONE (-1)           // no slot; no unit: the call has no more races for the slot
#define SET 32              // slots in one word of a set
#define WORDS (SLOTS / SET)  // of a set of slots: at most as many as a warp has lanes
#define WARPS (THREADS / WARP)

struct Slot {
    Words random;
    int race, plies, decisions;  // the race's number in the call; NONE: none yet
};

struct Call {
    unsigned long long seed, first;  // the number of the first race
    int count, bound;
    unsigned quick;  // seats with the quick driver, as a set
    int *taken, *rows;
};

// What the slots of a block wait for.
struct Waiting {
    unsigned slots[UNITS][WORDS];  // by unit, as a set
    int counts[UNITS];
    int races;  // slots with a race: they wait, or a warp has taken them
};

SHARED Waiting waiting;
SHARED Slot slots[SLOTS];
SHARED short taken_slots[WARPS][WARP];

HERE int lane() { return thread() % WARP; }

#ifdef IN_COLUMNS
HERE State state_at(int slot, char *) { return {{slot}}; }
#else
HERE State state_at(int slot, char *memory) { return {{memory + ((long long)block() * SLOTS + slot) * STATE_BYTES}}; }
#endif

// A race has ended: tell what became of it, and begin the next one. Returns the unit that the slot then waits for.
HERE int begin_next(State s, Slot &slot, const Call &call) {
    if (slot.race != NONE) write_row(s, slot.plies, slot.decisions, call.rows + slot.race * COLUMNS);
    slot = {{}, add(call.taken, 1), 0, 0};
    if (slot.race >= call.count) return NONE;
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
        int most = most_of_warp(unit == NONE ? 0 : lanes * UNITS + unit);
        if (most < (step && WARP > KEEP ? KEEP : 1) * UNITS) break;
        if (unit == most % UNITS) unit = play_unit(most % UNITS, s, slot, call);
        wait_for_warp();
    }
    return unit;
}

// The unit that most slots wait for; NONE if no slot waits.
HERE int most_wanted() {
    int most = 0;
    for (int unit = lane(); unit <= FINISH; unit += WARP) {
        int wanted = read_now(&waiting.counts[unit]) * UNITS + unit;
        if (wanted > most) most = wanted;
    }
    most = most_of_warp(most);
    return most < UNITS ? NONE : most % UNITS;
}

// A warp takes slots that wait for a unit, one for each lane from the first on; NONE for lanes that get none.
HERE int take(int unit) {
    unsigned found = lane() < WORDS ? take_all(&waiting.slots[unit][lane()]) : 0;
    int own = size_of_set(found), upto = own;  // upto: with those of the lanes below
    for (int by = 1; by < WARP; by *= 2) {
        int below = from_lane_below(upto, by);
        if (lane() >= by) upto += below;
    }
    int all = from_lane(upto, WARP - 1), got = all < WARP ? all : WARP;
    for (int place = upto - own; found && place < WARP; place++) {
        taken_slots[thread() / WARP][place] = (short)(lane() * SET + lowest_of_set(found));
        found &= found - 1;
    }
    if (found) put_in(&waiting.slots[unit][lane()], found);
    if (!lane() && got) add(&waiting.counts[unit], -got);
    show_to_block();
    wait_for_warp();
    int slot = lane() < got ? taken_slots[thread() / WARP][lane()] : NONE;
    wait_for_warp();
    return slot;
}

HERE void put_back(int slot, int unit) {
    show_to_block();
    if (unit == NONE) {
        add(&waiting.races, -1);
        return;
    }
    put_in(&waiting.slots[unit][slot / SET], 1u << slot % SET);
    add(&waiting.counts[unit], 1);
}

// At first every slot waits for a race.
HERE void begin_block() {
    for (int i = thread(); i < UNITS * WORDS; i += THREADS)
        waiting.slots[i / WORDS][i % WORDS] = i / WORDS == FINISH ? ~0u : 0;
    for (int unit = thread(); unit < UNITS; unit += THREADS) waiting.counts[unit] = unit == FINISH ? SLOTS : 0;
    for (int slot = thread(); slot < SLOTS; slot += THREADS) slots[slot].race = NONE;
    if (!thread()) waiting.races = SLOTS;
    wait_for_block();
}

KERNEL races(unsigned long long seed, unsigned long long first, int count, int bound, unsigned quick, int *taken,
             int *rows, char *memory) {
    Call call{seed, first, count, bound, quick, taken, rows};
    begin_block();
    while (most_of_warp(read_now(&waiting.races))) {
        int unit = most_wanted(), slot = unit == NONE ? NONE : take(unit);
        if (from_lane(slot, 0) == NONE) {
            wait_a_little();
            continue;
        }
        Slot held;
        if (slot != NONE) held = slots[slot];
        unit = play_together(slot == NONE ? NONE : unit, state_at(slot, memory), held, call);
        if (slot == NONE) continue;
        slots[slot] = held;
        put_back(slot, unit);
    }
}
