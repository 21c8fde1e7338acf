# SPDX-License-Identifier: Apache-2.0
"""The toy: five instructions, no C compiler."""

from evariste.machines import MachineDef, Part, Rtl

_CORE = ("sim/toy", "gen/toy/toy_isa.hpp")

MACHINE = MachineDef(
    name="toy",
    about="an example of five instructions",
    configuration="full",
    rtl=Rtl(
        folders=("toy",),
        generated="gen/toy/toy_isa_pkg.sv",
        packages=("gen/toy/toy_isa_pkg.sv",),
        core="toy_core",
        system="toy_core",
        top="toy_core",
        listed="rtl/toy.f",
    ),
    parts={
        "toy": Part("sim_toy", _CORE, "the toy's interpreter", 10),
        "toy_rtl": Part("rtl_toy", (*_CORE, "sim/rtl", "rtl/toy", "gen/toy"), "the toy's RTL model", 20),
    },
    simulated={"full": "toy_rtl"},
    generated="gen/toy",
)
