# SPDX-License-Identifier: Apache-2.0
"""Sets of extensions beside an inverse in two cycles: which programs run on such a core, and in how many cycles.

The empty set is the configuration `inverse2`, and that of all `fast`. The others have no name of their own: their cores
are built from parameters, and the library from the switches of `evariste/backend/extensions.h`.
"""

from dataclasses import dataclass

from evariste import sim
from evariste.bench import registry, runner
from evariste.build import cc
from evariste.errors import UserError
from evariste.machines.gfp import MACHINE, NAME
from evariste.paths import ROOT
from evariste.silicon.firmware import Unnamed

BASE = "inverse2"
EXTENSIONS = {  # the core's parameter and its value, and the library's switch
    "field2": ("GF_FIELD2", 1, "EV_SECOND_FIELD"),
    "ma": ("GF_MA", 1, "EV_GFMA"),
    "mac1": ("GF_MAC", 1, "EV_GFMAC32"),
    "mac2": ("GF_MAC", 2, "EV_GFMAC32"),
    "test": ("GF_TEST", 1, "EV_GFTST"),
    "high": ("GF_HIGH", 1, "EV_GFROR"),
}
TASKS = {  # by the family whose mean they make
    "codes": ("rs255_239.decode.e8", "rs255_239.decode.e0", "rs255_239.encode", "bch31_11.decode.e5"),
    "AES": ("aes128.encrypt", "aes128.decrypt", "ccm128.block", "gcm128.block"),
    "curves": ("gf2_233.mul", "gf2_233.inv", "k233.mul.ct", "k233.mul.vartime"),
}


@dataclass(frozen=True)
class Set:
    """Names among EXTENSIONS, in their order."""

    names: tuple[str, ...]

    @property
    def title(self) -> str:
        return ".".join(self.names) or "none"

    @property
    def backend(self) -> str:
        """The backend with the generated kernels for it: they differ by `gfmac32` only."""
        return MACHINE.natives["EV_GFMAC32" in self._switches]

    @property
    def core(self) -> Unnamed:
        """Its parameters, and what its programs are compiled with."""
        chosen = dict(EXTENSIONS[name][:2] for name in self.names)
        words = sorted({f"-D{switch}={int(switch in self._switches)}" for *_, switch in EXTENSIONS.values()})
        return Unnamed((*MACHINE.configurations[BASE].parameters.items(), *chosen.items()), tuple(words))

    @property
    def _switches(self) -> set[str]:
        return {EXTENSIONS[name][2] for name in self.names}

    def cycles(self, task: str) -> int:
        """The mean cycles of a task on the interpreter, with its output checked."""
        case, core = registry()[task].build(self.backend, "iss"), self.core
        elf = cc.compile([ROOT / source for source in case.sources], backend=self.backend, defines=case.defines,
                         opt=case.opt, extra=[*case.extra, *core.words], machine=NAME)  # fmt: skip
        output, _ = runner.execute(elf, case, sim.Machine(NAME, parameters=dict(core.parameters)))
        if not case.check(output)[0]:
            raise UserError(f"the output of {task} is wrong with {self.title}.")
        found = output.cycles[case.label]
        return round(sum(found) / len(found))


NONE, ALL = Set(()), Set(("field2", "ma", "mac1", "test", "high"))
ALONE = tuple(Set((name,)) for name in EXTENSIONS)
SETS = (NONE, *ALONE, *(Set(tuple(names.split("."))) for names in (
    "ma.test.high", "field2.ma.test.high", "ma.mac1.test.high", "field2.mac1.test.high", "field2.ma.mac2.test.high")),
    ALL)  # fmt: skip
ENERGIES = ("aes128.encrypt", "rs255_239.decode.e8")  # tasks whose energy is measured with each extension alone
