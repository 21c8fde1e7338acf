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
    folders=("mips", "gf/fixed", "vword"),
    generated="gen/mips/mips_isa_pkg.sv",
    packages=(
        "gen/mips/mips_isa_pkg.sv",
        "gen/vword/vword_isa_pkg.sv",
        "rtl/mips/mips_pkg.sv",
        "rtl/vword/vword_pkg.sv",
    ),
    core="mips_core",
    system="vword_soc",
    top="vword_top",
    lint=(
        ("mips_top", ("gen/mips", "rtl/mips")),
        (
            "vword_fpga",
            ("gen/mips", "gen/vword", "rtl/gf/fixed", "rtl/mips", "rtl/vword", "rtl/fpga", "rtl/fpga/vword"),
        ),
    ),
    registers="mips_regfile",
    kept={"mips_regfile": "registers", "mips_hilo": "multiplier"},
    instances={"u_regfile": "registers", "u_hilo": "multiplier", "": "control"},
    cut=("retire_o", "debug_i", "debug_o", "c2_o", "c2_i", "c2_wdata_i", "c2_be_i"),
    listed="rtl/vword.f",
)

_CORE = ("sim/mips", "sim/vword", "gen/mips/mips_isa.hpp", "gen/vword/vword_isa.hpp")
_CONFIGURATIONS = load.read(load.FOLDER / NAME / "configurations.yaml", ConfigurationsSpec).configurations
_RTL = (*_CORE, "sim/rtl", "rtl/mips", "rtl/vword", "rtl/gf/fixed", "rtl/soc", "gen/mips/mips_isa_pkg.sv",
        "gen/vword/vword_isa_pkg.sv", "gen/vword/instances")  # fmt: skip
_INSTANCES = [name for name, configuration in _CONFIGURATIONS.items() if "LEVEL" in configuration.parameters]

MACHINE = MachineDef(
    name=NAME,
    about="a five-stage MIPS core with an accelerator for one binary polynomial",
    configuration="none",
    interrupts="interrupts",
    speeds=("none", "f283_w32", "f283_w294", "f283_d32"),
    plain="none",
    backends={NAME: "f283_d32", PORTABLE: "none"},
    unaided=dict.fromkeys(("codes", "aes", "hashes", "crc", "prime_curves"),
                          "The accelerator computes modulo one binary polynomial of high degree."),
    toolchain=CHAIN,
    rtl=RTL,
    parts={
        NAME: Part("sim_vword", _CORE, "the interpreter of vword", 30),
        "rtl_vword": Part("rtl_vword", _RTL, "the RTL model of vword", 30),
        "rtl_vword_wave": Part("rtl_vword_wave", _RTL, "the RTL model of vword with waveforms", 60),
        "rtl_vword_irq": Part("rtl_vword_irq", _RTL, "the RTL model of vword with interrupts", 30),
        "rtl_vword_irq_cover": Part("rtl_vword_irq_cover", _RTL, "the RTL model of vword with coverage", 60),
        **{
            f"rtl_vword_{name}": Part(f"rtl_vword_{name}", _RTL, f"the RTL model of vword with {name}", 60)
            for name in _INSTANCES
        },
        **{
            f"rtl_vword_{name}_wave": Part(f"rtl_vword_{name}_wave", _RTL, f"the model of {name} with waveforms", 90)
            for name in _INSTANCES
        },
    },
    simulated={
        "none": "rtl_vword",
        "interrupts": "rtl_vword_irq",
        **{name: f"rtl_vword_{name}" for name in _INSTANCES},
    },
    generators={"instances": f"{__name__}.models", "field": f"{__name__}.kernels"},
    derived=f"{__name__}.instance",
    commands=f"{__name__}.command",
    records={
        NAME: f"ev bench --machine {NAME} --backend portable",
        "reduction": f"ev {NAME} measure",
        f"{NAME}_sim": f"ev bench --sim --machine {NAME}",
        f"{NAME}_field": f"ev bench --machine {NAME} '*.d16' '*.d32' --engine lockstep",
        f"{NAME}_size": f"ev {NAME} size",
        f"{NAME}_lockstep": f"ev lockstep --machine {NAME} --programs 250",
        f"{NAME}_mutation": f"ev mutate --machine {NAME} TARGET",
        f"{NAME}_silicon": f"ev silicon --machine {NAME}",
    },
    generated="gen/vword",
    sources=("gen/mips", "gen/vword", "sim/mips", "sim/vword"),
    verify="verify/vword",
)
