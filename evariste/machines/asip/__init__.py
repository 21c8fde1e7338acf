# SPDX-License-Identifier: Apache-2.0
"""The machine `asip`: a coprocessor for AES and for curves over binary fields, which runs tasks for a host.

Its configurations are in isa/asip/configurations.yaml. It has no C compiler and no backend of its own: its programs are
the tasks of sw/asip.
"""

from evariste.machines import Device, MachineDef, Part, Rtl

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
    kept={"aes_round": "AES round", "aes_expand": "key expansion", "gf_mont": "multiplier", "gf_mont_field": "field",
          "gf_mont_square": "squares", "asip_registers": "registers", "asip_in": "FIFOs", "asip_out": "FIFOs",
          "asip_program": "program", "asip_host": "host"},
    instances={"u_round": "AES round", "u_expand": "key expansion", "u_multiplier": "multiplier", "u_field": "field",
               "u_square": "squares", "u_registers": "registers", "u_in": "FIFOs", "u_out": "FIFOs",
               "u_fetch": "program", "u_program": "program", "u_host": "host"},
    cut=("step_o", "step_place_o"),
    listed="rtl/asip.f",
)  # fmt: skip

_CORE = ("sim/asip", "gen/asip")
_RTL = (*_CORE, "sim/rtl", "rtl/asip", "rtl/gf/mont", "rtl/gf/aes")
# The configurations with a Verilated model.
SIMULATED = ("full", "paper", "small", "fast", "fastest", "se", "se_fast", "all", "all_fast", "loadable")

MACHINE = MachineDef(
    name=NAME,
    about="a coprocessor for AES and for curves over binary fields",
    configuration="full",
    rtl=RTL,
    parts={
        NAME: Part("sim_asip", _CORE, "the interpreter of asip", 15),
        **{
            f"rtl_asip_{name}": Part(f"rtl_asip_{name}", _RTL, f"the RTL model of asip, {name}", 60)
            for name in SIMULATED
        },
        "rtl_asip_apb": Part("rtl_asip_apb", _RTL, "the RTL model of asip on an APB", 60),
        "rtl_asip_apb_cover": Part("rtl_asip_apb_cover", _RTL, "the RTL model of asip on an APB with coverage", 120),
        "asip_bus": Part("rtl_asip_bus_full", _RTL, "the RTL model of asip on a bus", 60),
    },
    simulated={},
    generators={"tasks": f"{__name__}.tasks"},
    generated="gen/asip",
    commands=f"{__name__}.command",
    lacks={
        **dict.fromkeys(
            ("codes", "hashes", "crc", "prime_curves"),
            "It has tasks for AES and for curves over binary fields only, and no compiler.",
        ),
        **dict.fromkeys(("cfb*", "ofb*"), "It has no task for this mode; a host uses others of its tasks."),
        "cmac*": "Its tasks for this mode were measured with a host only.",
        "ghash.call": "It hashes as a part of GCM; a call for GHASH alone is its host's.",
        "gf2_*.sqr": "It has no task for a square alone.",
        **dict.fromkeys(("*.mul.base", "*.mul2.vartime"), "It multiplies any point, and has no task for this alone."),
        **dict.fromkeys(("*.ecdh", "*.ecdsa.*"), "The protocol is its host's, which has it compute the points."),
    },
    alike=dict.fromkeys(("full", "se", "all"), "full/se/all")
    | dict.fromkeys(("fast", "se_fast", "all_fast"), "fast/se_fast/all_fast"),
    answers={
        rf"{NAME}\.\w+\.(aes\d+)\.(encrypt|decrypt)": r"\1.\2",
        rf"{NAME}\.\w+\.(aes\d+)\.key": r"\1.expand",
        rf"{NAME}\.\w+\.aes(\d+)\.(ecb|cbc)\.(\w+)\.steady": r"\2\1.\3_block",
        rf"{NAME}\.\w+\.aes(\d+)\.(ctr)\.steady": r"\2\1.block",
        rf"{NAME}\.\w+\.aes(\d+)\.(ccm|gcm|ocb)\.encrypt\.steady": r"\2\1.block",
        rf"{NAME}\.\w+\.aes128\.ghash\.steady": "ghash.block",
        rf"{NAME}\.\w+\.[bk](\d+)\.product": r"gf2_\1.mul",
        rf"{NAME}\.\w+\.[bk](\d+)\.inverse": r"gf2_\1.inv",
        rf"{NAME}\.\w+\.([bk]\d+)\.multiply": r"\1.mul.ct",
    },
    records={
        NAME: f"ev {NAME} measure",
        f"{NAME}_silicon": f"ev silicon --machine {NAME}",
        f"{NAME}_host": f"ev bench --backend {NAME} --engine rtl",
        f"{NAME}_checks": f"ev {NAME} lockstep; ev mutate --machine {NAME} TARGET; "
        f"ev coverage --rtl --machine {NAME}; ev faults --machine {NAME}",
    },
    sources=("gen/asip", "sim/asip"),
    verify="verify/asip",
    device=Device(
        NAME,
        ("aes", "binary_curves"),
        "asip_bus",
        ("gf2_*", "ghash.*", "*.scalar.*", *(f"?{degree}.*" for degree in (283, 409, 571))),
    ),
)
