// What rules in C++ need: marks for both kinds of compilers, whole numbers as Python counts them, and random words.

#ifdef __CUDACC__
#define HERE __device__ __forceinline__
#define RULE static __device__
#define RULE_APART static __device__ __noinline__
#define CONSTANT static __device__ const
#else
#define HERE inline
#define RULE static
#define RULE_APART static __attribute__((noinline))
#define CONSTANT static const
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
