# SPDX-License-Identifier: Apache-2.0
"""The machine `vword`: the core `mips`, and an accelerator with a word as long as a polynomial likes.

Its configurations are in isa/vword/configurations.yaml.
"""

from evariste.isa import load
from evariste.isa.schema import ConfigurationsSpec
from evariste.machines import PORTABLE, MachineDef, Part, Rtl
from evariste.parts.mips import CHAIN

NAME = "vword"

_CORE = ("sim/mips", "sim/vword", "gen/mips/mips_isa.hpp", "gen/vword/vword_isa.hpp")
_CONFIGURATIONS = load.read(load.FOLDER / NAME / "configurations.yaml", ConfigurationsSpec).configurations

MACHINE = MachineDef(
    name=NAME,
    about="a five-stage MIPS core with an accelerator for one binary polynomial",
    configuration="none",
    backends={PORTABLE: "none"},
    toolchain=CHAIN,
    rtl=Rtl(folders=(), generated="", packages=(), core=""),  # there is none yet
    parts={NAME: Part("sim_vword", _CORE, "the interpreter of vword", 30)},
    simulated=dict.fromkeys(_CONFIGURATIONS, ""),
    derived=f"{__name__}.instance",
    commands=f"{__name__}.command",
    generated="gen/vword",
    sources=("gen/mips", "gen/vword", "sim/mips", "sim/vword"),
    verify="verify/vword",
)
