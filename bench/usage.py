"""What a process uses, as Linux counts it."""

import os
from pathlib import Path


def memory(pid: int) -> int:
    """Resident bytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS"))


def cpu(pid: int) -> tuple[float, float]:
    """Seconds of processor time used by the program and by the system for it."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) / 100, int(fields[12]) / 100


def open_files(pid: int) -> int:
    """Files, sockets and pipes that are open."""
    return len(os.listdir(f"/proc/{pid}/fd"))


def threads(pid: int) -> int:
    """Threads."""
    return len(os.listdir(f"/proc/{pid}/task"))


def descendants(pid: int) -> list[int]:
    """Its children, theirs, and so on."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [one for child in children for one in (int(child), *descendants(int(child)))]
