# SPDX-License-Identifier: Apache-2.0
"""The repository's tracked files, as the tests of the house see them."""

import subprocess
from functools import cache
from pathlib import Path

from evariste.paths import ROOT

# Files whose format has no comments, or that are not ours to mark.
UNMARKED = {".md", ".json", ".svg", ".txt", ".in", ".verible_lint", ".expected", ""}
MARKED_WITHOUT_SUFFIX = {"ev", ".ci/run"}


@cache
def files() -> tuple[str, ...]:
    """Paths relative to the root, of files that exist (a deletion may not be committed yet)."""
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return tuple(p for p in done.stdout.split("\0") if p and (ROOT / p).is_file())


@cache
def text(path: str) -> str:
    """A file's contents; undecodable bytes are replaced (a test of its own forbids them)."""
    return (ROOT / path).read_text(encoding="utf-8", errors="replace")


def under(*folders: str, suffixes: tuple[str, ...] = ()) -> list[str]:
    """The tracked files in these folders with one of these suffixes (all when none is given)."""
    return [p for p in files() if p.startswith(folders) and (not suffixes or Path(p).suffix in suffixes)]
