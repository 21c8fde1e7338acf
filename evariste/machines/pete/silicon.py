# SPDX-License-Identifier: Apache-2.0
"""Area, clock and energy in a cell library: the core alone, with the accumulator, and with the instruction cache.

A library of cells has no memory. So the arrays of the cache are left out but for the registers at their outputs
(cache_array.sv beside this file). What is counted of the cache is its control, with a flip-flop for each line. In the
energy of a program, its arrays are memories of their sizes.
"""

from dataclasses import replace
from pathlib import Path

from evariste import machines
from evariste.silicon import designs
from evariste.silicon.areas import Areas, Design
from evariste.silicon.replay import Place, core_accesses
from evariste.silicon.synth import Job
from evariste.silicon.whole import arrays

NAME = "pete"
TOPICS = ("area", "workloads")
FIELDS = ("fp256.mul", "gf2_233.mul")
CURVES = ("p256.mul.ct", "p256.ecdsa.sign", "b233.mul.ct")
# Whose energy is measured. The configuration is the end of the name.
WORKLOADS = (*(f"{task}.{name}" for task in (*FIELDS, *CURVES) for name in ("baseline", "bise", "fast")),
             *(f"{curve}.ecdsa.sign.nonce.baseline" for curve in ("p192", "p256")),
             *(f"{curve}.ecdsa.{name}" for curve in ("p192", "p224", "p256", "p384", "p521")
               for name in ("baseline", "ise", "ise_icache")),
             *(f"b163.ecdsa.{name}" for name in ("baseline", "bise", "bise_icache")),
             *(f"b{m}.ecdsa.bise" for m in (233, 283, 409, 571)),
             *(f"targhetta2015.p192.ecdsa.{name}" for name in ("baseline", "ise", "ise_icache")))  # fmt: skip
PLACE = Place("pete_sim.u_soc.u_core", accesses=core_accesses())
WAY = "gen_icache.u_icache.gen_way[0]"  # of a cache with one
CACHED = replace(PLACE, arrays=(f"{WAY}.u_words.rdata_o", f"{WAY}.u_tags.rdata_o"), accesses=core_accesses(
    cache_read=((f"{WAY}.u_words.read_i",), 1), cache_write=((f"{WAY}.u_words.write_i",), 1),
    tag_read=((f"{WAY}.u_tags.read_i",), 1), tag_write=((f"{WAY}.u_tags.write_i",), 1)))  # fmt: skip
CONFIGURATIONS = ("baseline", "ise", "bise", "bise2", "fast", "ise_icache", "bise_icache", "bise_icache2")
PROVED = ("baseline", "fast")  # whose netlists are proved to be their RTL
ARRAY = Path(__file__).parent / "cache_array.sv"


def job(name: str) -> Job:
    """The core in a configuration. The unit, the registers and the cache stay apart."""
    return designs.instead(designs.core(machines.named(NAME).has(name).parameters, NAME), ARRAY.name, ARRAY)


class Evaluation(Areas):
    """The measurements of the machine."""

    machine, configurations, workloads = NAME, CONFIGURATIONS, WORKLOADS

    def design(self, configuration: str) -> Design:
        size = machines.named(NAME).has(configuration).parameters.get("ICACHE_BYTES", 0)
        place, sizes = (CACHED, arrays(size)) if size else (PLACE, None)
        return Design(job(configuration), machines.named(NAME).rtl.instances, place, sizes=sizes)
