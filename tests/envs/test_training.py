"""The example that learns runs, and keeps a policy that loads and drives legally. How well it drives is not tested."""

import re
import subprocess
import sys
from importlib import util
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paddock.envs import batch

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_ppo.py"
SMALL, LARGE = "_template", "nestorgames_gp"  # the first compiles in seconds, the second is offered by Gymnasium


def example() -> Any:
    spec = util.spec_from_file_location("train_ppo", EXAMPLE)
    assert spec
    assert spec.loader
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(*words: str) -> str:
    command = [sys.executable, "-W", "error", str(EXAMPLE), *words]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A policy that has hardly learnt anything."""
    file = tmp_path_factory.mktemp("policy") / "policy.npz"
    told = run(LARGE, "--updates", "2", "--slots", "4", "--file", str(file))
    assert re.fullmatch(r" +\d+ s +2 updates +[\d,]+ samples  won .* races against quick\n", told)
    return file


def test_a_kept_policy_loads_and_drives_legally(kept: Path):
    policy, races = example().Policy.load(kept), batch(LARGE, 8, 2)
    step, ended = races.reset(3), 0
    while ended < 3:
        actions = [policy.best(seen, mask) for seen, mask in zip(step.observations, step.masks, strict=True)]
        asked = ~step.done
        assert step.masks[np.arange(8), actions][asked].all()
        step = races.step(np.array(actions))
        ended += int(step.done.sum())


def test_a_kept_policy_races_a_level_of_bots(kept: Path):
    told = run(LARGE, "--file", str(kept), "--against", "rookie", "--races", "2")
    assert re.fullmatch(r"won [012] of 2 races against rookie: 95 % interval [\d.]+% to [\d.]+%\n", told)


def test_an_update_makes_actions_that_paid_likelier():
    ppo, rng = example(), np.random.default_rng(1)
    track = ppo.Track(SMALL, 8, [None, None], 1)
    policy = ppo.beginner(track, rng)
    samples = track.drive(policy, 8, rng)
    samples["advantages"] = np.ones_like(samples["advantages"])
    ppo.Adam(policy.weights).step(policy.gradients(samples), 1e-4)
    rows = np.arange(len(samples["actions"]))
    features = policy.encoder(samples["observations"], samples["masks"])
    later = policy.forward(features, samples["masks"])[2][rows, samples["actions"]]
    chosen = samples["masks"].sum(axis=1) > 1
    assert later[chosen].mean() > samples["logs"][chosen].mean()


def test_advantages_are_the_reward_less_what_was_expected():
    """Worked out by hand, lambda 1: a race of three actions by seats 0, 1, 0, which seat 0 wins; then a new race."""
    ppo = example()
    ppo.KEPT = 1.0
    told = {
        "values": np.array([[0.5], [-0.25], [0.75], [0.0], [0.1]], np.float32),
        "acting": np.array([[0], [1], [0], [-2], [1]]),
        "rewards": np.array([[[0, 0]], [[0, 0]], [[0, 0]], [[1, -1]], [[0, 0]]], np.float32),
    }
    judged = ppo.Track.judged(told)
    assert judged["advantages"].tolist() == pytest.approx([1 - 0.5, -1 + 0.25, 1 - 0.75])
    assert judged["returns"].tolist() == pytest.approx([1, -1, 1])


def test_at_the_last_step_the_other_seat_expects_what_the_asked_one_does_not():
    """The cut comes while seat 1 expects 0.4, so seat 0 expects -0.4: its action before was worth that."""
    told = {
        "values": np.array([[0.1], [0.4]], np.float32),
        "acting": np.array([[0], [1]]),
        "rewards": np.zeros((2, 1, 2), np.float32),
    }
    assert example().Track.judged(told)["returns"].tolist() == pytest.approx([-0.4])
