# SPDX-License-Identifier: Apache-2.0
"""Keys, digests of everything that a built thing depends on, and stores of results under such keys.

    digest      JSON values and bytes
    tree        files and folders of the house, by content
    code        Python modules of the house with all that they import
    installed   a program: where it is, and when it came there
    tool        the same, with its version
    compiler    a compiler with the programs and the C library that it uses
    Store       results by key: what was computed once from the same input is not computed again

Results that need more than times and sizes of files are kept in .build/keys. A store is a folder with one JSON file per
key. A file appears whole or not at all. So a process that dies while writing loses only its own last result, and two
processes that compute the same thing leave one.
"""

import hashlib
import json
import os
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache as once
from pathlib import Path
from typing import Any

from evariste import cache
from evariste.paths import ROOT

PACKAGE = Path(__file__).resolve().parent.parent
RECENT = 2.0  # s: a file changed since then may change again and keep its time
KEEP = 2000  # files in .build/keys


def digest(*parts: object) -> str:
    """A key of 32 hexadecimal digits for JSON values and bytes. A change of any part changes the key."""

    def plain(part: object) -> object:
        if isinstance(part, bytes):
            return {"bytes": hashlib.sha256(part).hexdigest()}
        if isinstance(part, dict):
            return {str(k): plain(v) for k, v in part.items()}
        return [plain(p) for p in part] if isinstance(part, list | tuple) else part

    return hashlib.sha256(json.dumps([plain(p) for p in parts], sort_keys=True).encode()).hexdigest()[:32]


def tree(*roots: str | Path) -> str:
    """Names and contents of files and of all files in folders; relative to the repository, or absolute."""
    paths = sorted(files(roots))
    return _remembered(paths, ["tree"], lambda: digest([(_name(path), path.read_bytes()) for path in paths]))


def files(roots: Iterable[str | Path]) -> Iterator[Path]:
    """The present files, without hidden ones and those that Python makes."""
    for root in roots:
        path = ROOT / root
        if path.is_dir():
            for folder, names, found in os.walk(path):
                names[:] = [n for n in names if not n.startswith((".", "__"))]
                yield from (Path(folder, file) for file in found if not file.startswith("."))
        elif path.exists():
            yield path


@once
def code(*modules: str, without: tuple[str, ...] = ()) -> str:
    """The sources of the project's modules and of all that they import, directly or not. `without` are modules (with
    those inside them) that only lead to what is in the key anyway.
    """
    paths = sorted(PACKAGE.rglob("*.py"))

    def find() -> str:
        return digest([(name, module_path(name).read_bytes()) for name in closure(modules, without)])

    return _remembered(paths, ["code", modules, without], find)


def closure(modules: Iterable[str], without: tuple[str, ...] = ()) -> list[str]:
    """The modules and all modules of the house that they import, also inside functions."""
    found: set[str] = set()
    todo = list(modules)
    while todo:
        name = todo.pop()
        if name in found or any(name == other or name.startswith(f"{other}.") for other in without):
            continue
        found.add(name)
        todo += imported(name)
        if parent := name.rpartition(".")[0]:
            todo.append(parent)
    return sorted(found)


def imported(name: str) -> set[str]:
    """The modules of the house that a module names in its imports."""
    import ast  # here, since every command starts with this module, and few ask this

    names: set[str] = set()
    for node in ast.walk(ast.parse(module_path(name).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    if name == f"{PACKAGE.name}.machines":  # their definitions, which are found by name
        names |= {f"{name}.{p.stem if p.suffix else p.name}" for p in (PACKAGE / "machines").iterdir()
                  if not p.name.startswith("_")}  # fmt: skip
    return {n for n in names if n.split(".")[0] == PACKAGE.name and module_path(n).exists()}


def module_path(name: str) -> Path:
    """The file of a module or package of the house."""
    place = PACKAGE.parent.joinpath(*name.split("."))
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def installed(path: str | Path) -> list[Any]:
    """A program by its name, where it really is, its time and its size. So work trees that share .build also share what
    is built.
    """
    real = Path(path).resolve()
    return [Path(path).name, str(real), *_stat(real)]


def tool(path: str | Path) -> list[Any]:
    """Like `installed`, with the version that the program prints."""
    real = Path(path).resolve()
    version = _remembered([real], ["version", str(path)], lambda: _said(str(path), "--version").partition("\n")[0])
    return [*installed(path), version]


def compiler(path: str | Path, *flags: str) -> list[Any]:
    """Like `tool`, with the compiler's own programs and, for these `flags`, its C library and start-up files."""
    used = _remembered([Path(path).resolve()], ["compiler", str(path), flags], lambda: _parts(str(path), flags))
    return [tool(path), [[part, *_stat(Path(part))] for part in used]]


def _parts(path: str, flags: tuple[str, ...]) -> list[str]:
    asked = [f"-print-prog-name={name}" for name in ("cc1", "cc1plus", "as", "ld")]
    asked += [f"-print-file-name={name}" for name in ("libc.a", "libgcc.a", "libstdc++.a", "crt0.o", "rdimon.specs")]
    found = {_said(path, *flags, question).strip() for question in asked}
    return sorted(str(Path(name).resolve()) for name in found if name and Path(name).is_absolute())


def _said(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    except OSError:
        return ""
    return done.stdout or done.stderr


def _stat(path: Path) -> list[int]:
    try:
        info = path.stat()
    except FileNotFoundError:
        return []
    return [info.st_mtime_ns, info.st_size]


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


def _remembered(paths: list[Path], about: list[Any], find: Callable[[], Any]) -> Any:
    """The result of `find`, computed once for these files with these times and sizes."""
    stats = [(str(path), *_stat(path)) for path in paths]
    text = json.dumps([about, stats])
    path = cache.BUILD / "keys" / f"{hashlib.sha256(text.encode()).hexdigest()[:32]}.json"
    try:
        return json.loads(path.read_text())["found"]
    except (OSError, ValueError, KeyError):
        found = find()
    newest = max((stat[1] for stat in stats if len(stat) > 1), default=0)
    if time.time() - newest / 1e9 > RECENT:
        cache.write(path, json.dumps({"about": about, "found": found}))
        _bound_once()
    return found


@once
def _bound_once() -> None:
    cache.bound_files(cache.BUILD / "keys", KEEP)


RESULTS = 100_000  # results of a store


class Store:
    """The results in .build/NAME, or in the given folder, by key; any JSON value is a result."""

    def __init__(self, folder: str | Path) -> None:
        self.name = folder

    @property
    def folder(self) -> Path:
        return cache.BUILD / self.name

    def get(self, key: str) -> Any | None:
        """The result of a key. None if there is none, or if its file is damaged."""
        try:
            return json.loads((self.folder / f"{key}.json").read_text())
        except (OSError, ValueError):
            return None

    def put(self, key: str, result: Any) -> None:
        """Keep a result under its key. It replaces the former result as a whole."""
        cache.write(self.folder / f"{key}.json", json.dumps(result))
        _bound(self.folder)

    def once(self, make: Callable[[], Any], *parts: object) -> Any:
        """The result for what decides it, made now if none is kept. `make` must not give None."""
        key = digest(*parts)
        known = self.get(key)
        if known is None:
            known = make()
            self.put(key, known)
        return known

    def __iter__(self) -> Iterator[str]:
        return (path.stem for path in sorted(self.folder.glob("*.json")))


@once
def _bound(folder: Path) -> None:
    cache.bound_files(folder, RESULTS)
