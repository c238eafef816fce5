"""Gymnasium: one learner against bots. Importing this module registers `paddock/GAME-v0` for every game."""

from collections.abc import Sequence
from typing import Any, ClassVar, cast

from paddock.bots import Bot, Seen, make_bot
from paddock.engine import Options, random_words, uniform
from paddock.games import game_ids

from .drawing import RENDER_MODES, checked_mode, rendered
from .extras import needed
from .race import EnvError, Race, Seeds, checked_rule

with needed("rl"):
    import gymnasium
    from gymnasium.spaces import Box, Discrete

LEARNERS = 1 << 41  # the random stream of the learner's seat: apart from those of dice and bots
TRIES = 1000  # races begun in which the learner is asked nothing, before that is an error


class GymRace(gymnasium.Env[Any, Any]):
    """A race of one learner: `info["action_mask"]`, also `action_masks()`, has a 1 for each legal action."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 1}  # pyright: ignore

    def __init__(
        self,
        game_id: str,
        against: str | Sequence[str] = "club",
        seats: int | None = None,
        options: Options | None = None,
        *,
        seat: int | None = 0,
        render_mode: str | None = None,
        illegal: str = "lose",
    ):
        self.race = Race(game_id, seats, options)
        self.levels = _levels(against, self.race.seats - 1)
        self.render_mode, self.illegal = checked_mode(render_mode), checked_rule(illegal)
        if seat is not None and not 0 <= seat < self.race.seats:
            raise EnvError(
                f"the learner's seat is from 0 to {self.race.seats - 1}, or None for a random one, not {seat}"
            )
        self._wanted, self.seat = seat, seat or 0
        low, high = self.race.observed.low, self.race.observed.high
        self.observation_space = Box(low, high, dtype=low.dtype.type)
        self.action_space = Discrete(self.race.moves)
        self._seeds = Seeds()
        self._bots: dict[int, Bot] = {}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin race 0 of a seed, or the next race of the one before, and run it to the learner's first decision."""
        super().reset(seed=seed)
        self._start(seed)
        for _ in range(TRIES):
            if not self.race.is_over:
                return self.race.observe(self.seat), self._info(True)
            self._start(None)
        raise EnvError(f"the learner was asked nothing in {TRIES} races")

    def _start(self, seed: int | None) -> None:
        root, number = self._seeds.next(seed)
        self.race.start(root, number)
        chosen = uniform(random_words(root, LEARNERS + number), self.race.seats)
        self.seat = chosen if self._wanted is None else self._wanted
        rivals = [other for other in range(self.race.seats) if other != self.seat]
        self._bots = {rival: make_bot(name, root + number) for rival, name in zip(rivals, self.levels, strict=True)}
        self._let_bots_drive()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The learner's action, then the race up to its next decision or the end."""
        is_legal = self.race.play(int(action), self.illegal)
        self._let_bots_drive()
        over = self.race.is_over
        reward = self.race.rewards()[self.seat] if over else 0.0
        if self.render_mode == "human":
            self.render()
        return self.race.observe(self.seat), reward, over, False, self._info(is_legal)

    def _let_bots_drive(self) -> None:
        race = self.race
        while not race.is_over and (seat := race.actor) != self.seat:
            known = race.position.seen_by(seat).state
            move = self._bots[seat].decide(Seen(race.game, race.table, known, seat, race.plies))
            race.play(race.action(move, seat))

    def action_masks(self) -> Any:
        """The mask by itself, as MaskablePPO of sb3-contrib asks for it."""
        return self.race.mask(self.seat).astype(bool)

    def _info(self, is_legal: bool) -> dict[str, Any]:
        told = {"action_mask": self.race.mask(self.seat), "is_legal": is_legal, "seat": self.seat}
        return {**told, **self.race.result(self.seat)} if self.race.is_over else told

    def render(self) -> Any:
        """The race as the learner sees it."""
        return rendered(self.race.text(self.seat), self.render_mode)


def make(game_id: str, **settings: Any) -> GymRace:
    """The registered environment of a game, without wrappers."""
    Race(game_id, settings["seats"], settings["options"])  # an error before Gymnasium wraps it
    made = gymnasium.make(f"paddock/{game_id}-v0", disable_env_checker=True, **settings)
    return cast(GymRace, made.unwrapped)


def _levels(against: str | Sequence[str], rivals: int) -> list[str]:
    """The level of each rival, checked."""
    names = [against] * rivals if isinstance(against, str) else list(against)
    if len(names) != rivals:
        raise EnvError(f"against names {len(names)} bots for {rivals} rivals: name one for all or one for each")
    return [make_bot(name).name for name in names]


registry: Any = gymnasium  # the types of `register` do not know classes with named parameters
for _game_id in game_ids():
    registry.register(
        f"paddock/{_game_id}-v0", entry_point=GymRace, kwargs={"game_id": _game_id}, disable_env_checker=True
    )
