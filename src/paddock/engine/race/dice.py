"""Where chance outcomes come from. The rules never know: a source answers each chance event of a match.

A source is asked with the ply and the `take`: how often a chance event at this ply was drawn before and taken back, so
that taking back never shows a coming die. Games by a running clock have a stream of dice for each racer: in place of
the ply they pass the stream and the count of its draws so far, so that no racer's dice depend on when others act.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field
from typing import Protocol

from ..rules.rng import WORDS, seed_random, weighted

SECRET_BYTES = 32


class DiceError(ValueError):
    """A dice source that cannot do what was asked."""


class Dice(Protocol):
    """Answers chance events."""

    @property
    def kind(self) -> str:
        """How a race record names this source."""
        ...

    @property
    def answers_clock(self) -> bool:
        """Whether it also says when people act, in games by a running clock; else the host's clock does."""
        ...

    def draw(self, ply: int, take: int, outcomes: list[int], weights: list[int]) -> int | None:
        """One of the outcomes, or None if a person has to enter it."""
        ...


@dataclass(frozen=True)
class SeededDice:
    """The same seed gives the same race: for tests, simulation and study."""

    seed: int = 1
    kind: str = field(default="seeded", init=False)
    answers_clock: bool = field(default=True, init=False)

    def draw(self, ply: int, take: int, outcomes: list[int], weights: list[int]) -> int:
        """A random outcome that depends on seed, ply and take alone."""
        random = [0] * WORDS
        seed_random(random, self.seed, (take << 24) + ply)
        return outcomes[weighted(random, weights, len(weights))]


@dataclass(frozen=True)
class ManualDice:
    """A real table: people roll and draw, and enter the outcome."""

    kind: str = field(default="manual", init=False)
    answers_clock: bool = field(default=False, init=False)

    def draw(self, ply: int, take: int, outcomes: list[int], weights: list[int]) -> int | None:
        """None: people enter the outcome, unless only one is possible."""
        return outcomes[0] if len(outcomes) == 1 else None


class FairDice:
    """Provably fair dice (commit and reveal): the host cannot choose them, nobody can foresee them, anybody can check.

    Before the race the SHA-256 of a secret of 32 random bytes is published. Players may add their own words before
    the first roll. Every outcome comes from HMAC-SHA256 under a key made of the secret and those words, over ply and
    take. The secret is shown after the race. The commitment alone tells nothing about the secret, so it tells nothing
    about the dice.
    """

    kind = "fair"
    answers_clock = False

    def __init__(self, secret: bytes | None = None, entropy: tuple[tuple[int, str], ...] = ()):
        self._secret = secrets.token_bytes(SECRET_BYTES) if secret is None else secret
        if len(self._secret) != SECRET_BYTES:
            raise DiceError(f"the secret has {SECRET_BYTES} bytes, not {len(self._secret)}")
        self.entropy = entropy
        self._key: bytes | None = None  # made at the first roll

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret, published before the race."""
        return hashlib.sha256(self._secret).hexdigest()

    def add_entropy(self, seat: int, text: str) -> None:
        """Mix a player's words into the key, before the first roll."""
        if self._key is not None:
            raise DiceError("the first die has been rolled; entropy can only be added before it")
        self.entropy = (*self.entropy, (seat, text))

    def reveal(self) -> str:
        """The secret: to be shown only when the race is over."""
        return self._secret.hex()

    def draw(self, ply: int, take: int, outcomes: list[int], weights: list[int]) -> int:
        """The outcome that secret and entropy fix for this ply."""
        if self._key is None:
            self._key = self._made_key()
        ticket = fair_number(self._key, ply, take, sum(weights))
        for outcome, weight in zip(outcomes, weights, strict=True):
            if ticket < weight:
                return outcome
            ticket -= weight
        raise AssertionError("the ticket is below the sum of the weights")

    def _made_key(self) -> bytes:
        words = b"".join(f"{seat}:{len(text.encode())}:".encode() + text.encode() for seat, text in self.entropy)
        return hmac.digest(self._secret, b"paddock dice 1|" + words, "sha256")


def fair_number(key: bytes, ply: int, take: int, total: int) -> int:
    """A number below `total`, all equally likely: 64-bit words of HMAC-SHA256 with rejection sampling."""
    limit = (1 << 64) - (1 << 64) % total
    attempt = 0
    while True:
        digest = hmac.new(key, f"{ply}:{take}:{attempt}".encode(), "sha256").digest()  # hmac.digest releases the GIL
        word = int.from_bytes(digest[:8], "big")
        if word < limit:
            return word % total
        attempt += 1
