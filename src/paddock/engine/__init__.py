"""The rules engine: records, rules, matches, dice, playouts. It knows no game.

What is listed here is the public interface for games, bots, servers and tools; everything deeper may change any day.
"""

from .component_file import ComponentFileError, read_component
from .course import NOWHERE, Course, Spot
from .explore import Explored, explore, slot_clauses
from .game import Decision, Game, GameError
from .intervals import Z99, wilson
from .live import FateKind, Input, InputFate, LiveRace, LiveRules
from .measure import Drivers, Measured, in_order, measure, ply_by_ply, policy_number
from .race.dice import SECRET_BYTES, Dice, DiceError, FairDice, ManualDice, SeededDice
from .race.events import EVERYBODY, SPECTATOR, Event, Happening, Namer, capitalised, number_of
from .race.match import Choice, HistoryLine, IllegalMoveError, Match, MatchError, MatchSnapshot, Ply, TakeBack
from .race.options import (
    LARGEST_FILE,
    Option,
    OptionError,
    Options,
    Value,
    complete_values,
    is_file,
    read_options,
    shown_value,
)
from .race.position import Permission, Position, foresee, random_words
from .race.race_record import RECORD_ACTORS, RaceRecord, RecordError, read_record, write_record
from .race.rulebook import CLAUSE_ID, Clause, Rulebook, RulebookError
from .race.verification import NOT_OVER, Verification, verify_record
from .rules.bits import (
    at_place,
    digit,
    halved,
    is_in,
    is_odd,
    is_several,
    list_set,
    lowest_of,
    minus,
    moved_down,
    moved_up,
    set_below,
    set_of,
    size_of,
    with_one,
    without,
    without_lowest,
)
from .rules.contract import CONTRACT
from .rules.decks import (
    deck_outcomes,
    demand_draws,
    draw_any,
    draw_to_hand,
    fill_hand,
    pool_hand,
    pool_other_hands,
    reshuffle,
    take_from_hand,
    throw,
    throw_hand,
)
from .rules.gpu import compile_kernel
from .rules.gpu_launch import NoGpuError
from .rules.log import new_log, note, read_log
from .rules.marking import CHANCE, OVER, TABLE, Rule, rule
from .rules.phases import BOARD, DICE, DOCK, HAND, HOMES, Home, Phase, PhaseError, Phases, Phrase
from .rules.rng import EQUAL, WORDS, next_word, seed_random, uniform, weighted
from .rules.runner import BACKENDS, Backend, Runner
from .rules.schema import Record, SchemaError, i8, i16, i32, i64, seats_of
from .rules.twin import RuleError, Twins, reachable
from .search_tree import SearchTree, TriedMove
from .series import (
    MOST_RACES,
    NOBODY,
    Heat,
    Order,
    Plan,
    Result,
    Season,
    SeriesRules,
    SheetRow,
    Team,
    by_points_wins_last_place,
    points_by_place,
    race_number,
    races_option,
    ranked,
)
from .simulate import POLICIES, Batch, Simulation, simulate
from .workshop import Checked, Example, Remark, RemarkLevel, Workshop

__all__ = [  # noqa: RUF022 (in groups)
    # Records and rules
    "CHANCE",
    "CONTRACT",
    "EQUAL",
    "OVER",
    "TABLE",
    "Record",
    "Rule",
    "RuleError",
    "SchemaError",
    "Twins",
    "i8",
    "i16",
    "i32",
    "i64",
    "new_log",
    "note",
    "reachable",
    "read_log",
    "rule",
    "seats_of",
    # Random numbers
    "WORDS",
    "next_word",
    "random_words",
    "seed_random",
    "uniform",
    "weighted",
    # A game: its phases, events, options and rulebook
    "BOARD",
    "CLAUSE_ID",
    "Clause",
    "DICE",
    "DOCK",
    "Decision",
    "EVERYBODY",
    "Event",
    "Game",
    "GameError",
    "HAND",
    "HOMES",
    "Home",
    "Happening",
    "LARGEST_FILE",
    "Namer",
    "Option",
    "OptionError",
    "Options",
    "Phase",
    "PhaseError",
    "Phases",
    "Phrase",
    "Rulebook",
    "RulebookError",
    "SPECTATOR",
    "Value",
    "capitalised",
    "complete_values",
    "is_file",
    "number_of",
    "read_options",
    "shown_value",
    # Files that people make, and what a game says about them
    "Checked",
    "ComponentFileError",
    "Course",
    "Example",
    "NOWHERE",
    "Remark",
    "RemarkLevel",
    "Spot",
    "Workshop",
    "read_component",
    # One race
    "Choice",
    "Dice",
    "DiceError",
    "FairDice",
    "HistoryLine",
    "IllegalMoveError",
    "ManualDice",
    "Match",
    "MatchError",
    "MatchSnapshot",
    "Permission",
    "Ply",
    "Position",
    "SECRET_BYTES",
    "SeededDice",
    "TakeBack",
    "foresee",
    # The file that holds a race, and whether it is true
    "NOT_OVER",
    "RECORD_ACTORS",
    "RaceRecord",
    "RecordError",
    "Verification",
    "read_record",
    "verify_record",
    "write_record",
    # Races by a running clock
    "FateKind",
    "Input",
    "InputFate",
    "LiveRace",
    "LiveRules",
    # Races that count together
    "MOST_RACES",
    "NOBODY",
    "Order",
    "Plan",
    "Heat",
    "Result",
    "Season",
    "SeriesRules",
    "SheetRow",
    "Team",
    "by_points_wins_last_place",
    "points_by_place",
    "race_number",
    "races_option",
    "ranked",
    # Simulation and tree search, interpreted or compiled
    "BACKENDS",
    "Backend",
    "Batch",
    "NoGpuError",
    "POLICIES",
    "Runner",
    "SearchTree",
    "Drivers",
    "Explored",
    "Measured",
    "Simulation",
    "TriedMove",
    "Z99",
    "compile_kernel",
    "explore",
    "in_order",
    "measure",
    "ply_by_ply",
    "policy_number",
    "simulate",
    "slot_clauses",
    "wilson",
    # Rules that games share: piles and hands of cards, small sets of numbers
    "at_place",
    "deck_outcomes",
    "demand_draws",
    "digit",
    "draw_any",
    "draw_to_hand",
    "fill_hand",
    "halved",
    "is_in",
    "is_odd",
    "is_several",
    "list_set",
    "lowest_of",
    "minus",
    "moved_down",
    "moved_up",
    "pool_hand",
    "pool_other_hands",
    "reshuffle",
    "set_below",
    "set_of",
    "size_of",
    "take_from_hand",
    "throw",
    "throw_hand",
    "with_one",
    "without",
    "without_lowest",
]
