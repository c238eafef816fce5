"""The terminal game: any game in plain text, against people and bots, with program dice or those of a real table."""

from .saving import SavingError
from .screen import Screen
from .seating import Seat, SeatingError, read_seats
from .session import Session
from .start import Plan, choose_game, start

__all__ = [
    "Plan",
    "SavingError",
    "Screen",
    "Seat",
    "SeatingError",
    "Session",
    "choose_game",
    "read_seats",
    "start",
]
