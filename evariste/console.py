# SPDX-License-Identifier: Apache-2.0
"""Files that commands read and write, where long work runs, and how far it is.

What cannot be read or written is refused at the start, before work is lost. `-` is the standard input.
"""

from __future__ import annotations

import os
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path, PosixPath
from typing import Any, BinaryIO, NoReturn

import click

from evariste.cache import about
from evariste.errors import UserError
from evariste.paths import ROOT

STANDARD_INPUT = ("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")


class Kept(PosixPath):
    """A temporary file. Sentences call it by the name of its source."""

    called: str | None = None
    stream: BinaryIO | None = None  # not read yet, when the argument is one that may be read as it comes

    def __str__(self) -> str:
        return self.called or super().__str__()

    def __fspath__(self) -> str:
        return super().__str__()


class InputFile(click.Path):
    """A click type: the path of a file that can be read.

    A pipe or a terminal is read to its end into a temporary file, and the command gets this file, because nearly every
    format must be read more than once or from several places. With `streaming` it gets the open stream.
    """

    def __init__(self, streaming: bool = False) -> None:
        super().__init__(path_type=Path, dir_okay=False, allow_dash=True)
        self.streaming = streaming

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        path = Path(os.fspath(value))
        try:
            if str(path) in STANDARD_INPUT:
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
    """The stream's content, in a file that is removed at the end of the command."""
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
    """Copy a file, or the rest of a stream."""
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


STANDARD_OUTPUT = ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")


class Output(PosixPath):
    """The path of a file to write. Errors are sentences. For `-`, `stream` takes its place."""

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
        """A function that appends one piece after the other, for streaming output."""
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
        """A file that only its owner may read."""
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
        if self.seekable and (str(path) in STANDARD_OUTPUT or (path.exists() and not path.is_file())):
            raise UserError(f"{path} cannot be written: it must be a file on a disk.")
        if str(path) in STANDARD_OUTPUT:
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
        for folder in (path.parent, path.resolve().parent):  # the second for a link into a folder that is not there
            if not folder.exists():
                return f"there is no folder {folder}"
    return error.strerror or type(error).__name__


class RecordsFile(OutputFile):
    """A click type: a file that takes records. One that holds anything else is refused before the work."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        from evariste.record import load

        path = super().convert(value, param, ctx)
        load(path)
        return path


OUTPUT = OutputFile()
SEEKABLE_OUTPUT = OutputFile(seekable=True)

records_option = click.option("--json", "json_file", type=RecordsFile(),
                              help="Put the records into this file; others that it has stay.")  # fmt: skip

# Options of commands whose jobs run on processes of this computer, or on a cluster (evariste.bench.pool).
jobs_option = click.option("-j", "--jobs", "processes", type=click.IntRange(1),
                           help="Processes; by default one per core.")  # fmt: skip
scheduler_option = click.option("--scheduler", "--dask", "dask", metavar="ADDRESS",
                                help="Run on the Dask cluster of this scheduler; `local` starts one here.")  # fmt: skip

EVERY = 10  # seconds between two lines


def lines(what: str, unit: str = "words", every: float = EVERY) -> Callable[[int, int], None]:
    """A function to call with the work done and the total. Short work stays silent."""
    begin = said = time.monotonic()

    def tell(done: int, count: int) -> None:
        nonlocal said
        now = time.monotonic()
        if now - said < every or not 0 < done < count:
            return
        said = now
        left = (now - begin) * (count - done) / done
        click.echo(f"ev: {what}: {done:,} of {count:,} {unit}, {about(left)} to go.", err=True)

    return tell
