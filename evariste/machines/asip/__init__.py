# SPDX-License-Identifier: Apache-2.0
"""The machine `asip`: a coprocessor for AES and for curves over binary fields, which runs tasks for a host.

Its configurations are in isa/asip/configurations.yaml. It has no C compiler and no backend of its own: its programs are
the tasks of sw/asip.
"""

from evariste.machines import MachineDef, Part, Rtl

NAME = "asip"

RTL = Rtl(
    folders=("gf/mont", "gf/aes", "asip"),
    generated="gen/asip/asip_isa_pkg.sv",
    packages=(
        "gen/asip/asip_isa_pkg.sv",
        "gen/asip/tasks/asip_tasks_pkg.sv",
        "rtl/gf/aes/aes_pkg.sv",
        "rtl/asip/asip_pkg.sv",
    ),
    core="asip_core",
    top="asip_obi",
    lint=tuple((top, ("gen/asip", "gen/asip/tasks", "rtl/gf/mont", "rtl/gf/aes", "rtl/asip"))
               for top in ("asip_obi", "asip_apb")),
    listed="rtl/asip.f",
)

_CORE = ("sim/asip", "gen/asip")
_RTL = (*_CORE, "sim/rtl", "rtl/asip", "rtl/gf/mont", "rtl/gf/aes")
# The configurations with a Verilated model.
SIMULATED = ("full", "paper", "small", "fast", "fastest", "se", "se_fast", "all", "loadable")

MACHINE = MachineDef(
    name=NAME,
    about="a coprocessor for AES and for curves over binary fields",
    configuration="full",
    rtl=RTL,
    parts={
        NAME: Part("sim_asip", _CORE, "the interpreter of asip", 15),
        **{f"rtl_asip_{name}": Part(f"rtl_asip_{name}", _RTL, f"the RTL model of asip, {name}", 60)
           for name in SIMULATED},
    },
    simulated={},
    generators={"tasks": f"{__name__}.tasks"},
    generated="gen/asip",
    commands=f"{__name__}.command",
    records={NAME: f"ev {NAME} measure"},
    sources=("gen/asip", "sim/asip"),
    verify="verify/asip",
)
