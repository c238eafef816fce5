"""What is printed: the speedways, all cards, cars and tokens."""

from collections.abc import Mapping
from typing import Any

from paddock.engine import CARD_MM, Chart, Deck, Drawing, PrintedBoard, PrintedCard, PrintedPiece, ScoreSheet, Sheets
from paddock.engine import PrintedScene as Scene

from .box import components, event_kind, race_cards
from .series import SEASON

SCALE = 0.36  # millimetres of a unit
CAR_MM, TOKEN_MM = 66 * SCALE, 15.0
PLAIN = "#4a5563"
TONES = {  # of Action cards, by maneuver
    "draft": "#0f5a9c",
    "ride": "#0f5a9c",
    "paint": "#a8261b",
    "side_draft": "#a8261b",
    "crossover": "#6b2f9c",
    "slingshot": "#6b2f9c",
    "lane_bonus": "#17693a",
    "dialed": "#17693a",
}
CAUTION, GREEN = "#b38600", "#17693a"


def boards(scene: Scene, name: str) -> tuple[PrintedBoard, ...]:
    """The two tiles of a race, as one oval."""
    race = scene["race"]
    note = (
        f"Board sides {race['left']} and {race['right']}: tile 1 has the grid and ends at the start/finish line. The "
        "numbers beside the track are those of the pit boxes: the plain ones while tile 1 is the back tile, those in "
        "brackets while tile 2 is (VL-106)."
    )
    sides = f"Speedway {race['left']}/{race['right']}"
    return (PrintedBoard(sides, Drawing("Board", {"scene": scene}), SCALE, note),)


def _tracks() -> tuple[str, ...]:
    """A race for each pair of board sides."""
    pairs: dict[tuple[str, str], str] = {}
    for race in race_cards():
        pairs.setdefault((race["left"], race["right"]), race["id"])
    return tuple(pairs.values())


def decks(scene: Scene) -> tuple[Deck, ...]:
    """Action, Laps, Team and Race cards."""
    kinds = {kind["id"]: kind for kind in components("action_cards")["kind"]}
    action = tuple(_action(card, kinds[card["kind"]]) for card in components("action_cards")["card"])
    laps = tuple(_laps(card) for card in components("laps_cards")["card"])
    team = tuple(_team(team) for team in components("teams")["team"])
    race = tuple(_race(race) for race in race_cards())
    named = {"Action cards": action, "Laps cards": laps, "Team cards": team, "Race cards": race}
    return tuple(Deck(name, cards, CARD_MM) for name, cards in named.items())


def _action(card: Mapping[str, Any], kind: Mapping[str, Any]) -> PrintedCard:
    tone = TONES.get(kind["maneuver"], PLAIN)
    sign = Drawing("Sign", {"maneuver": kind["maneuver"], "tone": tone}) if kind["maneuver"] in TONES else None
    corner = str(card["move"]) if "move" in card else "–" if kind["maneuver"] == "ride" else "?"
    badge = f"stopwatch {card['stopwatch']}"
    return PrintedCard(kind["name"], 1, sign, kind["text"], corner, badge, tone=tone)


def _laps(card: Mapping[str, Any]) -> PrintedCard:
    events = [event_kind(event) for event in card["events"]]
    rows = tuple((event["name"], event["text"]) for event in events)
    tone = CAUTION if any(event.get("yellow_flag") for event in events) else GREEN
    return PrintedCard("Laps", corner=str(card["laps"]), rows=rows, tone=tone)


def _team(team: Mapping[str, Any]) -> PrintedCard:
    rows = tuple((str(face), ", ".join(actions)) for face, actions in enumerate(team["npd_faces"], 1))
    text = "A player's car plays Action cards and has one reroll on fresh tires. Without a player it rolls: see above."
    name = f"{team['npd_style']}"
    return PrintedCard(name, 1, None, text, f"#{team['number']}", team["color"], rows, team["hex"])


def _race(race: Mapping[str, Any]) -> PrintedCard:
    rows = (
        ("Boards", f"{race['left']} and {race['right']}"),
        ("Stages", " + ".join(str(laps) for laps in race["stage_laps"]) + " laps"),
        ("Hand", f"{race['hand_size']} cards"),
        ("Failing", f"push {race['push_penalty']} back, wide {race['wide_penalty']} back"),
        ("Pit exit", "Low Line" if race["pit_exit"] == "LL" else "Groove"),
    )
    return PrintedCard(race["name"], text=race["text"], rows=rows, badge=race["kind"], tone=PLAIN)


def pieces(scene: Scene) -> tuple[PrintedPiece, ...]:
    """Cars, score tokens, Move Over and Lapped on two sides, rerolls, First Player, flags."""
    counts = components("game")["counts"]
    cars = [
        PrintedPiece("Cars", Drawing("Piece", {"kind": "car", "colour": team["hex"], "number": team["number"]}), CAR_MM)
        for team in components("teams")["team"]
    ]
    scores = [
        _word("Score tokens", str(team["number"]), team["hex"], _ink(team)) for team in components("teams")["team"]
    ]
    over = PrintedPiece(
        "Move Over, and Lapped on the back",
        _word_drawing("M.O.", "#ffd21e"),
        TOKEN_MM,
        counts["move_over_lapped_tokens"],
        _word_drawing("LAP", "#1c4fb4", "#ffffff"),
    )
    reroll = _word("Rerolls", "reroll", "#ffffff", count=counts["reroll_tokens"])
    first = _word("First Player", "FIRST", "#2fd06b", count=counts["first_player_tokens"])
    green, yellow, checkered = (
        Drawing("Piece", {"kind": "flag", "colour": colour, "word": word})
        for colour, word in (("#1fa654", ""), ("#ffd21e", ""), ("#ffffff", "checkered"))
    )
    flags = (PrintedPiece("Flags", green, TOKEN_MM, 1, yellow), PrintedPiece("Flags", checkered, TOKEN_MM))
    return (*cars, *scores, over, reroll, first, *flags)


def _word(name: str, word: str, colour: str, ink: str = "#15181c", count: int = 1) -> PrintedPiece:
    return PrintedPiece(name, _word_drawing(word, colour, ink), TOKEN_MM, count)


def _word_drawing(word: str, colour: str, ink: str = "#15181c") -> Drawing:
    return Drawing("Piece", {"kind": "word", "word": word, "colour": colour, "ink": ink})


def _ink(team: Mapping[str, Any]) -> str:
    return "#15181c" if team["color"] in ("white", "yellow", "orange") else "#ffffff"


def _pits() -> Chart:
    """Pit boxes and stops."""
    stops = components("sideboard")["green_pit"]
    names = {"gas_and_go": "Gas & Go", "two_tire": "2-Tire", "four_tire": "4-Tire"}
    rows = tuple((names[stop], str(stops[stop]["boxes_back"]), str(stops[stop]["draw"])) for stop in names)
    return Chart(
        "Green flag pit stops (VL-75)", ("Stop", "Boxes back", "Cards drawn"), rows, "Every stop makes tires fresh."
    )


def _modifiers() -> Chart:
    boxes = components("sideboard")["pit_box"]
    head = ("Box", *(str(box["index"]) for box in boxes))
    return Chart(
        "Pit boxes under yellow (VL-101)",
        head,
        (("Added to the die", *(f"{box['modifier']:+d}" if box["modifier"] else "0" for box in boxes)),),
        "Box 1 is the front-most one. Cars leave in ascending value; ties: front-most box first.",
    )


def _points() -> Chart:
    scoring = components("sideboard")["scoring"]
    places = tuple(str(place) for place in range(1, len(scoring["race"]) + 1))
    stage, race = (tuple(str(points) for points in scoring[kind]) for kind in ("stage", "race"))
    return Chart("Points (VL-88, VL-89)", ("Place", *places), (("End of a stage", *stage), ("End of the race", *race)))


CARS = tuple(f"#{team['number']} {team['color']}" for team in components("teams")["team"])
SHEETS = Sheets(
    boards,
    _tracks(),
    decks,
    pieces,
    charts=(_pits(), _modifiers(), _points()),
    scores=(
        ScoreSheet(
            "Championship",
            ("Car", *(str(race) for race in range(1, SEASON + 1)), "Total"),
            CARS,
            "For each race its points (stages and race) and the running total.",
            "VL-123, VL-124",
        ),
        ScoreSheet(
            "Race sheet",
            ("Car", "Driver", "Stage 1", "Stage 2", "Stage 3", "Race", "Total"),
            CARS,
            "Laps of the stage so far: __________________________________________________________________",
            "VL-34, VL-88, VL-89",
        ),
    ),
    needed=("a six-sided die for each car, best in its colour",),
)
