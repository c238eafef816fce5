"""A track as the lab reads it: its spots on the drawing, and what the events of a race mean there."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .race.events import Happening

NOWHERE = -1  # instead of a spot: off the track, or not named by an event


@dataclass(frozen=True)
class Spot:
    """A place where cars stand."""

    number: int
    name: str  # in words, e.g. "section 3, left lane, space 2"
    x: float  # centre in a square of 1000, to the right
    y: float  # downwards
    lane: str = ""  # what a driver calls the lane; "" on a road without lanes
    following: tuple[int, ...] = ()  # spots that the road leads to, for the drawing


@dataclass(frozen=True)
class Course:
    """What a game says about its track. Crashes are the events with the moment "crash"; their number `a` is the car."""

    spots: Callable[[Any], tuple[Spot, ...]]  # table -> the spots of its track
    at: Callable[[Any, Any, int], int]  # table, position, seat -> the spot on which its car stands
    rounds: Callable[[Any, Any], int]  # table, position -> rounds begun so far: the clock of lap times
    where: Callable[[Any, Happening], int]  # table, event -> the spot that the event names, else NOWHERE
    is_wait: Callable[[Happening], bool]  # whether car `a` loses a turn or stands still
    lap: Callable[
        [Any, Happening], int
    ]  # table, event -> the lap that car `a` completes, 0: begins its first; -1: none
