# SPDX-License-Identifier: Apache-2.0
"""The machine `pete`: the core `mips` with an accumulator for fields GF(p) and GF(2^m).

Its configurations are in isa/pete/configurations.yaml.
"""

from evariste.machines import PORTABLE, MachineDef, Part, Rtl
from evariste.parts.mips import CHAIN

NAME = "pete"

RTL = Rtl(
    folders=("mips",),
    generated="gen/mips/mips_isa_pkg.sv",
    packages=("gen/mips/mips_isa_pkg.sv", "rtl/mips/mips_pkg.sv"),
    core="mips_core",
    system="pete_soc",
    top="mips_top",
    registers="mips_regfile",
    kept={"mips_regfile": "registers", "mips_hilo": "multiplier"},
    instances={"u_regfile": "registers", "u_hilo": "multiplier", "": "control"},
    cut=("retire_o", "debug_i", "debug_o", "c2_o", "c2_i", "c2_wdata_i", "c2_be_i"),
)

_CORE = ("sim/mips", "sim/pete", "gen/mips/mips_isa.hpp", "gen/pete/pete_isa.hpp")
_RTL = (*_CORE, "sim/rtl", "rtl/mips", "rtl/soc", "gen/mips/mips_isa_pkg.sv")

MACHINE = MachineDef(
    name=NAME,
    about="a five-stage MIPS core that multiplies and accumulates in GF(p) and GF(2^m)",
    configuration="baseline",
    backends={NAME: "fast", PORTABLE: "baseline"},
    toolchain=CHAIN,
    rtl=RTL,
    parts={
        NAME: Part("sim_pete", _CORE, "the interpreter of pete", 30),
        "rtl_pete": Part("rtl_pete", _RTL, "the RTL model of pete", 30),
        "rtl_pete_wave": Part("rtl_pete_wave", _RTL, "the RTL model of pete with waveforms", 60),
    },
    simulated={"baseline": "rtl_pete", "ise": "", "bise": "", "bise2": "", "fast": "", "interrupts": ""},
    generators={"accumulator": f"{__name__}.kernels"},
    generated="gen/pete",
    sources=("gen/mips", "gen/pete", "sim/mips", "sim/pete"),
    verify="verify/pete",
)
