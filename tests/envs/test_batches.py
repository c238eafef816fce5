"""Races side by side in compiled code are the races that environments run one at a time, to the byte."""

from importlib import import_module
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from paddock.engine import OVER
from paddock.envs import EnvError, Race, batch, vector
from paddock.envs.race import RANDOM

SMALL = "_template"  # it compiles in seconds
LARGE = ["dicey_curves", "nestorgames_gp", "nitro_dice", "project_nos", "victory_lane"]
SEED = 5


def compare(many: Any, game: str, seats: int, races: int, steps: int) -> int:
    """Drive a batch and single races alike, illegal actions among them; returns how many races ended."""
    single = [Race(game, seats, None) for _ in range(races)]
    choose, ends, asked = np.random.default_rng(1), 0, [0] * races
    numbers = list(range(races))
    for number, race in zip(numbers, single, strict=True):
        race.start(SEED, number)
    step = many.reset(SEED)
    for _ in range(steps):
        actions = np.zeros(races, np.int64)
        for i, race in enumerate(single):
            if not race.is_over:
                asked[i] = race.actor
            assert (step.acting[i], bool(step.done[i])) == (race.actor, race.is_over)
            assert step.masks[i].tobytes() == race.mask(race.actor).tobytes()
            assert step.observations[i].tobytes() == race.observe(asked[i]).tobytes()
            assert step.rewards[i].tolist() == pytest.approx(race.rewards() if race.is_over else [0.0] * seats)
            if race.is_over:
                ends, numbers[i] = ends + 1, numbers[i] + races
                race.start(SEED, numbers[i])
                continue
            actions[i] = any_action(step.masks[i], choose)
            race.play(int(actions[i]))
        step = many.step(actions)
    many.close()
    return ends


def any_action(mask: Any, choose: np.random.Generator) -> int:
    """A legal action, now and then an illegal one."""
    return int(choose.choice(np.flatnonzero(mask if choose.random() > 0.002 else mask == 0)))


def test_a_batch_runs_the_same_races_as_single_environments():
    assert compare(batch(SMALL, 8, 3, threads=2), SMALL, 3, 8, 200) > 20


@pytest.mark.long
@pytest.mark.parametrize("game", LARGE)
def test_a_batch_of_every_game_runs_the_same_races_as_single_environments(game: str):
    assert compare(batch(game, 6, 4, threads=2), game, 4, 6, 400) > 0


def test_a_batch_is_the_same_on_any_number_of_threads():
    found: list[list[bytes]] = []
    for threads in (1, 3):
        many = batch(SMALL, 10, 4, threads=threads)
        step, told = many.reset(2), list[bytes]()
        for _ in range(60):
            step = many.step(step.masks.argmax(axis=1))
            told.append(step.observations.tobytes() + step.rewards.tobytes() + step.masks.tobytes())
        found.append(told)
    assert found[0] == found[1]


def test_the_arrays_of_a_step_are_not_copied():
    many = batch(SMALL, 4, 2)
    first = many.reset(1)
    assert many.step(first.masks.argmax(axis=1)).observations is first.observations


def test_rivals_drive_themselves_and_know_only_what_they_may():
    many = batch(SMALL, 6, 3, rivals=["quick", None, RANDOM])
    step, ended = many.reset(3), 0
    for _ in range(120):
        assert set(step.acting.tolist()) <= {1, OVER}
        ended += int(step.done.sum())
        step = many.step(step.masks.argmax(axis=1))
    assert ended > 5


def test_a_vector_environment_pays_the_learner_and_begins_the_next_race_at_the_next_step():
    env: Any = vector(SMALL, 5, "random", 3, seat=2)
    assert env.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    seen, info = env.reset(seed=9)
    paid = 0
    for _ in range(100):
        assert env.observation_space.contains(seen)
        before = info["action_mask"].any(axis=1)
        seen, rewards, over, cut, info = env.step(info["action_mask"].argmax(axis=1))
        assert not cut.any()
        assert (info["action_mask"].any(axis=1) == ~over).all()
        assert not over[~before].any(), "a race that was over has begun again"
        paid += int((rewards != 0).sum())
        assert not rewards[~over].any()
    assert paid > 5
    env.close()


def test_gymnasium_wraps_a_vector_environment():
    wrappers: Any = import_module("gymnasium.wrappers.vector")
    env = wrappers.RecordEpisodeStatistics(vector(SMALL, 3, "random", 2))
    _, info = env.reset(seed=1)
    ends = 0
    for _ in range(60):
        *_, info = env.step(info["action_mask"].argmax(axis=1))
        ends += int("episode" in info)
    assert ends > 0


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (lambda: batch(SMALL, 0), "1 to 1,000,000 races"),
        (lambda: batch(SMALL, 2, 2, rivals=["quick", "quick"]), "None at least once"),
        (lambda: batch(SMALL, 2, 2, rivals=["martian", None]), "no policy 'martian'"),
        (lambda: batch(SMALL, 2, 2).reset(-1), "a seed is a whole number"),
        (lambda: batch(SMALL, 2, 2).step(np.zeros(3, np.int64)), "2 actions"),
        (lambda: vector(SMALL, 2, "quick", 2, seat=5), "from 0 to 1"),
    ],
)
def test_what_a_batch_cannot_be_is_told_in_a_sentence(made: Any, told: str):
    with pytest.raises(EnvError, match=told):
        made()
