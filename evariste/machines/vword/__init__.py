# SPDX-License-Identifier: Apache-2.0
"""The machine `vword`: the core `mips`. Its configurations are in isa/vword/configurations.yaml."""

from evariste.machines import PORTABLE, MachineDef, Part, Rtl
from evariste.parts.mips import CHAIN

NAME = "vword"

_CORE = ("sim/mips", "sim/vword", "gen/mips/mips_isa.hpp")

MACHINE = MachineDef(
    name=NAME,
    about="a five-stage MIPS core",
    configuration="none",
    backends={PORTABLE: "none"},
    toolchain=CHAIN,
    rtl=Rtl(folders=(), generated="", packages=(), core=""),  # there is none yet
    parts={NAME: Part("sim_vword", _CORE, "the interpreter of vword", 30)},
    simulated={"none": ""},
    generated="gen/vword",
    sources=("gen/mips", "gen/vword", "sim/mips", "sim/vword"),
    verify="verify/vword",
)
