"""What the environments promise beyond the suites: seeds, seats, bots, illegal actions, drawings, missing packages."""

import subprocess
import sys
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import paddock.envs.openspiel  # registers the games
from paddock.bots import UnknownBotError
from paddock.engine import OptionError
from paddock.envs import EnvError, Race, aec, gym, parallel
from paddock.envs.drawing import PAPER, picture

GAME = "nestorgames_gp"
pyspiel: Any = import_module("pyspiel")  # it has no types


def raced(env: Any, seed: int | None) -> list[tuple[int, bytes, float]]:
    """A race of the first legal actions: who acted, what it observed, what it got."""
    env.reset(seed=seed)
    found: list[tuple[int, bytes, float]] = []
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        found.append((env.possible_agents.index(agent), seen.tobytes(), reward))
        env.step(None if terminated or truncated else int(np.flatnonzero(info["action_mask"])[-1]))
    return found


def test_the_same_seed_is_the_same_races_in_the_same_order():
    one, other = aec(GAME, 3, {"laps": 1}), aec(GAME, 3, {"laps": 1})
    first = [raced(one, 7), raced(one, None), raced(one, None)]
    assert [raced(other, 7), raced(other, None), raced(other, None)] == first
    assert first[0] != first[1] != first[2]
    assert raced(one, 7) == first[0]
    assert raced(one, 8) != first[0]


def test_a_race_ends_with_rewards_that_add_up_to_zero_and_places():
    env = aec(GAME, 4, {"laps": 1})
    env.reset(seed=1)
    while not any(env.terminations.values()):
        assert not any(env.rewards.values())
        env.step(int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[0]))
    assert sum(env.rewards.values()) == pytest.approx(0)
    places = {agent: env.infos[agent]["place"] for agent in env.agents}
    winner = min(places, key=lambda agent: places[agent])
    assert (places[winner], env.rewards[winner]) == (1, 1.0)


def test_an_illegal_action_loses_the_race():
    env = aec(GAME, 3)
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(env.race.moves - 1)
    assert all(env.terminations.values())
    assert env.rewards == {agent: -1.0 if agent == loser else 0.5 for agent in env.possible_agents}


def test_an_illegal_action_can_be_replaced_by_a_random_legal_one():
    env = gym(GAME, "random", 2, illegal="random")
    _, info = env.reset(seed=1)
    assert info["is_legal"]
    *_, over, _, info = env.step(env.race.moves - 1)
    assert (over, info["is_legal"]) == (False, False)


def test_seats_that_are_not_asked_can_only_wait():
    env = parallel(GAME, 3, {"laps": 1})
    _, infos = env.reset(seed=1)
    asked = env.race.actor
    for seat, agent in enumerate(env.agents):
        mask = infos[agent]["action_mask"]
        assert mask.shape == (env.race.moves + 1,)
        assert mask[env.wait] == (seat != asked)
        assert mask.sum() == (len(env.race.actions()) if seat == asked else 1)
    actions = {agent: int(np.flatnonzero(infos[agent]["action_mask"])[0]) for agent in env.agents}
    env.step(actions)
    assert env.race.decisions == 1


def test_both_forms_of_pettingzoo_are_the_same_race():
    turns, steps = aec(GAME, 3, {"laps": 1}), parallel(GAME, 3, {"laps": 1})
    turns.reset(seed=5)
    rewards: dict[str, float] = {}
    seen, infos = steps.reset(seed=5)
    while not steps.race.is_over:
        agent = turns.agent_selection
        assert seen[agent].tobytes() == turns.observe(agent).tobytes()
        action = int(np.flatnonzero(infos[agent]["action_mask"])[-1])
        turns.step(action)
        seen, rewards, *_, infos = steps.step({one: action if one == agent else steps.wait for one in steps.agents})
    assert rewards == turns.rewards


def test_a_learner_in_a_random_seat_is_in_every_seat_sooner_or_later():
    env = gym(GAME, "random", 3, {"laps": 1}, seat=None)
    seats = {env.reset(seed=1)[1]["seat"], *(env.reset()[1]["seat"] for _ in range(30))}
    assert seats == {0, 1, 2}


def test_the_learner_is_asked_only_for_its_own_seat():
    env = gym(GAME, ["quick", "random"], 3, {"laps": 1}, seat=1)
    _, info = env.reset(seed=3)
    over, reward = False, 0.0
    while not over:
        assert env.race.actor == 1
        assert (env.action_masks() == info["action_mask"].astype(bool)).all()
        _, reward, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert reward == env.race.rewards()[1]
    assert 1 <= info["place"] <= 3


@pytest.mark.parametrize(
    ("made", "error", "told"),
    [
        (lambda: aec(GAME, 3, render_mode="film"), EnvError, "human, ansi, rgb_array"),
        (lambda: aec(GAME, 3, illegal="shout"), EnvError, "lose or random"),
        (lambda: aec(GAME, 99), ValueError, "2 to 8 seats"),
        (lambda: aec(GAME, 3, {"lapps": 2}), OptionError, "lapps"),
        (lambda: aec(GAME, 3).reset(seed=-1), EnvError, "a seed is a whole number from 0"),
        (lambda: aec("project_nos", 2, {"clock": "realtime"}), EnvError, "clock=realtime needs a clock"),
        (lambda: gym(GAME, "martian"), UnknownBotError, "martian"),
        (lambda: gym(GAME, ["club"], 4), EnvError, "1 bots for 3 rivals"),
        (lambda: gym(GAME, "club", 2, seat=2), EnvError, "from 0 to 1"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(made: Any, error: type[Exception], told: str):
    with pytest.raises(error, match=told):
        made()


def test_a_picture_has_a_row_of_letters_for_each_line_of_text():
    one, two = picture("##"), picture("##\n ##")
    assert one.shape[1] == two.shape[1]
    assert two.shape[0] > one.shape[0]
    assert (two[: one.shape[0] // 2] == one[: one.shape[0] // 2]).all()
    assert (picture(" ") == PAPER).all()
    assert (one != PAPER).any()


def test_a_drawing_shows_what_its_reader_may_see():
    env = gym("nitro_dice", "random", 2, render_mode="ansi")
    env.reset(seed=1)
    assert "red holds" in env.render()
    assert "holds" not in Race("nitro_dice", 2, None).text(-1)


@pytest.mark.parametrize(
    ("missing", "call", "extra"),
    [
        ("pettingzoo", "aec('nestorgames_gp')", "rl"),
        ("pettingzoo", "parallel('nestorgames_gp')", "rl"),
        ("gymnasium", "gym('nestorgames_gp')", "rl"),
        ("pyspiel", "openspiel", "openspiel"),
    ],
)
def test_a_missing_package_is_told_with_the_extra_to_install(missing: str, call: str, extra: str):
    code = f"import sys; sys.modules['{missing}'] = None; import paddock.envs; paddock.envs.{call}"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ended.stderr.splitlines()[-1].endswith(
        f"EnvsExtraError: this environment needs {missing}: install it with pip install 'paddock[{extra}]'"
    )


def heard(game: Any, actions: list[int], seat: int) -> str:
    state = game.new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state.information_state_string(seat)


def test_an_information_state_tells_what_its_player_saw_and_nothing_else():
    assert paddock.envs.openspiel.PREFIX
    game = pyspiel.load_game("paddock_nitro_dice(laps=1)")
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])  # who starts
    actions = state.history()
    one, other = state.legal_actions()[:2]  # the first card of somebody's hand
    hands = {(seat, card): heard(game, [*actions, card], seat) for seat in (0, 1) for card in (one, other)}
    told = [hands[seat, one] != hands[seat, other] for seat in (0, 1)]
    assert sorted(told) == [False, True], "only the drawer knows which card it is"


def test_an_information_state_remembers_moves_after_they_have_no_effect_any_more():
    game = pyspiel.load_game("paddock_nestorgames_gp(laps=1)")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    before = state.information_state_string(0)
    state.apply_action(state.legal_actions()[-1])
    assert state.information_state_string(0).startswith(before)
    assert state.clone().information_state_string(1) == state.information_state_string(1)


def test_openspiel_and_pettingzoo_pay_the_same():
    game = pyspiel.load_game("paddock_nestorgames_gp(seats=3,laps=1)")
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert sum(state.returns()) == pytest.approx(0)
    assert max(state.returns()) == 1.0
