# SPDX-License-Identifier: Apache-2.0
"""The machine `billie`: the core `mips`, and an accelerator for one binary field that executes commands out of order.

Its configurations are in isa/billie/configurations.yaml.
"""

from evariste.machines import PORTABLE, MachineDef, Part, Rtl
from evariste.parts.mips import CHAIN

NAME = "billie"

RTL = Rtl(
    folders=("mips", "gf/fixed", "command", "billie"),
    generated="gen/billie/billie_isa_pkg.sv",
    packages=(
        "gen/mips/mips_isa_pkg.sv",
        "gen/billie/billie_isa_pkg.sv",
        "rtl/mips/mips_pkg.sv",
        "rtl/command/command_pkg.sv",
        "rtl/billie/billie_pkg.sv",
    ),
    core="mips_core",
    system="billie_soc",
    top="billie_top",
    lint=tuple((top, ("gen/mips", "gen/billie", "rtl/mips", "rtl/gf/fixed", "rtl/command", "rtl/billie"))
               for top in ("billie_top", "billie_obi")),
    registers="mips_regfile",
    kept={"mips_regfile": "registers", "mips_hilo": "multiplier"},
    instances={"u_regfile": "registers", "u_hilo": "multiplier", "": "control"},
    cut=("retire_o", "debug_i", "debug_o", "c2_o", "c2_i", "c2_wdata_i", "c2_be_i"),
    listed="rtl/billie.f",
)  # fmt: skip

_CORE = ("sim/mips", "sim/billie", "gen/mips/mips_isa.hpp", "gen/billie/billie_isa.hpp")
_RTL = (*_CORE, "sim/rtl", "rtl/mips", "rtl/command", "rtl/billie", "rtl/gf/fixed", "rtl/soc",
        "gen/mips/mips_isa_pkg.sv", "gen/billie/billie_isa_pkg.sv")  # fmt: skip
_SIMULATED = (*(f"f{m}_d{d}" for m in (163, 233, 283, 409, 571) for d in (1, 4, 8, 16)), "f163_d32", "f163_short",
              "f163_gated")  # fmt: skip

MACHINE = MachineDef(
    name=NAME,
    about="a five-stage MIPS core with an accelerator for one binary field",
    configuration="f163_d8",
    backends={NAME: "f163_d8", PORTABLE: "f163_d8"},
    unaided={
        **dict.fromkeys(("codes", "aes", "hashes", "crc", "prime_curves"),
                        "The accelerator computes in one binary field, of degree 64 to 575."),
        **dict.fromkeys(("gf2_239.*", "k239.*"),
                        "The accelerator takes a second term of at most half the degree; here it is x^158."),
    },
    toolchain=CHAIN,
    rtl=RTL,
    parts={
        NAME: Part("sim_billie", _CORE, "the interpreter of billie", 30),
        **{
            f"rtl_billie_{name}": Part(f"rtl_billie_{name}", _RTL, f"the RTL model of billie, {name}", 40)
            for name in _SIMULATED
        },
        **{
            f"rtl_billie_{name}_wave": Part(f"rtl_billie_{name}_wave", _RTL, f"the model of {name} with waveforms", 60)
            for name in _SIMULATED
        },
        **{f"rtl_billie_{bus}": Part(f"rtl_billie_{bus}", _RTL, f"the RTL model of billie on a bus: {bus}", 30)
           for bus in ("obi", "apb")},
    },
    simulated={name: f"rtl_billie_{name}" for name in _SIMULATED},
    records={NAME: f"ev bench --machine {NAME}", f"{NAME}_silicon": f"ev silicon --machine {NAME}",
             f"{NAME}_checks": f"ev lockstep --machine {NAME}; ev mutate --machine {NAME} TARGET; ev faults --machine "
             f"{NAME}"},
    generators={f"{NAME}_commands": f"{__name__}.header"},
    generated="gen/billie",
    sources=("gen/mips", "gen/billie", "sim/mips", "sim/billie"),
    verify="verify/billie",
)
