# SPDX-License-Identifier: Apache-2.0
"""Results kept by content: what was computed once from the same input is not computed again.

A store is a folder with one JSON file per key. A file appears whole or not at all, so that a process that dies while
it writes loses only its own last result, and two that compute the same thing leave one.
"""

import json
from collections.abc import Iterator
from functools import cache as once
from pathlib import Path
from typing import Any

from evariste import cache

KEEP = 100_000  # results of a store


class Store:
    """The results in .build/NAME, or in the given folder, by key; any JSON value is a result."""

    def __init__(self, folder: str | Path) -> None:
        self.name = folder

    @property
    def folder(self) -> Path:
        return cache.BUILD / self.name

    def get(self, key: str) -> Any | None:
        """The result of a key; None when there is none, or when its file was damaged."""
        try:
            return json.loads((self.folder / f"{key}.json").read_text())
        except (OSError, ValueError):
            return None

    def put(self, key: str, result: Any) -> None:
        """Keep a result under its key; what was there before is replaced as a whole."""
        cache.write(self.folder / f"{key}.json", json.dumps(result))
        _bound(self.folder)

    def __iter__(self) -> Iterator[str]:
        return (path.stem for path in sorted(self.folder.glob("*.json")))


@once
def _bound(folder: Path) -> None:
    cache.bound_files(folder, KEEP)
