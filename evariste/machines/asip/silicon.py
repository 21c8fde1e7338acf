# SPDX-License-Identifier: Apache-2.0
"""Area, clock and energy in a cell library: the coprocessor in its configurations, without its data memory.

A library of cells has no memory. Of the data memory only the register at its output is counted (data_memory.sv beside
this file). The program is a ROM, which becomes gates.

The energy of a task is that of all cycles from its first operand to its last result, on streams that always have words
and room. Its host is not counted. That of a program on a host (`host`) has both: a run of the host with the coprocessor
on its bus is recorded in either circuit.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.ciphers import Cipher, aead, algorithms, modes

from evariste import build, machines
from evariste.ecc import reference
from evariste.ecc.curves import binary_curves
from evariste.errors import UserError
from evariste.machines.asip import driver
from evariste.machines.asip.host import Host
from evariste.machines.asip.modes import AES
from evariste.silicon import designs
from evariste.silicon.areas import REPLAYED, Areas, Design
from evariste.silicon.circuit import Circuit
from evariste.silicon.measure import CLOCK, built
from evariste.silicon.recording import Recorder
from evariste.silicon.replay import Place, Probe, Region, core_accesses, region
from evariste.silicon.synth import Job

NAME = "asip"
TOPICS = ("area", "workloads", "host")
GCM_BLOCKS = 64
MEASURED = "full"  # the configuration, where no other one is named
# Whose energy is measured, and on which configurations.
WORKLOADS = {"aes128.key": (MEASURED,), "aes128.encrypt": (MEASURED,), "aes128.decrypt": (MEASURED,),
             f"aes128.gcm.{GCM_BLOCKS}": (MEASURED,), "b233.multiply": (MEASURED, "fastest"),
             "k233.multiply": ("fastest",)}  # fmt: skip
HOST = next((m.name for m in machines.all() if m.place), "")  # a machine that takes it on its bus, if there is one
HOSTED = ("aes128.expand", "aes128.encrypt", "aes128.decrypt", "gcm128.block", "b233.mul.ct")  # programs of the host
PROVED = ("full",)  # whose netlist is proved to be its RTL
CONFIGURATIONS = ("full", "paper", "fast", "fastest", "se_fast", "all_fast")
MEMORY = Path(__file__).parent / "data_memory.sv"
PLACE = Place("asip_sim.u_core", arrays=("memory_word",),
              accesses={"read": (("u_memory.read_i",), 1), "write": (("u_memory.write_i",), 1)})  # fmt: skip
# The host's core, and the coprocessor on its bus. Accesses to it, not to a memory, have bit 30 of the address.
# The simulation has the host's registers as an array.
CORE = Place(f"{HOST}_sim.u_soc.u_core", fields={"device": (f"{HOST}_sim.u_soc.u_core.data_addr_o", 30)},
             copies={f"u_regfile.gen_gates.gen_entry[{r}].entry_q": f"u_regfile.gen_array.regs_q[{r}]"
                     for r in range(16)},
             accesses=core_accesses({"": (("~device",), 1)}), halted="halted")  # fmt: skip
DEVICE = replace(PLACE, top="asip_obi.u_core")


def job(name: str) -> Job:
    """The core in a configuration. The units, the registers, the FIFOs and the program stay apart."""
    return designs.instead(designs.core(machines.named(NAME).has(name).parameters, NAME), "asip_memory.sv", MEMORY)


class Evaluation(Areas):
    """The measurements of the machine."""

    machine, configurations, workloads = NAME, CONFIGURATIONS, WORKLOADS

    def design(self, configuration: str) -> Design:
        return Design(job(configuration), machines.named(NAME).rtl.instances, PLACE)

    def replays(self, tasks: Iterable[str] = ()) -> Iterator[dict[str, Any]]:
        """The energy of tasks."""
        for name in tasks or WORKLOADS:
            if name not in WORKLOADS:
                raise UserError(f"there is no task {name} whose energy is measured; there are {', '.join(WORKLOADS)}.")
            for configuration in WORKLOADS[name]:
                design = self.design(configuration)
                yield self.energy(design, run(name, configuration, built(design.job, self.path).circuit))

    def host(self) -> Iterator[dict[str, Any]]:
        """The energy of programs on the host, by the coprocessor and by the host alone."""
        if not HOST:
            raise UserError("no machine of this tree has a place for the coprocessor.")
        for name in HOSTED:
            for backend in (NAME, HOST):
                yield self.hosted(name, backend)

    def hosted(self, name: str, backend: str) -> dict[str, Any]:
        """A program on the host: its core, the coprocessor if that is the backend, and memories."""
        core = designs.configuration(machines.named(HOST).configuration, HOST)
        parts = {"host": self._in(core, name, backend, CORE)}
        if backend == NAME:
            parts["coprocessor"] = self._in(job(MEASURED), name, backend, DEVICE, machines.named(NAME).device.circuit)
        memory = [one["memory_pj"] for one in parts.values()]
        logic = {part: one["logic_pj"] for part, one in parts.items()}
        first = parts["host"]
        assert all(one["cycles"] == first["cycles"] for one in parts.values())
        return self._record(
            f"host.{name}.{backend}", MEASURED, "host", REPLAYED, cycles=first["cycles"], clock_ns=CLOCK,
            energy_pj=round(sum(logic.values()) + sum(pj or 0.0 for pj in memory), 1), parts_pj=logic,
            still_pj={part: round(sum(one["still_pj"].values()), 1) for part, one in parts.items()},
            memory_pj=None if None in memory else round(sum(memory), 1), memory_source=first["memory_source"],
            accesses={part: one["accesses"] for part, one in parts.items()},
            error_percent={part: one["error_percent"] for part, one in parts.items()},
            activity={part: one["activity"] for part, one in parts.items()},
        )  # fmt: skip

    def _in(self, circuit: Job, name: str, backend: str, place: Place, part: str = "") -> dict[str, Any]:
        """A run of a program in one of the circuits."""
        ran = region(name, backend, HOST, built(circuit, self.path).circuit, place, part)
        return self.energy(Design(circuit, {}, place, "all"), ran)


def run(name: str, configuration: str, circuit: Circuit) -> Region:
    """A task on the RTL, recorded from its first operand to its last result, which is checked."""
    part = f"rtl_{NAME}_{configuration}"
    with build.recording():
        host, path = Host(configuration, engine="rtl"), build.sim(part)[part]
    probe = Probe(circuit, PLACE, Recorder(path))
    work, right = TASKS[name.split(".")[0]](name, host)
    probe.recorder.choose(probe.names())
    probe.recorder.record(True)
    got = work()
    probe.recorder.record(False)
    if not right(got):
        raise UserError(f"{name} has a wrong result on the RTL.")
    cycles = probe.recorder.cycles
    return Region(name, None, configuration, cycles - 1, probe.trace([cycles]))


Task = tuple[Callable[[], Any], Callable[[Any], bool]]


def _cipher(name: str, host: Host) -> Task:
    """AES-128: its key, a block, or a message in GCM. The key is loaded before, but for the task that loads it."""
    rng = random.Random(name)
    key, block, nonce = rng.randbytes(16), rng.randbytes(16), rng.randbytes(12)
    there = Cipher(algorithms.AES(key), modes.ECB())
    sent = there.encryptor().update(block)
    if name.endswith(".key"):
        return lambda: AES(host, key), lambda aes: bool(aes.ecb(block) == sent)
    aes = AES(host, key)
    if name.endswith(".encrypt"):
        return lambda: host.task("aes_encrypt", block), lambda got: bool(got.bytes == sent)
    if name.endswith(".decrypt"):
        return lambda: host.task("aes_decrypt", sent), lambda got: bool(got.bytes == block)
    data = rng.randbytes(16 * GCM_BLOCKS)
    whole = aead.AESGCM(key).encrypt(nonce, data, b"")
    return lambda: aes.gcm(nonce, data), lambda got: bool(got == (whole[:-16], whole[-16:]))


def _curve(name: str, host: Host) -> Task:
    """A secret multiple of a curve's point."""
    rng, curve = random.Random(name), binary_curves()[name.split(".")[0]]
    point, k, shift = (curve.gx, curve.gy), rng.randrange(1, curve.n), rng.randrange(1, 1 << curve.degree)
    driver.load(host, curve)
    wanted = reference.multiply(curve, k, point)
    return (lambda: driver.multiply(host, k, point, curve.n.bit_length(), shift),
            lambda got: not got.error and tuple(got.numbers(host.words)) == wanted)  # fmt: skip


TASKS: dict[str, Callable[[str, Host], Task]] = {"aes128": _cipher, "b233": _curve, "k233": _curve}
