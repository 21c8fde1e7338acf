# SPDX-License-Identifier: Apache-2.0
"""What a program of sw/apps prints that calls functions and shows their statuses: lines `name: sentence`."""

from collections.abc import Mapping

from evariste import machines
from evariste.build import cc
from evariste.sim import Machine
from evariste.statuses import SENTENCES


def said(program: str, backend: str, *args: str, defines: Mapping[str, str | int] | None = None) -> dict[str, str]:
    """The statuses' names (or other words) by what the program called them. A name is printed only once."""
    names, console = {sentence: name for name, sentence in SENTENCES.items()}, []
    core = Machine(configuration=machines.default().runs(backend))
    core.load(cc.compile([program], backend=backend, defines=defines or {}))
    core.host(args=list(args), stdout=console.append)
    stop = core.run()
    assert (stop.reason, stop.status) == ("exit", 0), stop.sentence
    found: dict[str, str] = {}
    for line in b"".join(console).decode().splitlines():
        what, _, status = line.partition(": ")
        assert what not in found, what
        sentence = status.removesuffix(" changed")
        found[what] = status.replace(sentence, names.get(sentence, sentence))
    return found
