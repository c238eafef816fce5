"""What is kept to save time must not fill the memory of a server that runs for months."""

import re
from pathlib import Path

import paddock

SOURCE = Path(paddock.__file__).parent
MOST = 4096  # entries: a few MB at most


def test_no_cache_keeps_more_than_a_few_thousand_answers():
    found = {
        f"{path.relative_to(SOURCE)}: {size}"
        for path in SOURCE.rglob("*.py")
        for size in re.findall(r"@lru_cache\(maxsize=(\w+)\)", path.read_text(encoding="utf-8"))
        if not size.isdigit() or int(size) > MOST
    }
    assert not found, f"these caches may grow too large: {found}"
