"""The wire protocol, all in one place: what a client may send and what the server answers.

`tools/wire_types.py` generates web/src/wire.ts from this file, with the comments after fields. docs/wire.md describes
how the messages are used. Everything is JSON; each WebSocket message names its struct in the field `type`. A frame from
a client is one message; a frame from the server is a list of messages.
"""

from typing import Any, Literal

from msgspec import Struct

from paddock.analysis import DriverResult as DriverResult  # parts of what is sent: wire.ts needs them, too
from paddock.analysis import Explained
from paddock.analysis import GradedDecision as GradedDecision
from paddock.analysis import Turn as Turn
from paddock.engine import Home, Value

VERSION = 1  # of the protocol: a client of another version is refused with a message

SeatKind = Literal["open", "person", "bot"]
Status = Literal["waiting", "racing", "over"]
ClockKind = Literal["none", "move", "race"]
BotPace = Literal["relaxed", "brisk", "instant"]
DiceKind = Literal["fair", "manual"]  # manual: real ones, whose outcomes people enter
Level = Literal["error", "warning", "note"]
Verdict = Literal["true", "not verified", "not true"]
Drawing = Any  # a scene or a view; the game's board knows the shape


def _snake(name: str) -> str:
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


class Strict(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of what a client sends: unknown fields are refused."""


class Message(Struct, tag_field="type", tag=_snake):
    """A WebSocket message; its `type` is the name of the struct."""


class Request(Message, forbid_unknown_fields=True):
    """A message from a client."""


# What a client sends over a WebSocket


class Hello(Request):
    """The first message: the seats this browser holds and how much it has seen."""

    keys: list[str] = []  # keys of the seats held; none for a spectator
    entry: int = 0  # entries seen before, from the last `plies` or `undone`; 0: everything is sent
    version: int = 1  # of this protocol, as the client knows it


class Move(Request):
    """Play a move."""

    seat: int
    ply: int  # of the position the move answers; a stale one is refused
    move: int


class Enter(Request):
    """At a table with real dice: enter what was rolled or drawn."""

    seat: int
    ply: int  # of the position it answers; a stale one is refused
    outcome: int  # one of `roll.outcomes`


class Undo(Request):
    """Take back the seat's last move, where the rules of undo allow it."""

    seat: int
    ply: int  # of the position now


class AskUndo(Request):
    """Ask all people at the table to go back to a ply."""

    seat: int
    to_ply: int


class AnswerUndo(Request):
    """Agree to go back, or not."""

    seat: int
    yes: bool


class Start(Request):
    """The host starts now; open seats are driven by bots."""


class Sit(Request):
    """Take an open seat; answered by `seated`."""

    name: str
    seat: int = -1  # -1: any open seat


class Leave(Request):
    """Give up a seat before the start, or let a bot drive during the race."""

    seat: int


class Back(Request):
    """Take the wheel again."""

    seat: int


class Entropy(Request):
    """Mix a player's words into the dice, before the start."""

    seat: int
    text: str


class Rematch(Request):
    """Another race with the same seats and options; answered to all by `rematch_made`."""

    seat: int


class Hint(Request):
    """Ask for advice; answered by `advice`."""

    seat: int
    ply: int  # of the position it is about


class Ready(Request):
    """By a running clock: this seat is ready to start."""

    seat: int


class Press(Request):
    """By a running clock: this seat acts now. The server timestamps it; answered by `fate`."""

    seat: int
    number: int  # counted up by the client for each seat; one seen before is ignored
    ply: int  # of the position it answers
    move: int


class Probed(Request):
    """The answer to `probe`, sent at once."""

    number: int


class Ping(Request):
    """Check the connection; answered by `pong`."""

    n: int = 0


ClientMessage = (
    Hello
    | Move
    | Enter
    | Undo
    | AskUndo
    | AnswerUndo
    | Start
    | Sit
    | Leave
    | Back
    | Entropy
    | Rematch
    | Hint
    | Ready
    | Press
    | Probed
    | Ping
)


# Parts of what the server sends


class Clock(Strict, frozen=True):
    """How much time people have."""

    kind: ClockKind
    seconds: int  # for a move, or for the whole race


class SeatInfo(Struct):
    """A seat as everybody sees it."""

    seat: int
    called: str  # what the game calls it, e.g. red
    name: str  # of the person or bot; empty while open
    kind: SeatKind
    level: str  # which bot drives it, or would drive it
    host: bool  # may start the race
    connected: bool  # a client with its key is connected
    driven: bool  # a bot drives it now


class TableInfo(Struct):
    """A table as everybody sees it."""

    id: str
    game: str
    game_name: str
    options: dict[str, Value]  # of a component file only its name
    status: Status
    private: bool
    seats: list[SeatInfo]
    clock: Clock
    created: float  # seconds since 1970
    entries: int  # moves, outcomes and take-backs stored so far
    commitment: str  # SHA-256 of the dice's secret, shown from the beginning; empty: the dice are real ones
    entropy: list[tuple[int, str]]  # words that people mixed into the dice
    secret: str  # the dice's secret, once the race is over
    places: list[int]  # final place of each seat, once the race is over
    rules: str  # digest of the rules it was begun under
    note: str  # why it can only be read, e.g. "recorded under other rules"
    forked_from: str  # the table it was forked from
    forked_ply: int  # plies taken over from there
    rematch: str  # the table of its rematch, or of the next race of its series
    series: str  # the series it belongs to; empty: none
    series_race: int  # its number there, 1 is the first
    advice: bool  # whether people may ask for hints and see odds
    dice: DiceKind
    pace: BotPace  # of bots, where people at several screens wait for them together
    field: int  # cars of the race, driven by a seat or not; a lone seat is placed among them. 0: none but seats


class Happened(Struct):
    """Something that happened, as a seat may know it."""

    kind: int  # number of the event in its game; -1 if only the sentence may be known
    a: int
    b: int
    c: int
    clause: str
    sentence: str


class PlyInfo(Struct):
    """One move or outcome, as a seat may know it."""

    ply: int
    actor: int  # a seat, or CHANCE
    words: str  # of the move; "" if it may not be seen
    move: int  # its number; -1 if it may not be seen
    clause: str
    happenings: list[Happened]
    view: Drawing | None  # the position after it; none for plies long ago, and if the `position` that follows shows it
    notice: str  # what the table says about it, e.g. "Ana's time is up: a bot moves."; "" for most


class ChoiceInfo(Struct):
    """A legal move."""

    move: int
    words: str
    undoable: bool
    why: str  # why it could not be taken back, or for how long it could
    likely: bool  # what a quick driver would do, from what this seat knows
    odds: str  # its exact odds in words, for learners; "" if the game has none
    home: Home  # where on the screen it is made: "board", "hand", "dice" or "dock"


class DecisionInfo(Struct):
    """What is being decided."""

    clause: str
    question: str
    kind: str = ""  # the decision's name, for those who decide; a coach speaks of each kind only a few times
    coach: str = ""  # what a coach says about it in first races; "" where people get no advice


class OutcomeInfo(Struct):
    """What may have been rolled or drawn."""

    move: int
    words: str
    number: int  # that people call it by, e.g. the one printed on a card; 0 for none


class RollInfo(Struct):
    """At a table with real dice: what is to be rolled or drawn now."""

    by: list[int]  # seats that may enter it
    secret: bool  # others may not see it
    outcomes: list[OutcomeInfo]  # empty unless this seat may enter one; where hands are hidden, all of the deck


class UndoInfo(Struct):
    """Whether the last move, or entry of real dice, of this seat can be taken back."""

    allowed: bool
    reason: str


class Clocks(Struct):
    """Time left."""

    kind: ClockKind
    running: int  # the seat whose clock runs, or -1
    left: list[float]  # seconds left by seat
    time: float  # the server's time when this was true, seconds since 1970


# What the server sends over a socket


class Welcome(Message):
    """The answer to `hello`."""

    table: TableInfo
    scene: Drawing  # what stays the same for the whole race
    seats: list[int]  # held by this connection
    entry: int
    ply: int
    time: float  # the server's
    moments: list[str]  # by number of the event: crash, finish, or empty if it is nothing special
    version: int = VERSION  # of this protocol; it grows when older clients would no longer work


class Plies(Message):
    """What was played since, as one seat may know it. A browser with several seats gets one for each,
    and before them one for a spectator: what may be shown while the device changes hands."""

    seat: int  # whose knowledge this is; SPECTATOR for a spectator
    entry: int  # entries seen after this
    plies: list[PlyInfo]


class Position(Message):
    """The position now, as one seat may know it."""

    seat: int  # whose knowledge this is; SPECTATOR for a spectator
    entry: int
    ply: int
    actor: int  # a seat, CHANCE or OVER
    decision: DecisionInfo
    view: Drawing
    choices: list[ChoiceInfo]  # empty unless this seat acts; by a running clock what it may do now
    places: list[int]  # by seat, 1 is first
    scores: list[int]
    chances: list[int]  # to win, in thousandths, by seat
    clocks: Clocks
    undo: UndoInfo
    roll: RollInfo | None = None  # what people have to roll or draw and enter now
    figures: list[str] = []  # by seat: the scores in words; empty until the race is over


class Undone(Message):
    """Plies were taken back: forget those from `to_ply` on."""

    entry: int
    to_ply: int
    by: int  # the seat, or -1: by consent of all


class Seats(Message):
    """The seats have changed: a person came, left or sat down, or a bot took over."""

    table: TableInfo


class Seated(Message):
    """The seat taken and its key: keep it, it is shown once."""

    seat: int
    key: str


class UndoAsked(Message):
    """A person asks to go back; or the answers are complete."""

    by: int
    to_ply: int
    agreed: list[int]
    waiting: list[int]  # seats that have not answered
    outcome: Literal["asked", "granted", "refused", "dropped"]
    refused_by: int = -1


class Over(Message):
    """The race is over: places, and the dice's secret."""

    places: list[int]
    scores: list[int]
    secret: str
    entropy: list[tuple[int, str]]


class Alternative(Struct):
    """Something that is possible instead."""

    move: int
    words: str


class Refused(Message):
    """Something was not done, and why."""

    what: str  # the type of the refused message, or "" if it could not be read
    reason: str
    clause: str = ""
    alternatives: list[Alternative] = []
    ply: int = 0


class AdviceLine(Struct):
    """A good move."""

    move: int
    words: str
    chance: int  # to win with it, in thousandths, by a search


class Advice(Message):
    """The answer to `hint`: the best moves, from what this seat knows."""

    seat: int
    ply: int
    lines: list[AdviceLine]  # the best one first, at most three
    sentence: str


class RematchMade(Message):
    """The table of the rematch; the keys of the old seats open the same seats there."""

    table: str
    by: int


class Live(Message):
    """A race by a running clock: who is ready, when it starts, and the delay credited to each connection."""

    ready: list[int]  # seats
    waiting: list[int]  # seats that are not ready yet
    go: float  # the server's time at race time `since`, seconds since 1970; 0 while nothing is announced
    since: int  # milliseconds: 0 at the start of a race, later where it resumes after a break
    delays: list[int]  # by seat: milliseconds subtracted from the time at which its actions are read


class Fate(Message):
    """What became of a `press`."""

    seat: int
    number: int
    what: Literal["accepted", "kept", "dropped", "refused"]
    time: int  # race time at which it counts
    clause: str
    reason: str  # in words, where it did nothing
    retry_at: int  # race time from which it would count, where it came too soon by the server's clock; else -1


class Probe(Message):
    """A measurement of the connection's delay: answer with `probed` at once."""

    number: int
    time: float  # the server's
    delay: int  # one-way delay of this connection in milliseconds, as measured so far


class Pong(Message):
    """The answer to `ping`."""

    n: int
    time: float


class Closing(Message):
    """The server closes this connection; `again` says whether to reconnect."""

    reason: str
    again: bool


class Mistaken(Message):
    """At a table with real dice: what this seat entered cannot have been drawn; told to all, so nobody probes hands."""

    seat: int
    text: str


class Notice(Message):
    """A message of the server's host to all clients; empty: the last one is withdrawn."""

    text: str


ServerMessage = (
    Welcome
    | Plies
    | Position
    | Undone
    | Seats
    | Seated
    | UndoAsked
    | Over
    | Refused
    | Advice
    | RematchMade
    | Live
    | Fate
    | Probe
    | Pong
    | Closing
    | Mistaken
    | Notice
)
Frame = list[ServerMessage]  # what one frame from the server holds


# HTTP


class SeatWish(Strict, frozen=True):
    """The wish for a seat of a new table."""

    kind: Literal["me", "open", "bot"]
    name: str = ""
    level: str = ""  # which bot; empty: the standard one


class NewTable(Strict, frozen=True):
    """POST /api/tables"""

    game: str
    seats: list[SeatWish]
    options: dict[str, Value] = {}
    private: bool = True
    clock: Clock = Clock("none", 0)
    advice: bool = True  # people may ask for hints and see odds
    pace: BotPace = "brisk"  # of bots
    dice: DiceKind = "fair"  # manual: no bots, no clock, not in real time


class Quick(Strict, frozen=True):
    """POST /api/quick: race now against bots."""

    game: str
    name: str = ""
    seats: int = 0  # 0: the game's usual number


class Learn(Strict, frozen=True):
    """POST /api/lessons: the lesson of a game, from a step on."""

    game: str
    name: str = ""
    step: int = 0  # 0 is the first


class Join(Strict, frozen=True):
    """POST /api/tables/ID/join"""

    name: str
    seat: int = -1


class Fork(Strict, frozen=True):
    """POST /api/tables/ID/fork: play on from a ply."""

    ply: int
    seats: list[SeatWish]


class Created(Struct):
    """A new table and the keys of its creator's seats."""

    table: str
    keys: list[Seated]
    link: str  # to send to others


class LessonActionInfo(Struct):
    """One move of a learner."""

    ply: int  # of the position in which it is made
    move: int
    words: str


class LessonStepInfo(Struct):
    """One step of a lesson."""

    say: str  # one sentence
    clauses: list[str]  # that it teaches
    light: str  # the name of the control that does it; empty: the one of the move
    actions: list[LessonActionInfo]


class CreatedLesson(Struct):
    """A table in memory that teaches; it takes only the moves of its steps, and is gone when nobody is there."""

    table: str
    keys: list[Seated]
    title: str
    end: str  # what is said after the last step
    end_ply: int  # of the position at the end
    steps: list[LessonStepInfo]


class NewSeries(Strict, frozen=True):
    """POST /api/series"""

    game: str
    name: str
    seats: list[SeatWish]
    options: dict[str, Value] = {}  # of the game
    agreed: dict[str, Value] = {}  # options of the series
    venues: list[Value] = []  # where the races take place, in order; empty: the game's default
    private: bool = True
    clock: Clock = Clock("none", 0)
    advice: bool = True  # people may ask for hints and see odds, in every race
    pace: BotPace = "brisk"  # of bots, in every race
    dice: DiceKind = "fair"  # in every race; manual: no bots, no clock, not in real time


class NextRace(Strict, frozen=True):
    """POST /api/series/ID/next: open the next race, or find the one that is open."""

    keys: list[str]  # of seats in the last race


class CreatedSeries(Struct):
    """A new series, its first table, and the keys of its creator's seats."""

    series: str
    table: str
    keys: list[Seated]
    link: str  # of the first table, to send to others


class OpenedRace(Struct):
    """The table of the next race; the keys of the old seats open their drivers' seats there."""

    table: str


class HeatInfo(Struct):
    """One of several races that a game runs as a single race of a series."""

    title: str  # e.g. "race 2"
    winner: str  # empty: nobody


class SeriesRaceInfo(Struct):
    """A race of the calendar."""

    number: int  # 1 is the first
    title: str  # where it is
    table: str  # empty: not open yet
    status: Literal["coming", "waiting", "racing", "over"]
    counts: bool  # False: a tie-breaker without points
    winners: list[str]
    best: list[str]  # of the drivers, where others have won; empty: a winner is the best driver
    heats: list[HeatInfo]  # the races inside it, where a game has several


class SheetLine(Struct):
    """A row of the score sheet."""

    name: str
    driver: int  # seat of the series; -1: a car that scores for itself
    points: list[float | None]  # by race; null: none were given
    running: list[float]  # total after each race
    behind: float  # points behind the best row
    wins: int
    team: int  # its contender; -1: cannot become champion
    place: int  # of that contender; 0: none
    colour: str  # of the car; empty: that of the driver's seat


class SeriesInfo(Struct):
    """GET /api/series/ID"""

    id: str
    name: str
    game: str
    game_name: str
    aim: str  # what ends it, e.g. "first to 12 points"
    seats: list[SeatInfo]
    options: dict[str, Value]
    races: list[SeriesRaceInfo]  # raced, open, and those still to come as far as they are known
    lines: list[SheetLine]
    teams: list[str]  # the contenders
    totals: list[float]  # by contender
    order: list[list[int]]  # contenders from first to last, those who share a place together
    over: bool
    champions: list[str]  # once it is over
    created: float  # seconds since 1970


class TitleOdds(Struct):
    """GET /api/series/ID/odds: the rest of the season, simulated many times by bots."""

    ready: bool  # False: still being simulated; ask again
    races: int  # races finished before the simulated position
    ply: int  # plies of the running race before that position
    seasons: int  # simulated; 0: the season is over
    shares: list[float]  # by contender: 0 to 1
    low: list[float]  # of the 95 % interval
    high: list[float]


class OptionInfo(Struct):
    """An option of a game."""

    name: str
    title: str  # what people call it
    text: str
    default: Value
    values: list[Value]  # empty: a number from least to most
    titles: list[str]  # by value: what people call it
    says: list[str]  # by value: what it changes, in a sentence
    least: int
    most: int
    clause: str
    file: bool  # also takes the text of a component file
    needs: dict[str, list[Value]]  # what other options must be set to
    seats: list[int]  # numbers of seats it can be switched on with; empty: all
    alone: Value  # the default for one seat


class SeriesOffer(Struct):
    """How races of a game count together."""

    sentence: str
    clause: str
    options: list[OptionInfo]
    venue: str  # the game's option that may change from race to race; empty: none
    calendar: str  # where the races take place if nothing is agreed on, without the full stop


class GameCard(Struct):
    """A game in the lobby."""

    id: str
    name: str
    designer: str
    publisher: str
    year: int
    sentence: str
    minutes: tuple[int, int]
    weight: int
    seats: tuple[int, int]
    scene: Drawing  # what the picture needs of it, with the default options
    workshop: str  # the option whose files can be made and checked; empty: none
    series: bool  # whether its races can count together
    lesson: bool  # whether it can be learnt in two minutes
    board: str  # address of the module that draws a game of another package; empty: the client draws it


class Lobby(Struct):
    """GET /api/lobby: little, since it is the first thing that a page waits for."""

    games: list[GameCard]


class PresetInfo(Struct):
    """A named set of options that a new table offers first."""

    name: str
    say: str  # what such a race is like, in a sentence
    seats: int  # cars
    options: dict[str, Value]  # what differs from the defaults


class TrackPicture(Struct):
    """A track of the box, to choose by its picture."""

    value: str  # of the game's `workshop` option
    name: str
    scene: Drawing


class Pictures(Struct):
    """GET /api/games/ID/pictures: what the form of a new table draws."""

    presets: list[Drawing]  # the scene of each preset
    tracks: list[TrackPicture]


class GameInfo(Struct):
    """A game for the form of a new table."""

    id: str
    name: str
    designer: str
    publisher: str
    year: int
    sentence: str
    minutes: tuple[int, int]
    weight: int
    seats: tuple[int, int]
    usual_seats: int
    seat_names: list[str]
    options: list[OptionInfo]
    presets: list[PresetInfo]  # what is offered first
    scene: Drawing  # with the default options
    workshop: str  # the option whose files can be made and checked; empty: none
    series: SeriesOffer | None
    untimed: dict[
        str, Value
    ]  # options of a race without a running clock, e.g. with real dice, where the default has one
    board: str  # as in its `GameCard`


class Games(Struct):
    """GET /api/games"""

    games: list[GameInfo]
    bots: list[str]  # levels, the standard one first, then the weakest
    styles: dict[str, str]  # how each level drives, in a sentence
    version: str


class NetworkInfo(Struct):
    """GET /api/network"""

    address: str  # of this server for others on the network; "" if only this computer can open it


class ClauseInfo(Struct):
    """A rule or a ruling."""

    id: str
    title: str
    text: str


class RulesInfo(Struct):
    """GET /api/games/ID/rules"""

    game: str
    clauses: list[ClauseInfo]
    rulings: list[ClauseInfo]
    not_yet: list[str]  # clauses that are not implemented yet
    lesson: bool  # whether the game can be learnt in two minutes
    howto: bool  # whether the game has a page How to play


class HowtoSeat(Struct):
    """A seat in the pictures of a page; the first one is the reader's."""

    name: str
    called: str  # what the game calls it


class HowtoPicture(Struct):
    """A position that the rules have reached, as the reader's seat sees it."""

    caption: str
    view: Drawing
    actor: int
    choices: list[ChoiceInfo]  # legal moves of the reader's seat


class HowtoPartInfo(Struct):
    """A paragraph."""

    title: str
    text: str
    clauses: list[str]
    picture: HowtoPicture | None


class HowtoInfo(Struct):
    """GET /api/games/ID/howto: how a game is played, on one page."""

    game: str
    name: str
    seats: list[HowtoSeat]
    scene: Drawing  # of all pictures; null if there are none
    parts: list[HowtoPartInfo]


class Check(Strict, frozen=True):
    """POST /api/games/ID/workshop/check: check a component file."""

    text: str


class Make(Strict, frozen=True):
    """POST /api/games/ID/workshop/make: a randomly generated component, answered by `CheckedInfo`."""

    size: int
    seed: int


class Try(Strict, frozen=True):
    """POST /api/games/ID/workshop/try: race on a component for a moment, from race number `first` on."""

    text: str
    first: int = 0


class SpotInfo(Struct):
    """A spot of a track, and what happened there in these races."""

    name: str
    x: float  # in a square of 1000, to the right
    y: float  # downwards
    following: list[int]  # places in the list of spots that the road leads to
    crashes: int
    overtakes: int
    waits: int


class TriedInfo(Struct):
    """The answer to `Try`: sums over some races of quick drivers; ask again from `next` on and add up."""

    races: int
    next: int  # the number of the first race that was not run; 0: there are no more
    seats: int
    rounds: int
    laps: int  # completed by cars
    lap_rounds: int  # that these took together
    spots: list[SpotInfo]


class ExampleInfo(Struct):
    """A component from the box."""

    id: str
    name: str
    text: str


class WorkshopInfo(Struct):
    """GET /api/games/ID/workshop: what an editor needs to start."""

    game: str
    option: str  # the one that takes the file
    examples: list[ExampleInfo]
    sizes: list[int]  # of randomly generated components; empty: the game generates none
    palette: Drawing  # the pieces that the editor offers; the game's editor knows the shape
    largest: int  # characters of a file
    tries: bool  # whether `Try` can race on such a component


class RemarkInfo(Struct):
    """One finding about a component file."""

    level: Level  # an error forbids a race, the others are advice
    words: str
    clause: str
    places: list[list[int]]  # where it is; the game's editor knows what they mean


class CheckedInfo(Struct):
    """The answer to `Check` and `Make`."""

    remarks: list[RemarkInfo]
    name: str  # what the file calls itself
    text: str  # the file in normal form; empty if no race can use it
    drawing: Drawing  # for the game's editor; null if the file cannot be read


class Tables(Struct):
    """GET /api/tables: public tables that wait for people, race now, or are finished."""

    waiting: list[TableInfo]
    racing: list[TableInfo]
    over: list[TableInfo]
    notice: str = ""  # a message of the server's host to all clients


class ReplayPly(Struct):
    """One ply of a replay, with nothing hidden."""

    ply: int
    actor: int
    words: str
    move: int
    clause: str
    happenings: list[Happened]
    view: Drawing  # after it
    places: list[int]  # after it, by seat
    chances: list[int]  # after it, in thousandths by seat
    notice: str  # what the table said about it; "" for most


class Replay(Struct):
    """GET /api/tables/ID/replay"""

    table: TableInfo
    scene: Drawing
    view: Drawing  # before the first ply
    plies: list[ReplayPly]
    moments: list[str]  # by number of the event: crash or finish, where a replay can jump to; else empty
    gaps: list[str]  # by seat: how far it was behind, in words; "" for nothing to tell
    figures: list[str]  # by seat: what it scored, in words; "" for all if nobody scored


class Verified(Struct):
    """GET /api/tables/ID/verify"""

    verdict: Verdict
    plies: int
    drawn: int  # chance outcomes recomputed and found equal
    doubts: list[str]  # what could not be checked, of a race that is not verified
    notes: list[str]  # what else to know
    error: str  # what is wrong, if something is


class ExplainedRace(Struct):
    """GET /api/tables/ID/explained: a finished race explained; with ?finer=1 by ten times as many walks."""

    ready: bool  # False: still being explained; ask again
    race: Explained | None = None


class Failure(Struct):
    """The body of every HTTP answer that is not 2xx."""

    error: str
