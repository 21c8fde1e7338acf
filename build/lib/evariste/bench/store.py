# SPDX-License-Identifier: Apache-2.0
"""Results kept by content: what was computed once from the same input is not computed again.

A store is a folder with one JSON file per key. A file appears whole or not at all, so that a process that dies while
it writes loses only its own last result, and two that compute the same thing leave one.
"""

import hashlib
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evariste.paths import BUILD


def digest(*parts: object) -> str:
    """A key of 32 hexadecimal digits for JSON values and bytes; a change of any part gives another key."""

    def plain(part: object) -> object:
        if isinstance(part, bytes):
            return {"bytes": hashlib.sha256(part).hexdigest()}
        if isinstance(part, dict):
            return {str(k): plain(v) for k, v in part.items()}
        return [plain(p) for p in part] if isinstance(part, list | tuple) else part

    return hashlib.sha256(json.dumps([plain(p) for p in parts], sort_keys=True).encode()).hexdigest()[:32]


class Store:
    """The results in .build/NAME, or in the given folder, by key; any JSON value is a result."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = BUILD / folder

    def get(self, key: str) -> Any | None:
        """The result of a key; None when there is none, or when its file was damaged."""
        try:
            return json.loads((self.folder / f"{key}.json").read_text())
        except (OSError, ValueError):
            return None

    def put(self, key: str, result: Any) -> None:
        """Keep a result under its key; what was there before is replaced as a whole."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=self.folder, suffix=".new", delete=False) as new:
            json.dump(result, new)
        Path(new.name).replace(self.folder / f"{key}.json")

    def __iter__(self) -> Iterator[str]:
        return (path.stem for path in sorted(self.folder.glob("*.json")))
