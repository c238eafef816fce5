"""PettingZoo AEC: the seats act one after the other, as the rules ask them; chance is drawn between them."""

from typing import Any

from paddock.engine import OVER, SPECTATOR, Options

from .drawing import RENDER_MODES, checked_mode, rendered
from .extras import needed
from .race import Race, Seeds, agent_names, checked_rule

with needed("rl"):
    from gymnasium.spaces import Box, Discrete
    from pettingzoo import AECEnv


class AecRace(AECEnv[str, Any, Any]):
    """A race; `infos[agent]["action_mask"]` has a 1 for each legal action of the agent that acts."""

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
        super().__init__()
        self.race = Race(game_id, seats, options)
        self.render_mode, self.illegal, self.max_cycles = checked_mode(render_mode), checked_rule(illegal), max_cycles
        self.metadata = {
            "render_modes": RENDER_MODES,
            "name": f"paddock_{self.race.game.id}_v0",
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = list(agent_names(self.race.seats))
        self.agents: list[str] = []
        low, high = self.race.observed.low, self.race.observed.high
        self.observation_spaces = {agent: Box(low, high, dtype=low.dtype.type) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(self.race.moves) for agent in self.possible_agents}
        self._seeds = Seeds()

    def observation_space(self, agent: str) -> Any:
        """The named integers of the game, with their ranges."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The moves of the game."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin race 0 of a seed, or the next race of the one before; `options` are those of the constructor."""
        self.race.start(*self._seeds.next(seed))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._look_again()

    def observe(self, agent: str) -> Any:
        """What an agent observes, at any time."""
        return self.race.observe(self.possible_agents.index(agent))

    def step(self, action: Any) -> None:
        """The acting agent's action; None from an agent whose race is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.race.play(int(action), self.illegal)
        self._clear_rewards()
        if self.race.is_over:
            self.rewards = dict(zip(self.agents, self.race.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self.race.decisions >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._look_again()
        if self.render_mode == "human":
            self.render()

    def _look_again(self) -> None:
        """Who acts now, and what everybody is told."""
        actor = self.race.actor
        self.agent_selection = self.agents[0 if actor == OVER else actor]
        self.infos = {agent: self._info(seat) for seat, agent in enumerate(self.agents)}

    def _info(self, seat: int) -> dict[str, Any]:
        mask = {"action_mask": self.race.mask(seat)}
        return {**mask, **self.race.result(seat)} if self.race.is_over else mask

    def render(self) -> Any:
        """The race as spectators see it."""
        return rendered(self.race.text(SPECTATOR), self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
