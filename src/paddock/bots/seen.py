"""The only input of a bot: a race as one seat knows it, when that seat has to choose."""

from dataclasses import dataclass
from typing import Any, Self

from paddock.engine import Game, Match, MatchError, Position, random_words

STREAMS = 1 << 40  # the random streams of bots start here, so that they never meet those of seeded dice
Packed = tuple[bytes, bytes, int, int]  # table, position, seat, ply: what travels to another process


@dataclass(frozen=True)
class Seen:
    """The table, and the position with everything blanked that the seat may not know."""

    game: Game
    table: Any
    known: Any
    seat: int
    ply: int

    @classmethod
    def of(cls, match: Match, seat: int) -> Self:
        """What the acting seat of a match sees now."""
        if match.actor != seat:
            raise MatchError(f"a bot chooses for the seat that acts, not for seat {seat}")
        return cls(match.game, match.table, match.seen_by(seat), seat, match.known_ply(seat))

    def packed(self) -> Packed:
        """The same as plain bytes and numbers."""
        return self.table.to_bytes(), self.known.to_bytes(), self.seat, self.ply

    @classmethod
    def unpacked(cls, game: Game, packed: Packed) -> Self:
        """What `packed` wrote."""
        table, known, seat, ply = packed
        return cls(game, game.table.from_bytes(table), game.state.from_bytes(known), seat, ply)

    def random(self, seed: int) -> list[int]:
        """The bot's random numbers for this one choice."""
        return random_words(seed, STREAMS * (self.seat + 1) + self.ply)

    def world(self, random: list[int]) -> Position:
        """A position that the seat holds possible: the real secrets never reach a bot."""
        return Position(self.game, self.table, self.known).world(self.seat, random)
