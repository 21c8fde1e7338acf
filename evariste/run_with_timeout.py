# SPDX-License-Identifier: Apache-2.0
"""Runs long tools with a time limit. Their output goes to a log, and progress is read from it."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from evariste.errors import UserError

PAUSE = 0.1, 1.0  # s between looks at a tool: at first, and for one that takes long


def run(
    command: Sequence[str | Path],
    folder: Path,
    log: Path,
    limit: float,
    progress: Callable[[str], object] | None = None,
    environment: Mapping[str, str] | None = None,
    tail: Path | None = None,
) -> int:
    """Run a tool in the folder with its output in `log`. Returns its exit status.

    After `limit` seconds the tool and its children are stopped, with a sentence. `progress` gets the last line of the
    log whenever it changes. If a tool keeps a log of its own, `tail` names it.
    """
    name, begun, told = Path(command[0]).name, time.monotonic(), ""
    with log.open("w") as out:
        try:
            tool = subprocess.Popen(
                [str(part) for part in command], cwd=folder, stdin=subprocess.DEVNULL, stdout=out,
                stderr=subprocess.STDOUT, start_new_session=True, env=os.environ | dict(environment or {}),
            )  # fmt: skip
        except OSError as error:
            raise UserError(f"{name} cannot be started: {error.strerror}.") from None
    try:
        while tool.poll() is None:
            passed = time.monotonic() - begun
            if passed > limit:
                raise UserError(
                    f"{name} was ended after {passed / 60:.0f} minutes, its time limit; what it said is in {log}."
                )
            if progress and (line := last_line(tail or log)) != told:
                progress(told := line)
            time.sleep(PAUSE[passed > 10])
    finally:
        if tool.poll() is None:
            os.killpg(tool.pid, signal.SIGKILL)
            tool.wait()
    return tool.returncode


def last_line(path: Path) -> str:
    """The last non-empty line at the file's end. Nothing if there is no such file."""
    try:
        with path.open("rb") as stream:
            stream.seek(0, os.SEEK_END)
            stream.seek(max(0, stream.tell() - 2000))
            lines = stream.read().decode(errors="replace").splitlines()
    except OSError:
        return ""
    return next((line.strip() for line in reversed(lines) if line.strip()), "")
