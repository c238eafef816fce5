"""Debian packages for the tests: installed where that needs no password."""

import os
import shutil
import subprocess
import sys

APT = ("apt-get", "-o", "DPkg::Lock::Timeout=120")


def may_install() -> bool:
    """Whether a package can be installed without a password."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def has_done(*step: str) -> bool:
    """Run a step of apt-get; its output goes to stderr if it fails."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run([*APT, *step], env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stdout[-1500:] + done.stderr[-1500:], file=sys.stderr)
    return done.returncode == 0


def has_installed(*packages: str) -> bool:
    """Install packages without those that they only recommend."""
    return has_done("install", "-y", "-qq", "--no-install-recommends", *packages)
