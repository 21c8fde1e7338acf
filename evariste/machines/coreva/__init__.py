# SPDX-License-Identifier: Apache-2.0
"""The machine `coreva`: a core that issues bundles of four operations.

Its configurations are in isa/coreva/configurations.yaml. Its tools are evariste/vliw.
"""

from evariste.machines import PORTABLE, MachineDef, Part, Rtl

NAME = "coreva"

RTL = Rtl(
    folders=("gf/fixed", "coreva"),
    generated="gen/coreva/coreva_isa_pkg.sv",
    packages=("gen/coreva/coreva_isa_pkg.sv", "rtl/coreva/coreva_pkg.sv"),
    core="coreva_core",
    system="coreva_soc",
    top="coreva_top",
    registers="coreva_regfile",
    cut=("retire_o", "debug_i"),
    listed="rtl/coreva.f",
)
_CORE = ("sim/coreva", "sim/semihosting", "gen/coreva/coreva_isa.hpp")
_RTL = (*_CORE, "sim/rtl", "rtl/coreva", "rtl/gf/fixed", "rtl/soc", "gen/coreva/coreva_isa_pkg.sv")
_SIMULATED = ("base", "ise", "clmul", "mul233", "squ233", "ff233", "ff233_d64", "x", "interlock")
_OWN = "Kernels and accelerators are for GF(2^233), for Reed-Solomon codes, and on `clmul` for GHASH."
_MODELS = {name: f"rtl_coreva_{name}" for name in _SIMULATED}

MACHINE = MachineDef(
    name=NAME,
    about="a four-issue VLIW core with fused operations for binary fields",
    configuration="ise",
    builder="evariste.vliw.build",
    backends={NAME: "base", PORTABLE: "base"},
    plain="base",
    measured={NAME: ("codes",)},
    unaided={
        **dict.fromkeys(("aes*", "c*128*", "ecb128*", "o*128*", "hashes", "crc", "prime_curves"), _OWN),
        **{f"{field}{m}.*": _OWN for m in (163, 239, 283, 409, 571) for field in ("gf2_", "[bk]")},
    },
    rtl=RTL,
    parts={
        NAME: Part("sim_coreva", _CORE, "the interpreter of coreva", 30),
        **{part: Part(part, _RTL, f"the RTL model of coreva's {name}", 60) for name, part in _MODELS.items()},
        "rtl_coreva_ise_wave": Part("rtl_coreva_ise_wave", _RTL, "the RTL model of coreva with waveforms", 90),
    },
    simulated=_MODELS,
    answers={r"(.*)\.on\.\w+": r"\1"},  # with the kernels of a configuration
    generators={f"{NAME}_kernels": f"{__name__}.kernels.files"},
    records={
        NAME: f"ev bench --machine {NAME} --backend {PORTABLE}",
        f"{NAME}_kernels": f"ev bench --machine {NAME} --backend {NAME}",
        f"{NAME}_ct": f"ev ct --matrix --machine {NAME}",
        f"{NAME}_lockstep": f"ev lockstep --machine {NAME} --programs 500",
        f"{NAME}_silicon": f"ev silicon --machine {NAME}",
    },
    generated="gen/coreva",
    sources=("gen/coreva", "sim/coreva", "sim/semihosting"),
    verify="verify/coreva",
)
