# SPDX-License-Identifier: Apache-2.0
"""The machine `monte`: the core `mips`, and an accelerator for Montgomery arithmetic that moves its operands itself.

Its configurations are in isa/monte/configurations.yaml.
"""

from evariste.machines import PORTABLE, MachineDef, Part, Rtl
from evariste.parts.mips import CHAIN

NAME = "monte"

RTL = Rtl(
    folders=("mips", "gf/mac", "command", "monte"),
    generated="gen/monte/monte_isa_pkg.sv",
    packages=(
        "gen/mips/mips_isa_pkg.sv",
        "gen/monte/monte_isa_pkg.sv",
        "rtl/mips/mips_pkg.sv",
        "rtl/command/command_pkg.sv",
        "rtl/monte/monte_pkg.sv",
    ),
    core="mips_core",
    system="monte_soc",
    top="monte_top",
    lint=tuple((top, ("gen/mips", "gen/monte", "rtl/mips", "rtl/gf/mac", "rtl/command", "rtl/monte"))
               for top in ("monte_top", "monte_obi")),
    registers="mips_regfile",
    kept={"mips_regfile": "registers", "mips_hilo": "multiplier"},
    instances={"u_regfile": "registers", "u_hilo": "multiplier", "": "control"},
    cut=("retire_o", "debug_i", "debug_o", "c2_o", "c2_i", "c2_wdata_i", "c2_be_i"),
    listed="rtl/monte.f",
)  # fmt: skip

_CORE = ("sim/mips", "sim/monte", "gen/mips/mips_isa.hpp", "gen/monte/monte_isa.hpp")
_RTL = (*_CORE, "sim/rtl", "rtl/mips", "rtl/command", "rtl/monte", "rtl/gf/mac", "rtl/soc", "gen/mips/mips_isa_pkg.sv",
        "gen/monte/monte_isa_pkg.sv")  # fmt: skip
_SIMULATED = ("paper", "digits", "squares", "dual", "full", "shallow")  # on the interpreter and as RTL

MACHINE = MachineDef(
    name=NAME,
    about="a five-stage MIPS core with an accelerator for arithmetic modulo any odd number",
    configuration="full",
    backends={NAME: "full", PORTABLE: "full"},
    unaided={
        **dict.fromkeys(("ghash.*", "gcm128.*"), "The library has no GHASH with the accelerator."),
        **dict.fromkeys(("codes", "aes", "hashes", "crc"),
                        "The accelerator is for long numbers and polynomials with an odd modulus."),
        "fp*": "The library gives the accelerator whole curves; one operation modulo a prime stays on the core.",
        "gf2_*.sqr": "The library leaves one square in a binary field on the core: the way there is longer.",
    },
    toolchain=CHAIN,
    rtl=RTL,
    parts={
        NAME: Part("sim_monte", _CORE, "the interpreter of monte", 30),
        **{
            f"rtl_monte_{name}": Part(f"rtl_monte_{name}", _RTL, f"the RTL model of monte, {name}", 40)
            for name in _SIMULATED
        },
        **{
            f"rtl_monte_{name}_wave": Part(f"rtl_monte_{name}_wave", _RTL, f"the model of {name} with waveforms", 60)
            for name in _SIMULATED
        },
        **{f"rtl_monte_{bus}": Part(f"rtl_monte_{bus}", _RTL, f"the RTL model of monte on a bus: {bus}", 30)
           for bus in ("obi", "apb")},
    },
    simulated={name: f"rtl_monte_{name}" for name in _SIMULATED},
    records={NAME: f"ev bench --machine {NAME}", f"{NAME}_silicon": f"ev silicon --machine {NAME}",
             f"{NAME}_checks": f"ev lockstep --machine {NAME}; ev mutate --machine {NAME} TARGET; ev faults --machine "
             f"{NAME}"},
    generators={f"{NAME}_commands": f"{__name__}.header"},
    generated="gen/monte",
    sources=("gen/mips", "gen/monte", "sim/mips", "sim/monte"),
    verify="verify/monte",
)
