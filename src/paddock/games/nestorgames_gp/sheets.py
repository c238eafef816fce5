"""What is printed: the boards, and the pieces that game.toml counts."""

from paddock.engine import Drawing, PrintedBoard, PrintedPiece, ScoreSheet, Sheets
from paddock.engine import PrintedScene as Scene

from .board import supplied_boards
from .table import components

SCALE = 0.388  # millimetres of a unit: a space is 21 mm long, and a board takes two pages
CAR_MM, SMALL_MM = 54 * SCALE, 40 * SCALE  # what the drawings of pieces are wide


def boards(scene: Scene, name: str) -> tuple[PrintedBoard, ...]:
    """The board of a track."""
    return (PrintedBoard(name, Drawing("Board", {"scene": scene}), SCALE),)


def pieces(scene: Scene) -> tuple[PrintedPiece, ...]:
    """Cars that turn over, lap discs, cylinders, items, tray and gate."""
    each, shared = components()["per_player"], components()["shared"]
    colours = list(enumerate(components()["colour"], 1))
    cars = [_car(colour["hex"], number, each["cars"]) for number, colour in colours]
    discs = [_small("Lap discs", "disc", each["discs"], colour["hex"]) for _, colour in colours]
    cylinders = [_small("Cylinders: a spent shortcut", "cylinder", each["cylinders"], c["hex"]) for _, c in colours]
    items = [_thing(item["name"], item["id"], item["count"]) for item in components()["item"]]
    bombs = next(item["count"] for item in components()["item"] if item["id"] == "bomb")
    armed = _thing("Armed bombs: lay one on a bomb that is dropped", "armed_bomb", bombs)
    gate = _small("Gate", "gate", shared["gates"])
    return (*cars, *discs, *cylinders, *items, armed, _thing("Tray", "tray", shared["trays"]), gate)


def _car(colour: str, number: int, count: int) -> PrintedPiece:
    data = {"colour": colour, "number": number}
    upright, over = (Drawing("Piece", {"kind": kind, **data}) for kind in ("car", "roof"))
    return PrintedPiece("Cars, upright and belly-up", upright, CAR_MM, count, over)


def _small(name: str, kind: str, count: int, colour: str = "#888888") -> PrintedPiece:
    return PrintedPiece(name, Drawing("Piece", {"kind": kind, "colour": colour}), SMALL_MM, count)


def _thing(name: str, thing: str, count: int) -> PrintedPiece:
    return PrintedPiece(name, Drawing("Piece", {"kind": "thing", "thing": thing}), SMALL_MM, count)


SHEETS = Sheets(
    boards,
    supplied_boards(),
    pieces=pieces,
    scores=(
        ScoreSheet(
            "Championship",
            ("Driver", *(f"Race {race}" for race in range(1, 9)), "Total"),
            ("",) * 8,
            "The first of n cars scores n points, each one behind a point less; the fastest turn half a point more.",
            "GP-127, GP-130 to GP-133",
        ),
        ScoreSheet(
            "Race sheet",
            ("Driver", "Qualifying", "Grid slot", "Dice lost", "Laps", "Fastest turn", "Place"),
            ("",) * 8,
            "Cross off laps and dice here if the boxes of the board are too small for your pieces.",
            "GP-06 to GP-13",
        ),
    ),
    needed=("six dice for each player, best of the player's colour",),
)
