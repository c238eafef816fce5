/* The plain rules of the first game (no items, no special squares, no options), written by hand for speed.
 *
 * It draws random numbers exactly as paddock does, so race number i of a seed must be the same race: a yardstick for the
 * compiled rules' speed and a second opinion on their results. Build: cc -O3 -march=native -shared -fPIC. */
#include <stdint.h>

enum { CARS = 8, DICE = 6, TIE_ROUNDS = 50 };

typedef struct { uint32_t a, b, c, counter; } Random;

static inline uint32_t next_word(Random *r) {
    uint32_t word = r->a + r->b + r->counter++;
    r->a = r->b ^ (r->b >> 9);
    r->b = r->c + (r->c << 3);
    r->c = ((r->c << 21) | (r->c >> 11)) + word;
    return word;
}

static inline uint32_t uniform(Random *r, uint32_t n) {
    uint64_t product = (uint64_t)next_word(r) * n;
    if ((uint32_t)product < n) {
        uint32_t unfair = (uint32_t)(-n) % n;
        while ((uint32_t)product < unfair) product = (uint64_t)next_word(r) * n;
    }
    return product >> 32;
}

static void seed_random(Random *r, uint64_t seed, uint64_t stream) {
    r->a = (uint32_t)seed;
    r->b = (uint32_t)(seed >> 32);
    r->c = (uint32_t)stream;
    r->counter = (uint32_t)(1 + (stream >> 32));
    for (int i = 0; i < 15; i++) next_word(r);
}

typedef struct {
    int seats, laps, lap, limit;
    const uint8_t *corner; /* by step, 1..lap */
    Random r;
    int64_t plies, decisions;
    int step[CARS], crossings[CARS], belly[CARS], dice[CARS], place[CARS];
    int64_t stamp[CARS], clock;
    int finished;
} Race;

/* Roll until a repeat or a stop; returns the sum, or -1 for a repeat. */
static inline int roll(Race *g, int dice) {
    uint32_t shown = 0;
    int total = 0, rolled = 0;
    for (;;) {
        uint32_t face = uniform(&g->r, 6);
        g->plies++;
        if (shown & (1u << face)) return -1;
        shown |= 1u << face;
        total += face + 1;
        if (++rolled == dice) return total;
        g->plies++;
        g->decisions++;
        if (uniform(&g->r, 2) == 0) return total;
    }
}

static int qualify(Race *g, int starter) {
    uint32_t in = (1u << g->seats) - 1;
    for (int ties = 0;; ties++) {
        int best = 0;
        uint32_t tied = 0;
        for (int i = 0; i < g->seats; i++) {
            int car = (starter + i) % g->seats;
            if (!(in & (1u << car))) continue;
            int value = roll(g, DICE);
            if (value < 0) value = 0;
            if (value > best) { best = value; tied = 0; }
            if (value == best) tied |= 1u << car;
        }
        if ((tied & (tied - 1)) == 0) return __builtin_ctz(tied);
        in = tied;
        if (ties == TIE_ROUNDS) {
            uint32_t n = uniform(&g->r, (uint32_t)__builtin_popcount(tied));
            g->plies++;
            while (n--) tied &= tied - 1;
            return __builtin_ctz(tied);
        }
    }
}

static inline void put(Race *g, int car, int step) {
    g->step[car] = step;
    g->stamp[car] = ++g->clock;
}

static inline void cross(Race *g, int car) {
    if (++g->crossings[car] - 1 == g->laps) {
        g->place[car] = ++g->finished;
        g->step[car] = 0;
    }
}

static inline void crash(Race *g, int car) {
    g->belly[car] = 1;
    if (g->dice[car] > 0) g->dice[car]--;
}

/* A car has come to a step by driving or by being pushed. */
static void land(Race *g, int car, int pushed) {
    for (;;) {
        int step = g->step[car];
        if (g->corner[step]) {
            int others = 0;
            for (int c = 0; c < g->seats; c++)
                if (c != car && g->step[c] == step) { crash(g, c); others = 1; }
            if (others || pushed) crash(g, car);
            return;
        }
        int other = -1;
        for (int c = 0; c < g->seats; c++)
            if (c != car && g->step[c] == step) { other = c; break; }
        if (other < 0) return;
        put(g, other, step == g->lap ? 1 : step + 1);
        if (step == g->lap) cross(g, other);
        if (g->place[other]) return;
        car = other;
        pushed = 1;
    }
}

static inline void drive(Race *g, int car, int points) {
    int end = g->step[car] + points;
    if (end > g->lap) {
        end -= g->lap;
        cross(g, car);
        if (g->place[car]) return;
    }
    put(g, car, end);
    land(g, car, 0);
}

static int is_ahead(const Race *g, int x, int y) {
    int px = g->crossings[x] * g->lap + g->step[x], py = g->crossings[y] * g->lap + g->step[y];
    return px != py ? px > py : g->stamp[x] < g->stamp[y];
}

static void one_race(Race *g, int64_t *place) {
    g->plies = 1;
    g->decisions = g->clock = 0;
    g->finished = 0;
    for (int c = 0; c < CARS; c++) {
        g->step[c] = g->crossings[c] = g->belly[c] = g->place[c] = 0;
        g->dice[c] = DICE;
        g->stamp[c] = 0;
    }
    int pole = qualify(g, (int)uniform(&g->r, (uint32_t)g->seats));
    for (int slot = 0; slot < g->seats; slot++) put(g, (pole + slot) % g->seats, g->lap - slot);
    int turn = pole, round = 0;
    for (;;) {
        if (g->belly[turn]) {
            g->belly[turn] = 0;
        } else if (g->dice[turn] == 0) {
            g->dice[turn] = 1;
        } else {
            int fix = 0;
            if (g->dice[turn] < DICE) {
                fix = uniform(&g->r, 2) == 1;
                g->plies++;
                g->decisions++;
            }
            if (fix) {
                g->dice[turn]++;
            } else {
                int points = roll(g, g->dice[turn]);
                if (points >= 0) drive(g, turn, points);
                else if (g->corner[g->step[turn]]) crash(g, turn);
            }
        }
        if (g->finished >= g->seats - 1) break;
        int over = 0;
        do {
            turn = turn + 1 == g->seats ? 0 : turn + 1;
            if (turn == pole && ++round == g->limit) over = 1;
        } while (g->place[turn]);
        if (over) break;
    }
    for (int c = 0; c < g->seats; c++) {
        place[c] = g->place[c];
        if (place[c]) continue;
        place[c] = g->finished + 1;
        for (int o = 0; o < g->seats; o++)
            if (o != c && !g->place[o] && is_ahead(g, o, c)) place[c]++;
    }
}

/* Races number first and following; plies and places of each are written. */
void races(int seats, int laps, int lap, int limit, const uint8_t *corner, uint64_t seed, int64_t first, int64_t count,
           int64_t *plies, int64_t *place) {
    Race g = {.seats = seats, .laps = laps, .lap = lap, .limit = limit, .corner = corner};
    for (int64_t i = 0; i < count; i++) {
        seed_random(&g.r, seed, (uint64_t)(first + i));
        one_race(&g, place + i * seats);
        plies[i] = g.plies;
    }
}
