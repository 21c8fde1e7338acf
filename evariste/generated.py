# SPDX-License-Identifier: Apache-2.0
"""Generated files of the repository, given as texts by path from its root: finds those out of date, and writes them."""

from collections.abc import Iterable, Mapping

from evariste.paths import ROOT


def stale(texts: Mapping[str, str], folders: Iterable[str] = ()) -> list[str]:
    """The files that differ from their texts, and the files in `folders` that nothing generates."""
    wrong = [p for p, text in texts.items() if not (ROOT / p).is_file() or (ROOT / p).read_text("utf-8") != text]
    files = (p for folder in sorted(set(folders)) for p in sorted((ROOT / folder).glob("*")) if p.is_file())
    there = [str(p.relative_to(ROOT)) for p in files]
    return wrong + [p for p in there if p not in texts]


def write(texts: Mapping[str, str], paths: list[str]) -> list[str]:
    """Writes these files, and removes those that have no text."""
    for path in paths:
        file = ROOT / path
        if path in texts:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(texts[path], encoding="utf-8")
        else:
            file.unlink()
    return paths
