// The kernel of whole races on this machine: one block of one thread.

extern "C" void races_here(unsigned long long seed, int count, int bound, unsigned quick, int *rows) {
    int taken = 0;
    alignas(8) static char memory[SLOTS * STATE_BYTES];
    races(seed, 0, count, bound, quick, &taken, rows, memory);
}
