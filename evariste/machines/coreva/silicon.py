# SPDX-License-Identifier: Apache-2.0
"""Area, clock and energy in a cell library: the core with each extension and each accelerator.

Memories are not part of the netlist. Their energy is added by access: a fetch reads a row of each of the four banks.
"""

from collections.abc import Iterator
from typing import Any

from evariste import machines
from evariste.filelist import files
from evariste.machines.coreva.workloads import WORDS
from evariste.paths import ROOT
from evariste.silicon.areas import CHECKED, Areas, Design
from evariste.silicon.measure import built
from evariste.silicon.replay import Place
from evariste.silicon.synth import Job
from evariste.yosys import signed

NAME = "coreva"
TOPICS = ("area", "digits", "polynomial", "workloads")
# Those of the paper's table 4: with C, with kernels, and with each accelerator. They are measured on the backends that
# they have. Then the best that the machine does, and work without a field of its own, in C.
PAPER = (*(f"{task}.on.{on}" for task in ("gf2_233.mul", "gf2_233.sqr", "b233.mul.ct")
           for on in ("base", "ise", "squ233", "mul233", "ff233")),
         *(f"clmul32.{what}" for what in WORDS if what in ("asm", "asm-ise") or what.startswith("paper")))  # fmt: skip
FURTHER = ("gf2_233.mul.on.clmul", "b233.mul.ct.on.clmul", "b233.mul.ct.on.x", "aes128.encrypt", "rs255_239.decode.e8",
           "sha256.call")  # fmt: skip
WORKLOADS = (*PAPER, *FURTHER)  # whose energy is measured
PROVED = ("ise",)  # whose netlist is proved to be its RTL
_DATA = ("data_req_o", "data_gnt_i", "~data_err_i")
# The addresses that the read ports of the elements keep, in the configuration x: of three operands, and of a word.
_ELEMENTS = "gen_field.gen_elements.u_field"
_PORT = rf"$flatten\{_ELEMENTS}.$\e_q$rdreg[%d]$q"
_COPIES = {_PORT % i: f"{_ELEMENTS}.{name}" for i, name in enumerate(("ra_q", "rb_q", "rd_q"))}
_COPIES |= {f"{_PORT % 3}_{i}_": f"{_ELEMENTS}.word_q_{i + 3}_" for i in range(3)}
PLACE = Place("coreva_sim.u_soc.u_top", copies=_COPIES,
              accesses={"fetch": (("code_req_o",), 4), "load": ((*_DATA, "~data_we_o"), 1),
                        "store": ((*_DATA, "data_we_o"), 1)})  # fmt: skip
DIGITS = (8, 16, 32, 64)  # bits of a product in a cycle, of the accelerator by itself
FIELD_BITS = 233
MEASURED = ("base", "ise", "clmul", "interlock", "mul233", "squ233", "ff233", "ff233_d64", "x")
# Modules that stay apart, and what their instances are called in the record. The rest is control.
KEPT = ("coreva_regfile", "coreva_forward", "coreva_alu", "coreva_product", "coreva_divide", "coreva_field",
        "coreva_elements")  # fmt: skip
INSIDE = {"u_regfile": "registers", "u_forward": "forwarding", "u_alu": "alus", "u_product": "products",
          "u_divide": "division", "u_field": "accelerator"}  # fmt: skip


def job(name: str) -> Job:
    """The machine in a configuration."""
    parameters = tuple(f"{key}={signed(value)}" for key, value in machines.named(NAME).has(name).parameters.items())
    rtl = machines.named(NAME).rtl
    return Job(rtl.top, parameters, tuple(files(rtl)), KEPT, rtl.cut)


class Evaluation(Areas):
    """The measurements of the machine."""

    machine, configurations, workloads = NAME, MEASURED, WORKLOADS

    def design(self, configuration: str) -> Design:
        return Design(job(configuration), INSIDE, PLACE)

    def digits(self) -> Iterator[dict[str, Any]]:
        """Area and time of the accelerator of `ff233` by itself, with digits of several widths."""
        for digit in DIGITS:
            parameters = ("MUL=1", "SQU=1", f"D={digit}")
            job = Job("coreva_field", parameters, tuple(files(machines.named(NAME).rtl)))
            yield self._unit(f"digit.{digit}", "ff233", "digits", job, unit_cycles=-(-FIELD_BITS // digit))

    def polynomial(self) -> Iterator[dict[str, Any]]:
        """What a polynomial that a program chooses would cost: the multiplier of fields of up to 288 bits, and what
        keeps its polynomial, beside the product of MUL233."""
        shared = tuple(str(path.relative_to(ROOT)) for path in sorted((ROOT / "rtl/gf/mont").glob("*.sv")))
        chosen = ("DIGIT=32", "WIDTH=288")
        for name, job in {
            "fixed": Job("coreva_field", ("MUL=1", "SQU=0", "D=32"), tuple(files(machines.named(NAME).rtl))),
            "chosen.multiplier": Job("gf_mont", chosen, shared),
            "chosen.field": Job("gf_mont_field", chosen, shared),
        }.items():
            yield self._unit(f"polynomial.{name}", "mul233", "polynomial", job)

    def _unit(self, name: str, configuration: str, topic: str, job: Job, **more: Any) -> dict[str, Any]:
        """Area and time of a unit by itself."""
        what = built(job, self.path)
        delay = round(what.longest().delay, 3)
        return self._record(name, configuration, topic, CHECKED, **what.size(), delay_ns=delay, **more)
