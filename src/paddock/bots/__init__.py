"""Bots by name. A bot knows what its seat may see: it chooses in worlds drawn from those it cannot exclude."""

from .advice import advice_sentence, good_lines
from .aftermath import difference, reason
from .bot import Bot, UnknownBotError, make_bot
from .ladder import Pair, Rating, Score, mirrored, raced, ratings
from .levels import BOTS, LEVELS, Level, driver_name
from .search import Search, think
from .seen import Packed, Seen

__all__ = [  # noqa: RUF022 (in groups)
    # Bots
    "BOTS",
    "Bot",
    "LEVELS",
    "Level",
    "driver_name",
    "UnknownBotError",
    "make_bot",
    # Thinking, with what a seat may see
    "Packed",
    "Search",
    "Seen",
    "think",
    # Advice for a person
    "advice_sentence",
    "good_lines",
    "difference",
    "reason",
    # Which level is stronger
    "Pair",
    "Rating",
    "Score",
    "mirrored",
    "raced",
    "ratings",
]
