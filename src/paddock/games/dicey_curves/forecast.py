"""What a player may want to know before choosing: the rules try each play on a copy of the position.

Only the events that the rules log are read, so a forecast cannot differ from what driving brings.
"""

from dataclasses import dataclass, field
from typing import Any

from paddock.engine import new_log, read_log

from .events import STEPPED, TOOK_CUBES, TOOK_GATE_CUBE, TOOK_ON_THE_WAY
from .rules.combos import can_declare, choose_dice, declare, dice_options, largest_combo
from .rules.driving import arrive, choose_step, drive_on, end_play, step_options
from .rules.model import (
    gate_ahead,
    spot_named,
    successor,
)
from .state import (
    ARRIVED,
    CHOICES,
    CHOOSE_ACT,
    CHOOSE_DICE,
    CHOOSE_STEP,
    DECLARE,
    DRAW_TRACK,
    DRIVE_ON,
    END_PLAY,
    LANES,
    NO_RUN,
    PAY_STEP,
    STEP,
    STOP,
    State,
    Table,
)
from .words import dice_name

UNHEARD = new_log(0)
MOST_EVENTS = 64  # of one play
HERE = -1  # the spot of a run without a step yet
TOOK = (TOOK_CUBES, TOOK_ON_THE_WAY, TOOK_GATE_CUBE)


# Dice


def combinations(t: Table, s: State) -> list[int]:
    """Every Single and Combo of the unused dice."""
    trial = s.copy()
    trial.mover, trial.need[0] = 0, 1  # a car that any dice drive
    return [move for move in _dice(t, trial) if move != DECLARE]


def plays(t: Table, s: State) -> list[dict[str, Any]]:
    """The combinations in words, the largest first; among equal sizes, the one that leaves the larger combo first."""
    found = [(move, *_size_and_rest(t, s, move)) for move in combinations(t, s)]
    found.sort(key=lambda play: (-play[1], -play[2]))
    return [{"move": move, "dice": dice_name(t, move), "size": size} for move, size, _ in found]


def _size_and_rest(t: Table, s: State, move: int) -> tuple[int, int]:
    """How many dice a combination has, and the largest one that is left after it."""
    trial = s.copy()
    trial.mover, trial.spot[0], trial.declared = 0, 0, 0  # its car may have left the race
    choose_dice(trial, move, UNHEARD)
    return trial.size, largest_combo(t, trial)


# Steps


def steps(t: Table, s: State) -> list[dict[str, Any]]:
    """The spots one step ahead of the car being driven, and the moves that lead there, taking cubes or paying."""
    if s.phase != CHOOSE_STEP:
        return []
    ahead = [(lane, successor(t, s, s.spot[s.mover], lane)) for lane in range(LANES)]
    return [{"spot": spot, "move": STEP + lane, "paying": PAY_STEP + lane} for lane, spot in ahead if spot >= 0]


# Where a car could go


@dataclass
class Run:
    """A play as far as it has been tried: the position, the cubes taken and the spots driven to."""

    state: State
    cubes: int = 0
    way: list[int] = field(default_factory=list[int])

    def after(self, t: Table, move: int) -> "Run":
        """The run after a chosen step and all that the rules do without asking."""
        further, log = Run(self.state.copy(), self.cubes, list(self.way)), new_log(MOST_EVENTS)
        choose_step(t, further.state, move, log)
        further.drive_on(t, log)
        return further

    def drive_on(self, t: Table, log: list[int]) -> None:
        """Let the rules drive until a step must be chosen or the play is over, and read the events they log."""
        s = self.state
        while s.phase in (DRIVE_ON, ARRIVED, END_PLAY, DRAW_TRACK):
            if s.phase == DRIVE_ON:
                drive_on(t, s, log)
            elif s.phase == ARRIVED:
                arrive(t, s, log)
            elif s.phase == END_PLAY:
                end_play(t, s, log)
            else:
                s.phase = s.then  # a card that nobody knows
        for kind, _, b, c in read_log(log):
            if kind in TOOK:
                self.cubes += c
            elif kind == STEPPED:
                self.way.append(spot_named(b))


def reachable(t: Table, s: State) -> list[dict[str, Any]]:
    """For each car that can be driven now: its gate, and by size of a play the spots where it may end."""
    if s.phase == CHOOSE_STEP:
        return [_reach(t, s, s.mover, {s.size: Run(s.copy())})]
    if s.phase not in (CHOOSE_ACT, CHOOSE_DICE):
        return []
    cars = [s.mover] if s.phase == CHOOSE_DICE else [car for car in range(t.cars) if s.need[car] < NO_RUN]
    of_each_size = {play["size"]: play["move"] for play in plays(t, s)}
    found = [_reach(t, s, car, _begun(t, s, car, set(of_each_size.values()))) for car in cars]
    return [one for one in found if one["plays"] or s.phase == CHOOSE_DICE]


def _reach(t: Table, s: State, car: int, begun: dict[int, Run]) -> dict[str, Any]:
    plays = [{"size": size, "ends": _ends(t, run)} for size, run in sorted(begun.items())]
    return {"car": car, "gate": gate_ahead(t, s, s.spot[car]), "plays": [play for play in plays if play["ends"]]}


def _ends(t: Table, run: Run) -> list[dict[str, Any]]:
    return [{"spot": end.way[-1], "way": end.way, "cubes": end.cubes} for end in run_ends(t, run) if end.way]


def _begun(t: Table, s: State, car: int, of_each_size: set[int]) -> dict[int, Run]:
    """A play of each size that may drive the car, Super Sizes in hand declared or not, before its first step."""
    trial, begun = s.copy(), dict[int, Run]()
    if s.phase == CHOOSE_ACT:
        trial.mover, trial.declared = car, 0
    while True:
        for move in of_each_size.intersection(_dice(t, trial)):
            play = trial.copy()
            choose_dice(play, move, UNHEARD)
            play.phase = DRIVE_ON  # the cards for Super Sizes are drawn, but change nothing here
            begun.setdefault(play.size, Run(play))
        if not can_declare(t, trial):
            return begun
        declare(trial, UNHEARD)


def _dice(t: Table, s: State) -> list[int]:
    """The dice that the car may be driven with."""
    out = [0] * CHOICES
    return out[: dice_options(t, s, out)]


def run_ends(t: Table, run: Run) -> list[Run]:
    """Where the complete runs of a play end, as far as cards are laid, each by the way that takes the fewest cubes."""
    ends: dict[int, Run] = {}
    run.drive_on(t, new_log(MOST_EVENTS))
    tried = [run]
    while tried:
        ahead: dict[int, Run] = {}
        for one in tried:
            _keep_best(ahead if one.state.phase == CHOOSE_STEP else ends, one)
        tried = [one.after(t, move) for one in ahead.values() for move in _steps(one.state)]
    return list(ends.values())


def _steps(s: State) -> list[int]:
    """The steps that are offered, without those that cost a chip."""
    out = [0] * CHOICES
    return [move for move in out[: step_options(s, out)] if move < PAY_STEP or move == STOP]


def _keep_best(runs: dict[int, Run], run: Run) -> None:
    spot = run.way[-1] if run.way else HERE
    if spot not in runs or run.cubes < runs[spot].cubes:
        runs[spot] = run
