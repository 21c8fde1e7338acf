# SPDX-License-Identifier: Apache-2.0
"""Flipped bits in an accelerator while the core signs with it: single faults in the state of the interpreter, one a
run.

The program is the workload that signs with a given nonce. Registers between stages, and counters of cycles, are not in
the interpreter.
"""

import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

from evariste.bench import Case, Output
from evariste.build import cc
from evariste.ecc.curves import Curve, curve
from evariste.machines import PORTABLE, MachineDef
from evariste.paths import ROOT
from evariste.sim import Machine
from evariste.verification.faults import PATIENCE, Campaign
from evariste.workloads import ecc

NEVER = 10**9  # cycles
Places = Mapping[str, tuple[int, int]]  # by name, the number of words and the bits of each
PARTS: dict[str, Callable[[str], bool]] = {"accelerator": lambda _place: True}


class Signature:
    """One signature, or `what` else, again and again. `sources` take the place of the program that does it."""

    def __init__(
        self, machine: str, configuration: str, curve: Curve, what: str = "sign_nonce", sources: Sequence[str] = ()
    ) -> None:
        self.case: Case = ecc.curve_case(curve, what)
        self.core, self.bound = Machine(machine, configuration), NEVER
        for backend in (PORTABLE, machine):
            self.elf = cc.compile([ROOT / source for source in sources or self.case.sources], backend=backend,
                                  machine=machine, defines=self.case.defines, opt=self.case.opt)  # fmt: skip
            assert self.run(None) == "masked"
            if backend == PORTABLE:  # what computes if a command fails
                self.bound = PATIENCE * self.core.cycles
        self.length = self.core.cycles
        ((self.begin, self.end),) = self.core.windows()

    def run(self, flip: tuple[int, str, int, int] | None) -> str:
        """The outcome of a flip: its cycle, place, index and bit."""
        core = self.core
        with tempfile.TemporaryDirectory(prefix="evariste-") as name:
            for file, content in self.case.files.items():
                Path(name, file).write_bytes(content)
            core.load(self.elf)
            core.host(root=name)
            if flip:
                core.flip(*flip)
            stop = core.run(max_cycles=self.bound)
            if stop.reason == "limit":
                return "hang"
            if stop.reason != "exit" or stop.status != 0:
                return "detected"
            out = Output("", {"out": Path(name, "out").read_bytes()}, {})
        return "masked" if self.case.check(out)[0] else "silent"


def system(_folder: Path) -> None:
    """Nothing: the interpreter is built when it is needed."""


def inject(
    machine: MachineDef,
    places: Places,
    _system: None,
    name: str,
    which: Callable[[str], bool] = PARTS["accelerator"],
    each: int = 1,
    seed: int = 1,
    say: Callable[[str], object] = lambda text: None,
) -> Campaign:
    """Flip a random bit of every word of the places that `which` accepts, in `each` random cycles of a signature with
    this curve. A machine's module gives the first two arguments, `ev faults` the others.
    """
    signature = Signature(machine.name, machine.configuration, curve(name))
    rng = Random(f"faults/{name}/{seed}")
    chosen = [(place, index, bits) for place, (words, bits) in places.items() if which(place) for index in range(words)]
    flops = sum(bits for *_, bits in chosen)
    campaign = Campaign(name, flops, each, (signature.begin, signature.end), engine="iss")
    for count, (place, index, bits) in enumerate(chosen, 1):
        for _ in range(each):
            cycle = rng.randrange(signature.begin, signature.end)
            campaign.outcomes[place][signature.run((cycle, place, index, rng.randrange(bits)))] += 1
        if count % 50 == 0:
            say(f"{name}: {count} of {len(chosen)} words")
    return campaign
