// Races one after the other on this machine, by the units that a GPU runs side by side.

#include <vector>

extern "C" void races(unsigned long long seed, int count, int bound, unsigned quick, int *rows) {
    std::vector<long long> memory(STATE_BYTES * SLOTS / sizeof(long long) + 1);
    State s{(char *)memory.data(), 1};
    for (int race = 0; race < count; race++) {
        Words random;
        int plies = 0, decisions = 0;
        begin(s, random, seed, race);
        while (!has(OVERS, s.phase()) && (plies < bound || !has(PLAYED, s.phase()))) {
            int phase = s.phase();
            run(phase, s, random, quick);
            plies += has(PLAYED, phase);
            decisions += has(DECISIONS, phase);
        }
        write_row(s, plies, decisions, rows + race * COLUMNS);
    }
}
