# SPDX-License-Identifier: Apache-2.0
"""What a program of sw/apps prints that calls functions and shows their statuses: lines `name: sentence`."""

import re

from evariste import machines
from evariste.build import cc
from evariste.paths import ROOT
from evariste.sim import Machine


def sentences() -> dict[str, str]:
    """The name of each status, without EV_, by its sentence (evariste/status.h)."""
    header = (ROOT / "sw/include/evariste/status.h").read_text()
    return {text: name for name, text in re.findall(r'X\((\w+), "([^"]+)"\)', header)}


def said(program: str, backend: str, *args: str) -> dict[str, str]:
    """The statuses' names (or other words) by what the program called them. A name is printed only once."""
    names, console = sentences(), []
    core = Machine(configuration=machines.default().runs(backend))
    core.load(cc.compile([program], backend=backend))
    core.host(args=list(args), stdout=console.append)
    stop = core.run()
    assert (stop.reason, stop.status) == ("exit", 0), stop.sentence
    found: dict[str, str] = {}
    for line in b"".join(console).decode().splitlines():
        what, _, status = line.partition(": ")
        assert what not in found, what
        found[what] = names.get(status, status)
    return found
