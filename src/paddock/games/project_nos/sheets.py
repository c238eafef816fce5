"""What is printed: track cards, modification cards, player cards, redline cubes, and strips that are chosen."""

from collections.abc import Mapping
from typing import Any

from paddock.engine import CARD_MM, Chart, Deck, Drawing, PrintedBoard, PrintedCard, PrintedPiece, ScoreSheet, Sheets
from paddock.engine import PrintedScene as Scene

from .box import components

UNITS = 470  # of the drawing in the height of a card: the lanes of strip.toml and their spaces
CUBE_MM = 12.0
RACES = 9  # PN-57


def _card_drawing(values: list[int]) -> Drawing:
    strip = components("strip")
    lanes = [{key: lane[key] for key in ("symbol", "hex", "y")} for lane in strip["lane"]]
    middle = strip["slot"][0]["y"]
    width = UNITS * CARD_MM[0] / CARD_MM[1]
    shape = {"middle": middle, "space": strip["strip"]["space_h"], "width": width, "height": UNITS}
    return Drawing("TrackCard", {"values": values, "lanes": lanes, **shape})


def boards(scene: Scene, name: str) -> tuple[PrintedBoard, ...]:
    """A strip that was chosen, as one board of six cards."""
    if not scene["fixed"]:
        return ()
    note = "Six track cards in a row, from the start on the left to the finish on the right."
    return (PrintedBoard(name, _card_drawing(list(scene["fixed"])), CARD_MM[1] / UNITS, note),)


def decks(scene: Scene) -> tuple[Deck, ...]:
    """Track cards, modification cards and player cards."""
    track = tuple(
        PrintedCard(str(card["value"]), art=_card_drawing([card["value"]]))
        for card in components("track_cards")["card"]
    )
    kinds = {kind["id"]: kind for kind in components("modifications")["kind"]}
    modifications = tuple(_modification(kinds[card["kind"]]) for card in components("modifications")["card"])
    players = tuple(_player(lane, number) for number, lane in enumerate(components("strip")["lane"], 1))
    return (
        Deck("Track cards", track, CARD_MM, picture=True),
        Deck("Modification cards", modifications, CARD_MM),
        Deck("Player cards", players, CARD_MM),
    )


def _modification(kind: Mapping[str, Any]) -> PrintedCard:
    colour = components("modifications")["colours"][kind["colour"]]
    art = Drawing("Sign", {"kind": kind["id"], "colour": colour})
    return PrintedCard(kind["name"], 1, art, kind["text"], badge=f"{kind['colour']} dice", tone=colour)


def _player(lane: Mapping[str, Any], number: int) -> PrintedCard:
    art = Drawing("Sign", {"symbol": lane["symbol"], "colour": lane["hex"], "label": str(number)})
    text = (
        "Three common dice and three modification dice. Roll two, place one that fits. "
        "Redlines taken lie here: the third blows the engine."
    )
    return PrintedCard(f"{lane['name']} ({lane['symbol']})", 1, art, text, tone=lane["hex"])


def pieces(scene: Scene) -> tuple[PrintedPiece, ...]:
    """The redline cubes."""
    red = components("modifications")["colours"]["redline"]
    count = components("game")["counts"]["redline_cubes"]
    return (PrintedPiece("Redline cubes", Drawing("Cube", {"colour": red}), CUBE_MM, count),)


def _fits() -> Chart:
    """The check table of RULES.md: faces of a die that fit."""
    kinds = [kind for kind in components("modifications")["kind"] if kind["colour"] != "any"]
    rows = tuple(
        (
            kind["name"],
            *(f"{free} / {red}" for free, red in zip(kind["free_faces"], kind["redline_faces"], strict=True)),
        )
        for kind in kinds
    )
    return Chart(
        "Faces of six that fit: free / with a redline",
        ("Die", *(f"Card {value}" for value in range(1, 7))),
        rows,
        "Equal: free. One under, or over by any number: one redline. Two or more under: does not fit.",
    )


def _ratings() -> Chart:
    timed = {row["id"]: row for row in components("game")["solo_rating"]}
    rolls = {row["id"]: row for row in components("game")["solo_rating_rolls"]}
    rows = tuple((name, _seconds(timed[name]), _rolls(rolls[name])) for name in timed)
    return Chart("Alone against the clock (PN-62, PN-64)", ("Rating", "Time", "Without a clock"), rows)


def _seconds(row: Mapping[str, Any]) -> str:
    if "below_ms" in row:
        return f"less than {row['below_ms'] // 1000} s"
    return f"up to {row['up_to_ms'] // 1000} s" if "up_to_ms" in row else "more"


def _rolls(row: Mapping[str, Any]) -> str:
    return f"up to {row['up_to_rolls']} rolls" if "up_to_rolls" in row else "more"


SHEETS = Sheets(
    boards,
    (),
    decks,
    pieces,
    charts=(_fits(), _ratings()),
    scores=(
        ScoreSheet(
            "Race wins",
            ("Racer", *(f"Race {race}" for race in range(1, RACES + 1)), "Wins"),
            tuple(f"{lane['name']} ({lane['symbol']})" for lane in components("strip")["lane"]),
            "Write the place of each race, X for a blown engine. The first with two wins has won the game.",
            "PN-49 to PN-51, PN-57",
        ),
        ScoreSheet(
            "Solo times",
            ("Track", "Modifications", "Redlines", "Time", "Rating"),
            ("",) * 20,
            "One race against the clock, from GO to the sixth die.",
            "PN-60 to PN-65",
        ),
    ),
    needed=(
        "12 white six-sided dice, and 5 each of three other colours (blue, yellow, grey)",
        "somebody to say GO; alone, a stopwatch",
    ),
)
