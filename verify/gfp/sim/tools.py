# SPDX-License-Identifier: Apache-2.0
"""What the tests of this folder share: their programs, a run in this process, and `ev run` in its own."""

import subprocess
import sys
from functools import cache
from pathlib import Path

from evariste import build
from evariste.build import cc
from evariste.paths import ROOT
from evariste.sim import Machine, Stop

HERE = Path(__file__).parent
ENGINES = ("iss", "rtl", "lockstep")
EV_RUN = [sys.executable, "-m", "evariste", "run"]


@cache
def program(*names: str) -> Path:
    """The ELF of these sources in `programs`."""
    return cc.compile([HERE / "programs" / name for name in names])


def run(elf: Path, *args: str, engine: str = "iss", root: Path | None = None) -> tuple[Stop, str, Machine]:
    """The run's end, what the program printed, and the machine."""
    machine, output = Machine(engine=engine), []
    machine.load(elf)
    machine.host(root=root, args=args, stdout=output.append)
    return machine.run(), b"".join(output).decode(), machine


def prepare(*arguments: object) -> None:
    """Build what `ev run` needs with these arguments, so that it says nothing of it and takes only its own time."""
    words = {str(argument) for argument in arguments}
    build.sim("gfp")
    if words & {"rtl", "lockstep"}:
        build.sim("rtl" + ("_nogf" if "baseline" in words else "") + ("_wave" if "--wave" in words else ""))


def ev_run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """`ev run` with these arguments and no input."""
    prepare(*arguments)
    return subprocess.run(
        [*EV_RUN, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL
    )


def sentence(text: str) -> str:
    """The one line that a failed command printed."""
    lines = text.splitlines()
    assert len(lines) == 1 and lines[0].endswith("."), text
    return lines[0]
