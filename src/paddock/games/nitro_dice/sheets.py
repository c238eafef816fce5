"""What is printed: the tracks, the 96 cards, the condition cards, and tokens."""

from collections import Counter

from paddock.engine import CARD_MM, Deck, Drawing, PrintedBoard, PrintedCard, PrintedPiece, ScoreSheet, Sheets
from paddock.engine import PrintedScene as Scene

from .state import BEST_CONDITION, CARS, TOKENS
from .table import components
from .track import supplied_tracks

CELL_MM = 60.0  # a section: a space is 20 mm long, so that a ten-sided die stands on it
TOKEN_MM = 18.0
TITLES = {"straight": "Straight", "red": "Red: left turn", "yellow": "Yellow: right turn"}
TONES = {"straight": "#5b6572", "red": "#c9352a", "yellow": "#c79a00"}
HAZARD_TOKENS = 3  # of each picture: more sections with hazards are rare


def boards(scene: Scene, name: str) -> tuple[PrintedBoard, ...]:
    """A track, with the clean cards that its sections stand for."""
    types = Counter(section["type"] for section in scene["sections"] if section["kind"] not in ("start", "garage"))
    counted = ", ".join(f"{types[kind]} {kind}" for kind in TITLES)
    note = (
        f"Laps: {scene['laps']}. The board stands for clean cards: take {counted} out of the deck and keep them beside "
        "the board. Whoever replaces a section (ND-87) lays hazard tokens on it, and exchanges the card beside it."
    )
    return (PrintedBoard(name, Drawing("Board", {"scene": scene}), CELL_MM / scene["cell_size"], note),)


def decks(scene: Scene) -> tuple[Deck, ...]:
    """The Track/Handling cards, and a condition card for each car."""
    cards = tuple(
        PrintedCard(
            TITLES[face["type"]],
            face["count"],
            Drawing("Face", {"face": face}),
            badge=face["art"],
            tone=TONES[face["type"]],
        )
        for face in scene["faces"]
    )
    steps = range(BEST_CONDITION, 0, -1)
    rows = tuple((str(step), f"top speed {step}, {step} cards") for step in steps)
    conditions = tuple(
        PrintedCard(f"Condition: {car['colour']}", rows=rows, tone=car["hex"]) for car in components("pieces")["car"]
    )
    return Deck("Track/Handling cards", cards, CARD_MM), Deck("Condition cards", conditions, CARD_MM)


def pieces(scene: Scene) -> tuple[PrintedPiece, ...]:
    """Nitro tokens, condition markers, hazards."""
    nitro = PrintedPiece("Nitro tokens", Drawing("Piece", {"kind": "nitro"}), TOKEN_MM, TOKENS * CARS)
    cars = components("pieces")["car"]
    markers = [
        PrintedPiece("Condition markers", Drawing("Piece", {"kind": "marker", "colour": car["hex"]}), TOKEN_MM)
        for car in cars
    ]
    arts = dict.fromkeys(face["art"] for face in scene["faces"] if face["art"])
    hazards = [
        PrintedPiece("Hazards", Drawing("Piece", {"kind": "hazard", "art": art}), TOKEN_MM, HAZARD_TOKENS)
        for art in arts
    ]
    return (nitro, *markers, *hazards)


SHEETS = Sheets(
    boards,
    supplied_tracks(),
    decks,
    pieces,
    scores=(
        ScoreSheet(
            "Series",
            ("Driver", *(f"Race {race}" for race in range(1, 9)), "Total"),
            ("",) * CARS,
            "A race of n players gives n points to the first, one less to each one behind.",
            "ND-114, ND-115",
        ),
        ScoreSheet(
            "Race sheet",
            ("Driver", "Start roll", "Laps", "Nitro left", "Condition", "Place"),
            ("",) * CARS,
            "Condition is top speed and hand size at once; write it here if you do without the condition cards.",
            "ND-02 to ND-05",
        ),
    ),
    needed=("a ten-sided die (0 to 9) for each player, in the colours of the cars: the die is the car",),
)
