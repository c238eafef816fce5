"""Random numbers that agree bit for bit on every backend: the generator sfc32 on an array of four words."""

from .marking import rule, seldom

MASK = 0xFFFFFFFF
WORDS = 4  # length of a `random` array
EQUAL = 0  # as the first weight: all are equally likely, and the other weights are not written


@rule
def next_word(random: list[int]):
    """The next 32 random bits."""
    a, b, c = random[0], random[1], random[2]
    word = (a + b + random[3]) & MASK
    random[3] = (random[3] + 1) & MASK
    random[0] = b ^ (b >> 9)
    random[1] = (c + (c << 3)) & MASK
    random[2] = ((((c << 21) | (c >> 11)) & MASK) + word) & MASK
    return word


@rule
def seed_random(random: list[int], seed: int, stream: int):
    """Start stream number `stream` of a seed; each race of a simulation has a separate stream."""
    random[0] = seed & MASK
    random[1] = (seed >> 32) & MASK
    random[2] = stream & MASK
    random[3] = 1 + (stream >> 32)
    for _ in range(15):
        next_word(random)


@rule
def uniform(random: list[int], n: int):
    """A whole number from 0 to n - 1, all equally likely."""
    product = next_word(random) * n
    if (product & MASK) < n:
        product = fair_product(random, n, product)
    return product >> 32


@seldom
def fair_product(random: list[int], n: int, product: int):
    """Draw again while some of the numbers below n would be more likely than others; hardly ever needed."""
    unfair = (MASK + 1 - n) % n
    while (product & MASK) < unfair:
        product = next_word(random) * n
    return product


@rule
def weighted(random: list[int], weight: list[int], n: int):
    """An index from 0 to n - 1, with probability proportional to its weight."""
    if weight[0] == EQUAL:
        return uniform(random, n)
    total = 0
    for i in range(n):
        total += weight[i]
    ticket = uniform(random, total)
    i = 0
    while ticket >= weight[i]:
        ticket -= weight[i]
        i += 1
    return i


def all_weights(weight: list[int]) -> list[int]:
    """The weights in full: ones where the first is EQUAL."""
    return [1] * len(weight) if weight[0] == EQUAL else weight
