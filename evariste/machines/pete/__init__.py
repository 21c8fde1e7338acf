# SPDX-License-Identifier: Apache-2.0
"""The machine `pete`: the core `mips` with an accumulator for fields GF(p) and GF(2^m).

Its configurations are in isa/pete/configurations.yaml.
"""

from evariste.machines import PORTABLE, MachineDef, Part, Rtl
from evariste.parts.mips import CHAIN

NAME = "pete"

RTL = Rtl(
    folders=("mips", "gf/mac", "cache", "pete"),
    generated="gen/pete/pete_isa_pkg.sv",
    packages=(
        "gen/mips/mips_isa_pkg.sv",
        "gen/pete/pete_isa_pkg.sv",
        "rtl/mips/mips_pkg.sv",
        "rtl/pete/pete_pkg.sv",
    ),
    core="pete_core",
    system="pete_soc",
    top="pete_top",
    lint=(("pete_top", ("gen/mips", "gen/pete", "rtl/mips", "rtl/gf/mac", "rtl/cache", "rtl/pete")),),
    registers="mips_regfile",
    kept={
        "mips_regfile": "registers",
        "mips_hilo": "multiplier",
        "pete_accumulator": "accumulator",
        "icache": "instruction cache",
    },
    instances={
        "u_regfile": "registers",
        "u_hilo": "multiplier",
        "u_accumulator": "accumulator",
        "u_icache": "instruction cache",
        "": "control",
    },
    cut=("retire_o", "debug_i", "debug_o"),
    listed="rtl/pete.f",
)

_CORE = ("sim/mips", "sim/pete", "gen/mips/mips_isa.hpp", "gen/pete/pete_isa.hpp")
_RTL = (*_CORE, "sim/rtl", "rtl/mips", "rtl/pete", "rtl/gf/mac", "rtl/cache", "rtl/soc", "gen/mips/mips_isa_pkg.sv",
        "gen/pete/pete_isa_pkg.sv")  # fmt: skip
_SIMULATED = ("baseline", "ise", "bise", "bise2", "fast", "ise_icache", "bise_icache", "bise_icache2", "interrupts",
              "interrupts_icache")
_SIZES = tuple(f"bise_icache_{size}" for size in ("1k", "2k", "8k", "2k2", "4k2", "8k2"))

MACHINE = MachineDef(
    name=NAME,
    about="a five-stage MIPS core that multiplies and accumulates in GF(p) and GF(2^m)",
    configuration="fast",
    interrupts="interrupts",
    backends={NAME: "fast", PORTABLE: "baseline"},
    plain="baseline",
    unaided={
        **dict.fromkeys(("ghash.*", "gcm128.*"), "The library has no GHASH with the multiplier's extension."),
        **dict.fromkeys(("codes", "aes", "hashes", "crc"),
                        "The multiplier's extension is for long numbers and polynomials."),
    },
    toolchain=CHAIN,
    rtl=RTL,
    parts={
        NAME: Part("sim_pete", _CORE, "the interpreter of pete", 30),
        **{
            f"rtl_pete_{name}": Part(f"rtl_pete_{name}", _RTL, f"the RTL model of pete, {name}", 30)
            for name in _SIMULATED
        },
        **{
            f"rtl_pete_{name}_wave": Part(f"rtl_pete_{name}_wave", _RTL, f"the model of {name} with waveforms", 60)
            for name in _SIMULATED
        },
    },
    # The other sizes of the cache are compared on the interpreter.
    simulated={name: f"rtl_pete_{name}" for name in _SIMULATED} | dict.fromkeys(_SIZES, ""),
    records={
        NAME: f"ev bench --machine {NAME} --backend {NAME}",
        f"{NAME}_portable": f"ev bench --machine {NAME} --backend {PORTABLE}",
        f"{NAME}_peers": f"ev bench --peer NAME=FOLDER --machine {NAME}",
        f"{NAME}_silicon": f"ev silicon --machine {NAME}",
        f"{NAME}_lockstep": f"ev lockstep --machine {NAME} --programs 150",
        f"{NAME}_mutation": f"ev mutate --machine {NAME} TARGET",
    },
    generators={"accumulator": f"{__name__}.kernels", "words": "evariste.parts.mips.kernels"},
    generated="gen/pete",
    sources=("gen/mips", "gen/pete", "sim/mips", "sim/pete"),
    verify="verify/pete",
)
