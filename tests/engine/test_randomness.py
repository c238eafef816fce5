"""The random generator: exact evenness, independence of streams, the same on both backends."""

from collections import Counter

import pytest

from paddock.engine import WORDS, next_word, seed_random, uniform, weighted
from paddock.engine.rules.rng import MASK


def stream(seed: int, number: int = 0) -> list[int]:
    random = [0] * WORDS
    seed_random(random, seed, number)
    return random


def test_the_generator_is_sfc32():
    """Worked by hand from the published algorithm: a=1, b=2, c=3, counter=4."""
    random = [1, 2, 3, 4]
    assert next_word(random) == 7  # 1 + 2 + 4
    assert random == [2, 27, (3 << 21) + 7, 5]  # b ^ b>>9, c + c<<3, rotl(c, 21) + 7, counter + 1


def test_words_stay_within_32_bits():
    random = stream(12345)
    assert all(0 <= next_word(random) <= MASK for _ in range(1000))


def test_streams_and_seeds_differ():
    firsts = {next_word(stream(seed, number)) for seed in range(30) for number in range(30)}
    assert len(firsts) == 900
    assert next_word(stream(1 << 40)) != next_word(stream(0))
    assert next_word(stream(1, 1 << 33)) != next_word(stream(1, 0))


@pytest.mark.parametrize("n", [1, 2, 6, 7, 52])
def test_uniform_numbers_are_even(n: int):
    random = stream(5)
    counts = Counter(uniform(random, n) for _ in range(2000 * n))
    assert set(counts) == set(range(n))
    assert all(abs(count - 2000) < 250 for count in counts.values())  # more than five standard deviations


def test_weighted_numbers_follow_their_weights_and_skip_zero():
    random = stream(6)
    counts = Counter(weighted(random, [1, 0, 3, 4], 4) for _ in range(8000))
    assert 1 not in counts
    assert abs(counts[0] - 1000) < 160
    assert abs(counts[2] - 3000) < 230
    assert abs(counts[3] - 4000) < 240


def test_equal_weights_of_one_take_the_short_way_to_the_same_place():
    counts = Counter(weighted(stream(7, number), [1] * 6, 6) for number in range(6000))
    assert all(abs(count - 1000) < 160 for count in counts.values())
