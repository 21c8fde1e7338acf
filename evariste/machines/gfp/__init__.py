# SPDX-License-Identifier: Apache-2.0
"""The machine `gfp`: a two-stage ARMv6-M core with a four-lane Galois-field unit.

This package is the only Python of `evariste` that names it. Its configurations are in
isa/gfp/configurations.yaml.
"""

from evariste.machines import PORTABLE, MachineDef, Part, Rtl, ToolChain

NAME, DEFAULT = "gfp", "full"
VERIFY = "verify/gfp"  # its tests, specifications for proofs, and lists of survivors

# The families of workloads that the unit makes faster. Prime fields have no use for it.
FASTER = ("aes", "binary_curves", "codes", "crc")

FLAGS = ("-mcpu=cortex-m0plus", "-mthumb")
CHAIN = ToolChain(
    prefix="arm-none-eabi-",
    variable="EVARISTE_ARM_PREFIX",
    package="gcc-arm-none-eabi",
    flags=FLAGS,
    # Debian's newlib forgets PRIx64 and its like unless told that int64_t exists.
    common=(*FLAGS, "-D__int64_t_defined=1"),
    cores=("cortex-m0", "cortex-m0plus", "cortex-m1"),
    understood=("--specs=rdimon.specs", "-specs=rdimon.specs", "-mthumb"),
    refused=("-march=", "-mfloat-abi=", "-marm", "-mbig-endian"),
    allowed=("-march=armv6-m", "-march=armv6s-m", "-mfloat-abi=soft"),
    described="a little-endian ARMv6-M without floating point",
    link=("--specs=rdimon.specs",),
    small=("--specs=nano.specs",),
    semihosting="rdimon",
    runtime="sw/rt/gfp",
    script="sw/rt/gfp/link.ld",
    headers="gen/gfp",
    names=("arm-none-eabi-gcc", *(f"arm-none-eabi-gcc-{n}" for n in (12, 13, 14, 15)), "clang",
           *(f"clang-{n}" for n in range(14, 23))),
    target="--target=thumbv6m-none-eabi",
    directives=".syntax unified\n.cpu cortex-m0plus\n.thumb\n",
    macros='#include "gfp_asm.h"\n',
    function=".thumb_func",
)  # fmt: skip

RTL = Rtl(
    folders=("gf", "gfp"),
    generated="gen/gfp/gfp_isa_pkg.sv",
    packages=("gen/gfp/gfp_isa_pkg.sv", "rtl/gf/gf_pkg.sv", "rtl/gfp/gfp_pkg.sv"),
    core="gfp_core",
    system="gfp_soc",
    top="gfp_top",
    lint=(
        ("gfp_fpga", ("gen/gfp", "rtl/gf", "rtl/gfp", "rtl/fpga", "rtl/fpga/gfp")),
        ("gfp_top", ("gen/gfp", "rtl/gf", "rtl/gfp")),
    ),
    registers="gfp_regfile",
    kept={"gf_unit": "unit", "gf_unit_serial": "unit", "gfp_field": "unit", "gfp_regfile": "registers",
          "gfp_multiplier": "multiplier"},
    instances={"u_gf_unit": "unit", "u_field": "unit", "u_regfile": "registers", "u_multiplier": "multiplier",
               "": "control"},
    cut=("retire_o", "debug_i", "debug_o"),
    without={"GF": 0},
    listed="rtl/gfp.f",
)  # fmt: skip

_CORE = ("sim/gfp", "sim/semihosting", "gen/gfp/gfp_isa.hpp")
_RTL = (*_CORE, "sim/rtl", "rtl/gf", "rtl/gfp", "rtl/soc", "gen/gfp/gfp_isa_pkg.sv")
PARTS = {
    NAME: Part("sim_gfp", _CORE, "the interpreter", 30),
    "rtl": Part("rtl_gfp", _RTL, "the RTL model", 60),
    "rtl_nogf": Part("rtl_gfp_nogf", _RTL, "the RTL model without the field unit", 45),
    "rtl_wave": Part("rtl_gfp_wave", _RTL, "the RTL model with waveforms", 120),
    "rtl_nogf_wave": Part("rtl_gfp_nogf_wave", _RTL, "the RTL model without the field unit, with waveforms", 90),
    "rtl_small5": Part("rtl_gfp_small5", _RTL, "the RTL model of small5", 80),
    "rtl_irq": Part("rtl_gfp_irq", _RTL, "the RTL model with interrupts", 80),
    "rtl_irq_wave": Part("rtl_gfp_irq_wave", _RTL, "the RTL model with interrupts and waveforms", 150),
    "rtl_irq_fast_cover": Part("rtl_gfp_irq_fast_cover", _RTL, "the RTL model with coverage", 180),
    "rtl_inverse2": Part("rtl_gfp_inverse2", _RTL, "the RTL model of inverse2", 60),
    "rtl_inverse3": Part("rtl_gfp_inverse3", _RTL, "the RTL model of inverse3", 80),
    "rtl_inverse4": Part("rtl_gfp_inverse4", _RTL, "the RTL model of inverse4", 80),
    "rtl_irq_inverse4": Part("rtl_gfp_irq_inverse4", _RTL, "the RTL model of interrupts_inverse4", 90),
    "rtl_fast": Part("rtl_gfp_fast", _RTL, "the RTL model of fast", 60),
    "rtl_irq_fast": Part("rtl_gfp_irq_fast", _RTL, "the RTL model of interrupts_fast", 90),
    "rtl_tiny": Part("rtl_gfp_tiny", _RTL, "the RTL model of tiny", 60),
    "rtl_mac2": Part("rtl_gfp_mac2", _RTL, "the RTL model of mac2", 60),
    "gf_unit": Part("rtl_gf_unit", _RTL, "the RTL model of the field unit", 15),
    **{f"gf_unit{n}": Part(f"rtl_gf_unit{n}", _RTL, f"the RTL model of the field unit of {n} cycles", 15)
       for n in (2, 3, 4)},
}

# The most cycles of a word, by case of `ev slowest`.
BOUNDS = {
    "rs255_239.e8": 4800, "rs255_239.e4": 4800, "rs255_239.e1": 4800, "rs255_239.s16": 8000,
    "rs255_239.e7s2": 7000, "rs255_239.e4s8": 8000, "rs255_239.e9": 4800, "rs204_188.e8": 5100,
    "rs204_188.e9": 5100, "rs255_223.e16": 14000, "rs255_223.e17": 14000, "bch31_11": 300, "bch63_51": 82,
    "bch63_51.4": 298,
}  # fmt: skip

MACHINE = MachineDef(
    name=NAME,
    about="an ARMv6-M core with a four-lane Galois-field unit",
    configuration=DEFAULT,
    interrupts="interrupts",
    backends={NAME: DEFAULT, f"{NAME}_fast": "fast", PORTABLE: "baseline", "table": "baseline"},
    plain="baseline",
    measured={NAME: (*FASTER, "hashes", "aes_steps", "chen2017"), f"{NAME}_fast": FASTER, "table": ("aes",)},
    unaided={"prime_curves": "The unit computes in fields of characteristic 2."},
    toolchain=CHAIN,
    rtl=RTL,
    parts=PARTS,
    simulated={
        DEFAULT: "rtl", "baseline": "rtl_nogf", "interrupts": "rtl_irq", "small5": "rtl_small5",
        **{f"inverse{n}": f"rtl_inverse{n}" for n in (2, 3, 4)}, "interrupts_inverse4": "rtl_irq_inverse4",
        "fast": "rtl_fast", "interrupts_fast": "rtl_irq_fast", "tiny": "rtl_tiny",
        "field2": "", "high": "", "ma": "", "mac1": "", "mac2": "rtl_mac2", "test": "",
    },
    generated="gen/gfp",
    gates=("sim/gfp/CMakeLists.txt", "sim/gfp/gates", "gen/gfp/gfp_isa.hpp"),
    sources=("gen/gfp", "sim/gfp", "sim/semihosting"),
    verify=VERIFY,
    bounds=BOUNDS,
    records={f"{NAME}_peers": f"ev bench --peer NAME=FOLDER --machine {NAME}"},
    generators={"kernels": "evariste.machines.gfp.kernels.files"},
    place=DEFAULT,
    default=True,
)
