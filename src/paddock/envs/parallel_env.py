"""PettingZoo parallel: every agent answers every step; the rules ask one seat at a time, and the others wait."""

from typing import Any

from paddock.engine import SPECTATOR, Options

from .drawing import RENDER_MODES, checked_mode, rendered
from .extras import needed
from .race import Race, Seeds, agent_names, checked_rule

with needed("rl"):
    from gymnasium.spaces import Box, Discrete
    from pettingzoo import ParallelEnv


class ParallelRace(ParallelEnv[str, Any, Any]):
    """A race; one action more than the game has moves, the last one, is waiting. Only the acting seat's one counts."""

    def __init__(
        self,
        game_id: str,
        seats: int | None = None,
        options: Options | None = None,
        *,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        illegal: str = "lose",
    ):
        self.race = Race(game_id, seats, options)
        self.render_mode, self.illegal, self.max_cycles = checked_mode(render_mode), checked_rule(illegal), max_cycles
        self.metadata = {
            "render_modes": RENDER_MODES,
            "name": f"paddock_{self.race.game.id}_v0",
            "render_fps": 1,
        }
        self.wait = self.race.moves
        self.possible_agents = list(agent_names(self.race.seats))
        self.agents: list[str] = []
        low, high = self.race.observed.low, self.race.observed.high
        self.observation_spaces = {agent: Box(low, high, dtype=low.dtype.type) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(self.wait + 1) for agent in self.possible_agents}
        self._seeds = Seeds()

    def observation_space(self, agent: str) -> Any:
        """The named integers of the game, with their ranges."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The moves of the game, and waiting."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin race 0 of a seed, or the next race of the one before; `options` are those of the constructor."""
        self.race.start(*self._seeds.next(seed))
        self.agents = list(self.possible_agents)
        return self._observations(), self._infos()

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """The acting seat's action; those of seats that are not asked are not used."""
        self.race.play(int(actions[self.possible_agents[self.race.actor]]), self.illegal)
        over = self.race.is_over
        cut = not over and self.max_cycles is not None and self.race.decisions >= self.max_cycles
        rewards = self.race.rewards() if over else [0.0] * self.race.seats
        answer = (
            self._observations(),
            dict(zip(self.agents, rewards, strict=True)),
            dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, cut),
            self._infos(),
        )
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return answer

    def _observations(self) -> dict[str, Any]:
        return {agent: self.race.observe(seat) for seat, agent in enumerate(self.agents)}

    def _infos(self) -> dict[str, Any]:
        return {agent: self._info(seat) for seat, agent in enumerate(self.agents)}

    def _info(self, seat: int) -> dict[str, Any]:
        mask = self.race.mask(seat, self.wait + 1)
        mask[self.wait] = seat != self.race.actor
        return {"action_mask": mask, **(self.race.result(seat) if self.race.is_over else {})}

    def render(self) -> Any:
        """The race as spectators see it."""
        return rendered(self.race.text(SPECTATOR), self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
