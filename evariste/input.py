# SPDX-License-Identifier: Apache-2.0
"""Files that a command reads: any kind of file, `-` for the standard input. What cannot be read is refused at once."""

from __future__ import annotations

import os
import shutil
import stat
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path, PosixPath
from typing import Any, BinaryIO

import click

from evariste.errors import UserError

STANDARD = ("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")


class Kept(PosixPath):
    """A temporary file that is called, in a sentence, what it was read from."""

    called: str | None = None
    stream: BinaryIO | None = None  # not read yet, when the argument is one that may be read as it comes

    def __str__(self) -> str:
        return self.called or super().__str__()

    def __fspath__(self) -> str:
        return super().__str__()


class InputFile(click.Path):
    """A click type: the path of a file that can be read.

    A pipe or a terminal is read to its end into a temporary file, which the command gets in its place, because
    nearly every format must be read more than once or from several places. With `streaming` it gets the open stream.
    """

    def __init__(self, streaming: bool = False) -> None:
        super().__init__(path_type=Path, dir_okay=False, allow_dash=True)
        self.streaming = streaming

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        path = Path(os.fspath(value))
        try:
            if str(path) in STANDARD:
                return self._given(sys.stdin.buffer, "stdin", "the standard input", ctx)
            kind = path.stat().st_mode
            if stat.S_ISREG(kind):
                path.open("rb").close()
                return path
            stream = path.open("rb")
            if ctx:
                ctx.call_on_close(stream.close)
            return self._given(stream, path.name, str(path), ctx)
        except IsADirectoryError:
            raise UserError(f"{path} cannot be read: it is a folder.") from None
        except OSError as error:
            raise UserError(f"{path} cannot be read: {error.strerror}.") from None

    def _given(self, stream: BinaryIO, name: str, called: str, ctx: click.Context | None) -> Path:
        if not self.streaming:
            return _kept(stream, name, called, ctx)
        path = Kept(name)
        path.called, path.stream = called, stream
        return path


def _kept(stream: BinaryIO, name: str, called: str, ctx: click.Context | None) -> Path:
    """What the stream gives, in a file that the command's end removes."""
    if ctx is None:
        raise UserError(f"{called} cannot be read: it is a pipe.")
    folder = ctx.with_resource(tempfile.TemporaryDirectory(prefix="evariste-input-"))
    path = Kept(folder, name)
    with path.open("wb") as file:
        shutil.copyfileobj(stream, file, 1 << 20)
    path.called = called
    return path


INPUT = InputFile()
STREAMING_INPUT = InputFile(streaming=True)


def copy(path: Path, to: Path) -> None:
    """Copy a file, or what is left of a stream."""
    try:
        stream = path.stream if isinstance(path, Kept) else None
        with nullcontext(stream) if stream else path.open("rb") as source, to.open("wb") as target:
            shutil.copyfileobj(source, target, 1 << 20)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}.") from None


def read(path: Path) -> bytes:
    """The whole file, or a sentence."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}.") from None
