# SPDX-License-Identifier: Apache-2.0
"""Files that a command writes at its end. What cannot be written is refused at the start, before work is lost."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path, PosixPath
from typing import Any, BinaryIO, NoReturn

import click

from evariste.errors import UserError
from evariste.paths import ROOT

STANDARD = ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")


class Output(PosixPath):
    """The path of a file to write; what goes wrong is told in a sentence. `stream` takes its place for `-`."""

    stream: BinaryIO | None = None

    def write_bytes(self, data: Any) -> int:
        try:
            if self.stream is None:
                return super().write_bytes(data)
            self.stream.write(data)
            self.stream.flush()
        except OSError as error:
            self._fail(error)
        return len(data)

    def write_text(self, data: str, *_: Any, **__: Any) -> int:
        return self.write_bytes(data.encode())

    @contextmanager
    def opened(self) -> Iterator[Callable[[bytes], None]]:
        """A function that writes one piece behind the other, for what is written as it comes."""
        try:
            with nullcontext(self.stream) if self.stream else self.open("wb") as to:

                def write(piece: bytes) -> None:
                    to.write(piece)
                    to.flush()

                yield write
        except OSError as error:
            self._fail(error)

    def copy_from(self, source: Path) -> int:
        """The content of another file; returns its bytes."""
        if self.stream is None and self.is_dir():
            raise UserError(f"{self} cannot be written: it is a folder.")
        count = 0
        try:
            with source.open("rb") as file, nullcontext(self.stream) if self.stream else self.open("wb") as to:
                while piece := file.read(1 << 20):
                    count += to.write(piece)
                to.flush()
        except OSError as error:
            self._fail(error)
        return count

    def _fail(self, error: OSError) -> NoReturn:
        if not isinstance(error, BrokenPipeError):
            raise UserError(f"{self} cannot be written: {error.strerror}.") from None
        if self.stream is not None:
            raise error  # the shell's way to end a program: no sentence
        raise UserError(f"{self} was not written to its end: its reader went away.") from None

    def for_others(self) -> str:
        """The name under which code outside Python opens it."""
        return str(self) if self.stream is None else "/dev/stdout"

    def write_secret(self, data: bytes) -> int:
        """A file that its owner alone may read."""
        if self.stream is None and not self.exists():
            os.close(os.open(self, os.O_WRONLY | os.O_CREAT, 0o600))
        if self.stream is None and self.is_file():
            self.chmod(0o600)
        return self.write_bytes(data)


class OutputFile(click.Path):
    """A click type: the path of a file that can be made, or written over; `-` is the standard output.

    With `-`, everything else that the command says goes to the standard error. `seekable` refuses pipes.
    """

    def __init__(self, seekable: bool = False) -> None:
        super().__init__(path_type=Path, dir_okay=False, allow_dash=True)
        self.seekable = seekable

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        from evariste.record import changed

        path = Output(os.fspath(value))
        if self.seekable and (str(path) in STANDARD or (path.exists() and not path.is_file())):
            raise UserError(f"{path} cannot be written: it must be a file on a disk.")
        if str(path) in STANDARD:
            path.stream = sys.stdout.buffer
            sys.stdout = sys.stderr
            return path
        try:
            _try(path)
        except OSError as error:
            raise UserError(f"{path} cannot be written: {_reason(path, error)}.") from None
        if path.resolve().is_relative_to(ROOT / "doc" / "records") and changed():
            raise UserError(f"{path} takes records of a commit: commit what was changed first.")
        return path


def _try(path: Path) -> None:
    """Raise the error that writing would; leave no trace."""
    real = path.resolve()
    try:
        kind = real.stat().st_mode
    except FileNotFoundError:
        os.close(os.open(real, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
        real.unlink()
        return
    if stat.S_ISREG(kind) or stat.S_ISDIR(kind):
        os.close(os.open(real, os.O_WRONLY))
    elif not os.access(real, os.W_OK):  # a pipe is not opened, because that waits for a reader
        raise PermissionError(13, os.strerror(13))


def _reason(path: Path, error: OSError) -> str:
    if isinstance(error, IsADirectoryError):
        return "it is a folder"
    if isinstance(error, FileNotFoundError):
        return f"there is no folder {path.parent}"
    return error.strerror or type(error).__name__


OUTPUT = OutputFile()
SEEKABLE_OUTPUT = OutputFile(seekable=True)
