# SPDX-License-Identifier: Apache-2.0
"""The machine `asip`: a coprocessor for AES and for curves over binary fields, which runs tasks for a host.

Its configurations are in isa/asip/configurations.yaml. It has no C compiler and no backend of its own: its programs are
the tasks of sw/asip.
"""

from evariste.machines import MachineDef, Part, Rtl

NAME = "asip"

MACHINE = MachineDef(
    name=NAME,
    about="a coprocessor for AES and for curves over binary fields",
    configuration="full",
    rtl=Rtl(folders=(), generated="gen/asip/asip_isa_pkg.sv", packages=("gen/asip/asip_isa_pkg.sv",), core=""),
    parts={NAME: Part("sim_asip", ("sim/asip", "gen/asip"), "the interpreter of asip", 15)},
    simulated={},
    generators={"tasks": f"{__name__}.tasks"},
    generated="gen/asip",
    commands=f"{__name__}.command",
    records={NAME: f"ev {NAME} measure"},
    sources=("gen/asip", "sim/asip"),
    verify="verify/asip",
)
