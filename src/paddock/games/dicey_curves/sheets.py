"""What is printed: the track cards, the Danger cards and the pieces."""

from paddock.engine import CARD_MM, Deck, Drawing, PrintedCard, PrintedPiece, ScoreSheet, Sheets
from paddock.engine import PrintedScene as Scene

from .state import BARRELS, CARS, CHIPS, CUBES
from .table import card_types, components

TRACK_CARD_MM = (72.0, 88.0)  # the square of the screen, with room for the signs of gates beside it
CAR_MM, PIECE_MM = 17.5, 14.0
GOOD = "#10599c"
BAD = "#b3261e"
FOR_ONESELF = ("instant_repair", "repair_shop", "nitro_boost", "super_size_your_combo")
WHEN = {"window": "between turns", "move": "while moving"}


def decks(scene: Scene) -> tuple[Deck, ...]:
    """The track cards with Start and Finish, and the Danger cards."""
    shape = TRACK_CARD_MM[1] / TRACK_CARD_MM[0]
    track = tuple(
        PrintedCard(card["name"], card["count"], Drawing("TrackCard", {"scene": scene, "kind": kind, "shape": shape}))
        for kind, card in enumerate(card_types())
    )
    danger = tuple(_danger(card) for card in components("danger_cards")["danger_type"])
    return Deck("Track cards", track, TRACK_CARD_MM, picture=True), Deck("Danger cards", danger, CARD_MM)


def _danger(card: Scene) -> PrintedCard:
    tone = GOOD if card["id"] in FOR_ONESELF else BAD
    art = Drawing("Sign", {"id": card["id"]})
    return PrintedCard(card["name"], card["count"], art, card["text"], badge=WHEN[card["when"]], tone=tone)


def pieces(scene: Scene) -> tuple[PrintedPiece, ...]:
    """As many cars as the grid has places, cubes, barrels, the shop, chips."""
    cars = [
        PrintedPiece(
            "Cars: as many of a colour as each player drives",
            _drawing("car", car["hex"], str(number)),
            CAR_MM,
            CARS // 2,
        )
        for number, car in enumerate(components("pieces")["car"], 1)
    ]
    return (
        *cars,
        PrintedPiece("Damage cubes", _drawing("cube"), PIECE_MM, CUBES),
        PrintedPiece("Barrels", _drawing("barrel"), PIECE_MM, BARRELS),
        PrintedPiece("Repair shop", _drawing("shop"), PIECE_MM),
        PrintedPiece("Control chips", _drawing("chip"), PIECE_MM, CHIPS),
    )


def _drawing(kind: str, colour: str = "#888888", label: str = "") -> Drawing:
    return Drawing("Piece", {"kind": kind, "colour": colour, "label": label})


SHEETS = Sheets(
    decks=decks,
    pieces=pieces,
    scores=(
        ScoreSheet(
            "Series",
            ("Driver", *(f"Race {race}" for race in range(1, 9)), "Total"),
            ("",) * CARS,
            "House rule: n players, n points for the first, one less for each one behind.",
            "DC-95, DC-96",
        ),
        ScoreSheet(
            "Race sheet",
            ("Player", "Cars", "Chips", "Damage cubes", "Danger cards", "Place"),
            ("",) * CARS,
            "Chips: the first player begins with 1, the last with 4, the others with 3; at most 5. Cubes: at most 3.",
            "DC-04, DC-70, DC-81",
        ),
    ),
    needed=("ten six-sided dice",),
)
