# SPDX-License-Identifier: Apache-2.0
"""The machine `vword`: the core `mips`, and an accelerator with a word as long as a polynomial likes.

Its configurations are in isa/vword/configurations.yaml.
"""

from evariste.isa import load
from evariste.isa.schema import ConfigurationsSpec
from evariste.machines import PORTABLE, MachineDef, Part, Rtl
from evariste.parts.mips import CHAIN

NAME = "vword"

RTL = Rtl(
    folders=("mips",),
    generated="gen/mips/mips_isa_pkg.sv",
    packages=("gen/mips/mips_isa_pkg.sv", "rtl/mips/mips_pkg.sv"),
    core="mips_core",
    system="vword_soc",
    top="mips_top",
    lint=(("mips_top", ("gen/mips", "rtl/mips")),),
    registers="mips_regfile",
    kept={"mips_regfile": "registers", "mips_hilo": "multiplier"},
    instances={"u_regfile": "registers", "u_hilo": "multiplier", "": "control"},
    cut=("retire_o", "debug_i", "debug_o", "c2_o", "c2_i", "c2_wdata_i", "c2_be_i"),
    listed="rtl/vword.f",
)

_CORE = ("sim/mips", "sim/vword", "gen/mips/mips_isa.hpp", "gen/vword/vword_isa.hpp")
_RTL = (*_CORE, "sim/rtl", "rtl/mips", "rtl/soc", "gen/mips/mips_isa_pkg.sv")
_CONFIGURATIONS = load.read(load.FOLDER / NAME / "configurations.yaml", ConfigurationsSpec).configurations

MACHINE = MachineDef(
    name=NAME,
    about="a five-stage MIPS core with an accelerator for one binary polynomial",
    configuration="none",
    backends={PORTABLE: "none"},
    toolchain=CHAIN,
    rtl=RTL,
    parts={
        NAME: Part("sim_vword", _CORE, "the interpreter of vword", 30),
        "rtl_vword": Part("rtl_vword", _RTL, "the RTL model of vword", 30),
        "rtl_vword_wave": Part("rtl_vword_wave", _RTL, "the RTL model of vword with waveforms", 60),
        "rtl_vword_cover": Part("rtl_vword_cover", _RTL, "the RTL model of vword with coverage", 60),
    },
    simulated={**dict.fromkeys(_CONFIGURATIONS, ""), "none": "rtl_vword"},
    derived=f"{__name__}.instance",
    commands=f"{__name__}.command",
    generated="gen/vword",
    sources=("gen/mips", "gen/vword", "sim/mips", "sim/vword"),
    verify="verify/vword",
)
