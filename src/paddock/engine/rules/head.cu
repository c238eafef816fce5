// What rules in C++ need: marks for both kinds of compilers, the threads of a block, whole numbers as Python counts
// them, random words, and where positions are. Without a GPU a block is one thread, and so is a warp.

#ifdef __CUDACC__
#define HERE __device__ __forceinline__
#define RULE static __device__
#define RULE_APART static __device__ __noinline__
#define CONSTANT static __device__ const
#define LOOP _Pragma("unroll 1")  // fetching more instructions takes longer than counting
#define KERNEL extern "C" __global__ void __launch_bounds__(THREADS, 1)
#define SHARED __shared__
#define WARP 32

HERE int thread() { return threadIdx.x; }
HERE int block() { return blockIdx.x; }
HERE int blocks() { return gridDim.x; }
HERE void wait_for_block() { __syncthreads(); }
HERE void wait_for_warp() { __syncwarp(); }
HERE void wait_a_little() { __nanosleep(200); }
HERE void show_to_block() { __threadfence_block(); }  // what was written is seen before what is written next
HERE int read_now(const int *number) { return *(const volatile int *)number; }
HERE int add(int *total, int more) { return atomicAdd(total, more); }
HERE void put_in(unsigned *set, unsigned more) { atomicOr(set, more); }
HERE unsigned take_all(unsigned *set) { return atomicExch(set, 0); }
HERE int size_of_set(unsigned set) { return __popc(set); }
HERE int lowest_of_set(unsigned set) { return __ffs(set) - 1; }
HERE int lanes_with(int value) { return __popc(__match_any_sync(~0u, value)); }
HERE int most_of_warp(int value) { return __reduce_max_sync(~0u, value); }
HERE int from_lane(int value, int lane) { return __shfl_sync(~0u, value, lane); }
HERE int from_lane_below(int value, int by) { return __shfl_up_sync(~0u, value, by); }
#else
#define HERE inline
#define RULE static
#define RULE_APART static __attribute__((noinline))
#define CONSTANT static const
#define LOOP
#define KERNEL extern "C" void
#define SHARED static
#define WARP 1

HERE int thread() { return 0; }
HERE int block() { return 0; }
HERE int blocks() { return 1; }
HERE void wait_for_block() {}
HERE void wait_for_warp() {}
HERE void wait_a_little() {}
HERE void show_to_block() {}
HERE int read_now(const int *number) { return *number; }
HERE int add(int *total, int more) { return (*total += more) - more; }
HERE void put_in(unsigned *set, unsigned more) { *set |= more; }
HERE unsigned take_all(unsigned *set) {
    unsigned all = *set;
    *set = 0;
    return all;
}
HERE int size_of_set(unsigned set) { return __builtin_popcount(set); }
HERE int lowest_of_set(unsigned set) { return __builtin_ctz(set); }
HERE int lanes_with(int) { return 1; }
HERE int most_of_warp(int value) { return value; }
HERE int from_lane(int value, int) { return value; }
HERE int from_lane_below(int value, int) { return value; }
#endif

template <class A, class B, class C = int, class D = int, class E = int> struct Several {
    A a;
    B b;
    C c;
    D d;
    E e;
};

namespace python {

template <class T> HERE T min(T a, T b) { return b < a ? b : a; }
template <class T> HERE T max(T a, T b) { return b > a ? b : a; }
template <class T> HERE T size(T a) { return a < 0 ? -a : a; }

// Rounded down, also below 0.
template <class T> HERE T floor_div(T a, T b) {
    T whole = a / b;
    return whole * b != a && (a < 0) != (b < 0) ? whole - 1 : whole;
}

// With the sign of what it is divided by.
template <class T> HERE T floor_mod(T a, T b) {
    T rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

// A number in a narrower place; a checked build stops where it does not fit.
template <class T, class From> HERE T narrow(From value) {
#ifdef CHECKED
    if ((long long)(T)value != (long long)value) __builtin_trap();
#endif
    return (T)value;
}

}  // namespace python

// The generator sfc32: what `rng.py` says, on four words of 32 bits.
struct Words {
    unsigned a, b, c, count;

    HERE unsigned next() {
        unsigned word = a + b + count++;
        a = b ^ (b >> 9);
        b = c + (c << 3);
        c = ((c << 21) | (c >> 11)) + word;
        return word;
    }

    HERE void seed(unsigned long long number, unsigned long long stream) {
        a = (unsigned)number;
        b = (unsigned)(number >> 32);
        c = (unsigned)stream;
        count = 1 + (unsigned)(stream >> 32);
        for (int i = 0; i < 15; i++) next();
    }

    HERE int uniform(unsigned n) {
        unsigned long long product = (unsigned long long)next() * n;
        if ((unsigned)product < n) {
            unsigned unfair = (0u - n) % n;
            while ((unsigned)product < unfair) product = (unsigned long long)next() * n;
        }
        return (int)(product >> 32);
    }

    // The first weight is 0 where all are equally likely.
    HERE int weighted(const int *weight, int n) {
        if (weight[0] == 0) return uniform(n);
        int total = 0;
        for (int i = 0; i < n; i++) total += weight[i];
        int ticket = uniform(total), i = 0;
        while (ticket >= weight[i]) ticket -= weight[i++];
        return i;
    }
};

// The position of a race: a record, or with IN_COLUMNS a place in the block's memory, where the races' entries lie side
// by side, so that neighbours read neighbours.
#ifdef IN_COLUMNS
#ifdef __CUDACC__
extern __shared__ long long columns[];
#else
static long long columns[STATE_BYTES * SLOTS / 8];
#endif

struct Place {
    int slot;
    template <class T> HERE T &entry(int byte, int i) const {
        return *(T *)((char *)columns + (byte + i * (int)sizeof(T)) * SLOTS + slot * (int)sizeof(T));
    }
};
#else
struct Place {
    char *record;
    template <class T> HERE T &entry(int byte, int i) const { return *(T *)(record + byte + i * (int)sizeof(T)); }
};
#endif
