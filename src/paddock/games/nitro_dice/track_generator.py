"""Random tracks from a seed, ND-127."""

from itertools import pairwise

from paddock.engine import WORDS, seed_random, uniform

from .track import STEPS, Cell, Section, Track, TrackError
from .track_checks import NOTE, check_track, length_advice, limits


def random_track(sections: int, seed: int, laps: int = 0) -> Track:
    """The track of a seed: the same on every machine."""
    rules = limits()["generator"]
    if sections % 2 or not rules["min_sections"] <= sections <= rules["max_sections"]:
        least, most = rules["min_sections"], rules["max_sections"]
        problem = f"a random track has {least}, {least + 2}, ... {most} sections, not {sections}"
        raise TrackError("random track", [problem])
    laps = laps or default_laps(sections)
    if problems := [finding.text for finding in length_advice(sections, laps)]:
        raise TrackError("random track", [f"{sections} sections and {laps} laps do not go together", *problems])
    random = [0] * WORDS
    seed_random(random, seed, sections)
    for _ in range(rules["max_tries"]):
        track = _attempt(sections, laps, seed, random)
        if track:
            return track
    raise TrackError("random track", [f"no good track of {sections} sections and {laps} laps was found"])


def default_laps(sections: int) -> int:
    """Laps that suit a track of this length."""
    return next(row["laps"] for row in limits()["generator"]["default_laps"] if row["max_sections"] >= sections)


def _attempt(n: int, laps: int, seed: int, random: list[int]) -> Track | None:
    cells = _grown_loop(n, random)
    if cells is None:
        return None
    if uniform(random, 2):
        cells = [(-x, y) for x, y in cells]
    kinds = _kinds(cells)
    start = _start(kinds, random)
    if start is None:
        return None
    cells, kinds = cells[start:] + cells[:start], kinds[start:] + kinds[:start]
    garage = _garage(kinds, random)
    if garage is None:
        return None
    kinds[0], kinds[garage] = "start", "garage"
    sections = tuple(Section(kind, cell) for kind, cell in zip(kinds, cells, strict=True))
    track = Track(f"random_{n}_{seed}", f"Random {n}/{seed}", "Laid by chance.", laps, sections)
    return track if all(finding.level == NOTE for finding in check_track(track, 2)) else None


def _grown_loop(n: int, random: list[int]) -> list[Cell] | None:
    """A small loop that bulges out, two cells at a time, until it has n."""
    rules = limits()["generator"]
    cells: list[Cell] = [(x, y) for x, y in rules["start_loop"]]
    for _ in range(rules["max_draws_per_attempt"]):
        if len(cells) == n:
            return cells
        i, side = uniform(random, len(cells)), uniform(random, 2)
        bulge = _bulge(cells[i], cells[(i + 1) % len(cells)], side)
        if not set(bulge) & set(cells) and _fits([*cells, *bulge], rules["max_box"]):
            cells[i + 1 : i + 1] = bulge
    return None


def _bulge(a: Cell, b: Cell, side: int) -> list[Cell]:
    """The two cells beside a and b, to the left (0) or to the right (1) of the road."""
    heading = STEPS.index((b[0] - a[0], b[1] - a[1]))
    dx, dy = STEPS[(heading + (1 if side == 0 else 3)) % 4]
    return [(a[0] + dx, a[1] + dy), (b[0] + dx, b[1] + dy)]


def _fits(cells: list[Cell], box: int) -> bool:
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    return max(xs) - min(xs) < box and max(ys) - min(ys) < box


def _kinds(cells: list[Cell]) -> list[str]:
    """Left turns are red, right turns yellow."""
    around = [*cells[-1:], *cells, *cells[:1]]
    headings = [STEPS.index((b[0] - a[0], b[1] - a[1])) for a, b in pairwise(around)]
    return [("straight", "red", "", "yellow")[(leave - enter) % 4] for enter, leave in pairwise(headings)]


def _start(kinds: list[str], random: list[int]) -> int | None:
    """A straight followed by a straight, or any straight."""
    straights = [i for i, kind in enumerate(kinds) if kind == "straight"]
    return _choice([i for i in straights if kinds[(i + 1) % len(kinds)] == "straight"] or straights, random)


def _garage(kinds: list[str], random: list[int]) -> int | None:
    """A straight in the middle third, or at least a little way from the start."""
    n, nearest = len(kinds), limits()["generator"]["garage_min_distance"]
    straights = [i for i, kind in enumerate(kinds) if kind == "straight"]
    middle = [i for i in straights if n <= 3 * i <= 2 * n]
    return _choice(middle or [i for i in straights if nearest <= i <= n - nearest], random)


def _choice(places: list[int], random: list[int]) -> int | None:
    return places[uniform(random, len(places))] if places else None
