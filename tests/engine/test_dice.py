"""Dice sources: seeded, manual and fair."""

import hashlib
from collections import Counter

import pytest

from paddock.engine import CHANCE, DiceError, FairDice, ManualDice, Match, SeededDice
from paddock.engine.race.dice import fair_number
from paddock.games._template import GAME

FACES = [1, 2, 3, 4, 5, 6]
EVEN = [1] * 6


def test_a_seed_gives_the_same_outcome_for_the_same_ply_and_another_for_another_take():
    dice = SeededDice(7)
    assert [dice.draw(ply, 0, FACES, EVEN) for ply in range(20)] == [
        dice.draw(ply, 0, FACES, EVEN) for ply in range(20)
    ]
    assert [dice.draw(ply, 0, FACES, EVEN) for ply in range(20)] != [
        dice.draw(ply, 1, FACES, EVEN) for ply in range(20)
    ]
    assert [dice.draw(p, 0, FACES, EVEN) for p in range(20)] != [
        SeededDice(8).draw(p, 0, FACES, EVEN) for p in range(20)
    ]


def test_seeded_outcomes_follow_their_weights():
    drawn = Counter(SeededDice(seed).draw(0, 0, [10, 20], [1, 3]) for seed in range(4000))
    assert 900 < drawn[10] < 1100  # 1000 expected, standard deviation 27


def test_manual_dice_leave_it_to_the_people():
    assert ManualDice().draw(0, 0, FACES, EVEN) is None
    assert ManualDice().draw(0, 0, [4], [1]) == 4
    match = Match(GAME, 2, {}, ManualDice())
    match.settle()
    assert match.actor == CHANCE
    match.play(3)
    assert match.state.card[0] == 3


def test_the_commitment_is_the_hash_of_the_secret_and_the_reveal_proves_it():
    dice = FairDice()
    assert hashlib.sha256(bytes.fromhex(dice.reveal())).hexdigest() == dice.commitment
    assert FairDice().commitment != dice.commitment


def test_a_fair_outcome_depends_on_secret_entropy_ply_and_take():
    def rolls(secret: int, *entropy: tuple[int, str], take: int = 0) -> list[int]:
        dice = FairDice(bytes([secret] * 32), entropy)
        return [dice.draw(ply, take, FACES, EVEN) for ply in range(30)]

    base = rolls(1, (0, "hello"))
    assert base == rolls(1, (0, "hello"))
    for other in (
        rolls(2, (0, "hello")),
        rolls(1, (0, "hallo")),
        rolls(1, (1, "hello")),
        rolls(1, (0, "hello"), take=1),
    ):
        assert other != base
    assert rolls(1, (0, "ab"), (0, "c")) != rolls(1, (0, "a"), (0, "bc")), "words must not run together"


def test_entropy_is_added_before_the_first_roll_only():
    dice = FairDice()
    dice.add_entropy(0, "blue shoes")
    dice.draw(0, 0, FACES, EVEN)
    with pytest.raises(DiceError, match="before it"):
        dice.add_entropy(1, "too late")


def test_nothing_of_a_fair_die_can_be_computed_from_what_is_published():
    """The key is keyed by the secret: everything public (commitment, entropy, ply) gives other numbers."""
    dice = FairDice(bytes(range(32)), ((0, "hello"),))
    real = [dice.draw(ply, 0, FACES, EVEN) for ply in range(40)]
    public = bytes.fromhex(dice.commitment)
    for guess in (public, hashlib.sha256(public).digest(), hashlib.sha256(b"hello").digest()):
        assert [1 + fair_number(guess, ply, 0, 6) for ply in range(40)] != real
        assert [FairDice(guess, dice.entropy).draw(ply, 0, FACES, EVEN) for ply in range(40)] != real


def test_fair_numbers_are_even_by_rejection():
    counts = Counter(fair_number(b"key", ply, 0, 3) for ply in range(6000))
    assert all(1850 < counts[number] < 2150 for number in range(3))  # 2000 expected, standard deviation 37


def test_words_above_the_last_multiple_are_rejected():
    total = (1 << 63) + 1  # nearly half of all words are too high
    numbers = [fair_number(b"key", ply, 0, total) for ply in range(50)]
    assert max(numbers) < total
    assert len(set(numbers)) == 50


def test_a_secret_has_32_bytes():
    with pytest.raises(DiceError, match="32 bytes, not 3"):
        FairDice(b"abc")
