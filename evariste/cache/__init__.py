# SPDX-License-Identifier: Apache-2.0
"""The one cache of built things, under .build; no other code makes or removes a folder there.

    built       a folder by its key: filled in a place of its own, and renamed to where it is kept when complete
    published   a folder with a fixed name, replaced as a whole
    tree        a folder that a build tool keeps up to date, for one process at a time
    folder      a plain folder, for what is not built
    scratch     a folder for a while
    write       a file that appears whole or not at all
    announced   one line, or a status on a terminal, about a build that takes long

A key (evariste/cache/keys.py) takes in everything that can change the result. Processes that want the same thing wait
for the one that makes it. What a killed process left is removed by the next build; so are things of a kind beyond a
bound that nobody used for a day.
"""

import fcntl
import hashlib
import json
import math
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from evariste.errors import UserError
from evariste.paths import BUILD

LONGEST = 100  # characters of a name before its digest
MADE = "made.json"  # in a kept folder: the size of each of its files
KEEP = 100  # things of a kind
FAILURES = 10  # folders of failed builds
IN_USE = 24 * 3600  # s: things used more recently are not removed
USED = 3600  # s between two notes that a thing is used
SILENT = 3  # s: a shorter build prints no line
PAUSE = 10.0  # s between two searches for things to remove
PATIENCE = 1.0  # s to wait for another process before saying so


def folder(name: str) -> Path:
    """The folder .build/NAME."""
    path = BUILD / name
    path.mkdir(parents=True, exist_ok=True)
    return path


def write(path: Path, text: str) -> None:
    """Write a file under .build. A reader sees either the old text or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = folder("work") / f"{path.name}-{_unique()}"
    new.write_text(text)
    new.replace(path)


def built(
    kind: str,
    name: str,
    key: str,
    make: Callable[[Path], object],
    say: str = "",
    seconds: float = 0,
    keep: int = KEEP,
) -> Path:
    """The folder .build/KIND/NAME-KEY. `make` fills it, unless it is complete from an earlier time.

    A build that `say` describes is announced, with its approximate `seconds`. A refused build leaves its folder in
    .build/failed, and the sentence names that folder.
    """
    place = BUILD / kind / f"{name}-{key}"
    if whole(place):
        return place
    with locked(f"{kind}-{name}-{key}", say):
        if not whole(place):
            with announced(say, seconds), scratch(f"{kind}-{name}") as work:
                make(work)
                (work / MADE).write_text(json.dumps(_sizes(work)))
                _discard(place)
                place.parent.mkdir(parents=True, exist_ok=True)
                work.rename(place)
            _tidy(place.parent, keep)
    return place


def published(name: str, make: Callable[[Path], object]) -> Path:
    """The folder .build/NAME, made again. It replaces the former folder as a whole."""
    place = BUILD / name
    with locked(f"published-{name}"), scratch(name) as work:
        make(work)
        _discard(place)
        place.parent.mkdir(parents=True, exist_ok=True)
        work.rename(place)
        _tidy(place.parent, KEEP)
    return place


@contextmanager
def tree(kind: str, key: str, say: str = "", seconds: float = 0, keep: int = 2) -> Iterator[tuple[Path, int]]:
    """The folder .build/KIND/tree-KEY and the descriptor of its lock. A tool that writes to the folder inherits the
    descriptor: it may live on when this process is killed, and no other process may build there meanwhile.
    """
    with locked(f"{kind}-tree-{key}", say) as lock, announced(say, seconds):
        place = folder(f"{kind}/tree-{key}")
        os.utime(place)
        yield place, lock
        _tidy(place.parent, keep, "tree-")


@contextmanager
def locked(name: str, say: str = "") -> Iterator[int]:
    """Hold the lock of this name and give its descriptor. A wait for a build that `say` describes is announced."""
    path = folder("locks") / re.sub(r"\W", "-", name)
    while True:
        lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            _wait(lock, say)
            if _is(lock, path):  # else another process has swept it away
                yield lock
                return
        finally:
            os.close(lock)


def _wait(lock: int, say: str) -> None:
    """Until the lock is ours."""
    until = time.monotonic() + PATIENCE
    while not _try(lock):
        if time.monotonic() < until:
            time.sleep(0.05)
        else:
            with announced(say and f"waiting for another process that is {say}", math.inf):
                fcntl.flock(lock, fcntl.LOCK_EX)
            return


def _try(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is(descriptor: int, path: Path) -> bool:
    """Whether the path still leads to the opened file."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


def _unique() -> str:
    return f"{os.getpid()}-{os.urandom(4).hex()}"


@contextmanager
def scratch(name: str) -> Iterator[Path]:
    """A new folder for this process only, removed at the end. If the work is refused, the folder is kept in
    .build/failed, and the sentence names it.
    """
    while True:
        path = folder("work") / f"{name.replace('/', '-')}-{_unique()}"
        path.mkdir()
        try:
            lock = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        except FileNotFoundError:
            continue  # another process took it for a stale one, as below
        if _try(lock) and _is(lock, path):  # else another process took it for a stale one
            break
        os.close(lock)
    try:
        yield path
    except UserError as refused:
        raise UserError(refused.message.replace(str(path), str(failed(path)))) from None
    finally:
        shutil.rmtree(path, ignore_errors=True)
        os.close(lock)


def failed(path: Path) -> Path:
    """Move a file or folder under .build to the kept failures; returns its new place."""
    kept = folder("failed") / f"{path.stem}-{_unique()}{path.suffix}"
    path.rename(kept)
    return kept


def _sizes(place: Path) -> dict[str, int]:
    return {str(path.relative_to(place)): path.stat().st_size for path in place.rglob("*") if path.is_file()}


def whole(place: Path) -> bool:
    """Whether a kept folder is complete. Notes that it is used."""
    try:
        made = json.loads((place / MADE).read_text())
        if any((place / name).stat().st_size != size for name, size in made.items()):
            return False
        if time.time() - place.stat().st_mtime > USED:
            os.utime(place)
    except (OSError, ValueError):
        return False
    return True


def _discard(place: Path) -> None:
    """Remove a folder: its name is free at once."""
    away = folder("work") / f"{place.name}-{_unique()}"
    with suppress(FileNotFoundError):
        place.rename(away)
        if away.is_dir():
            shutil.rmtree(away, ignore_errors=True)
        else:
            away.unlink()


_tidied: dict[Path, float] = {}  # when this process did it last


def _tidy(place: Path, keep: int, prefix: str = "") -> None:
    """Sweep, and remove all but the `keep` folders of a kind that were used last. Folders in use stay."""
    now = time.monotonic()
    if now < _tidied.get(place, -math.inf) + PAUSE:
        return
    _tidied[place] = now
    _sweep()
    found = [path for path in place.iterdir() if (path.name.startswith(prefix) if prefix else (path / MADE).exists())]
    if len(found) > keep:
        for path in sorted(found, key=_age)[keep:]:
            if _age(path) > IN_USE:
                _discard(path)


def _sweep() -> None:
    """Remove what dead processes left behind, and locks that no process holds."""
    for path in folder("work").iterdir():
        if path.is_dir():
            _remove_unheld(path, lambda stale: shutil.rmtree(stale, ignore_errors=True))
        elif _age(path) > USED:
            path.unlink(missing_ok=True)
    for path in folder("locks").iterdir():
        _remove_unheld(path, lambda stale: stale.unlink(missing_ok=True))
    for path in sorted(folder("failed").iterdir(), key=_age)[FAILURES:]:
        _discard(path)


def _remove_unheld(path: Path, remove: Callable[[Path], object]) -> None:
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError:
        return
    try:
        if _try(descriptor) and _is(descriptor, path):
            remove(path)
    finally:
        os.close(descriptor)


def _age(path: Path) -> float:
    """Seconds since the last use. None if it is gone."""
    try:
        return time.time() - path.stat().st_mtime
    except FileNotFoundError:
        return 0


def bound_files(place: Path, keep: int) -> None:
    """Remove the oldest files of a folder beyond `keep`."""
    with suppress(FileNotFoundError):
        files = [path for path in place.iterdir() if path.is_file()]
        for path in sorted(files, key=_age)[keep:]:
            path.unlink(missing_ok=True)


_shown: list[tuple[Any, str]] = []  # the status on the terminal, and what it said


def _file_name(text: str) -> str:
    """A name for a file. A long one, as of many models at once, ends in a digest."""
    name = re.sub(r"[^A-Za-z0-9]+", "-", text)
    return name if len(name) <= LONGEST else f"{name[:LONGEST]}-{hashlib.sha256(name.encode()).hexdigest()[:16]}"


@contextmanager
def announced(say: str, seconds: float) -> Iterator[None]:
    """Shows `say` on a terminal while it lasts. Elsewhere, prints one line if it takes longer than SILENT.

    `seconds` is an estimate for the first time, math.inf if unknown. Later it shows how long it took here last time.
    """
    if not say:
        yield
        return
    known = seconds != math.inf
    measured = BUILD / "times" / f"{_file_name(say)}.json"
    if known:
        with suppress(OSError, ValueError):
            seconds = float(json.loads(measured.read_text()))
    begun = time.monotonic()
    if sys.stderr.isatty():
        with _status(say if not known else f"{say} ({about(seconds)}, once)"):
            yield
    else:
        if seconds > SILENT:
            print(f"ev: {say}{f' ({about(seconds)}, once)' if known else ''}", file=sys.stderr, flush=True)
        yield
    if known:
        write(measured, json.dumps(round(time.monotonic() - begun, 1)))


@contextmanager
def _status(text: str) -> Iterator[None]:
    """A status on the terminal. An inner one replaces the outer one while it lasts."""
    from rich.console import Console

    if _shown:
        status, before = _shown[-1]
        status.update(text)
        _shown.append((status, text))
        try:
            yield
        finally:
            _shown.pop()
            status.update(before)
    else:
        with Console(stderr=True).status(text) as status:
            _shown.append((status, text))
            try:
                yield
            finally:
                _shown.pop()


def about(seconds: float) -> str:
    """A time as one says it."""
    if seconds < 8:
        return "a few seconds"
    if seconds < 50:
        return f"about {round(seconds / 10) * 10} seconds"
    minutes = round(seconds / 60)
    return f"about {minutes} minutes" if minutes > 1 else "about a minute"
