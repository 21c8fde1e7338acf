# SPDX-License-Identifier: Apache-2.0
"""Area, clock and energy in a cell library: the coprocessor in its configurations, without its data memory.

A library of cells has no memory. Of the data memory only the register at its output is counted (data_memory.sv beside
this file). The program is a ROM, which becomes gates.

The energy of a task is that of all cycles from its first operand to its last result, on streams that always have words
and room. Its host is not counted.
"""

import random
from collections.abc import Callable, Iterable, Iterator
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
from evariste.silicon.areas import Areas
from evariste.silicon.circuit import Circuit
from evariste.silicon.measure import built
from evariste.silicon.recording import Recorder
from evariste.silicon.replay import Place, Probe, Region
from evariste.silicon.synth import Job

NAME = "asip"
TOPICS = ("area", "workloads")
GCM_BLOCKS = 64
WORKLOADS = ("aes128.key", "aes128.encrypt", "aes128.decrypt", f"aes128.gcm.{GCM_BLOCKS}", "b233.multiply")
MEASURED = "full"  # the configuration
PROVED = ("full",)  # whose netlist is proved to be its RTL
BACKENDS: dict[str, str] = {}
CONFIGURATIONS = ("full", "paper", "fastest")
MEMORY = Path(__file__).parent / "data_memory.sv"
PLACE = Place("asip_sim.u_core", arrays=("memory_word",),
              accesses={"read": (("u_memory.read_i",), 1), "write": (("u_memory.write_i",), 1)})  # fmt: skip


def job(name: str) -> Job:
    """The core in a configuration. The units, the registers, the FIFOs and the program stay apart."""
    return designs.instead(designs.core(machines.named(NAME).has(name).parameters, NAME), "asip_memory.sv", MEMORY)


class Evaluation(Areas):
    """The measurements with one library; every method yields records."""

    def area(self) -> Iterator[dict[str, Any]]:
        """Each configuration."""
        for name in CONFIGURATIONS:
            yield self.of(NAME, name, job(name), machines.named(NAME).rtl.instances, "control")

    def replays(self, workloads: Iterable[str]) -> Iterator[dict[str, Any]]:
        """The energy of each task."""
        for name in workloads:
            if name not in WORKLOADS:
                raise UserError(f"there is no task {name} whose energy is measured; there are {', '.join(WORKLOADS)}.")
            region = run(name, built(job(MEASURED), self.path).circuit)
            yield self.energy(NAME, job(MEASURED), machines.named(NAME).rtl.instances, "control", region)


def run(name: str, circuit: Circuit) -> Region:
    """A task on the RTL, recorded from its first operand to its last result, which is checked."""
    part = f"rtl_{NAME}_{MEASURED}"
    with build.recording():
        host, path = Host(MEASURED, engine="rtl"), build.sim(part)[part]
    probe = Probe(circuit, PLACE, Recorder(path))
    work, right = TASKS[name.split(".")[0]](name, host)
    probe.recorder.choose(probe.names())
    probe.recorder.record(True)
    got = work()
    probe.recorder.record(False)
    if not right(got):
        raise UserError(f"{name} has a wrong result on the RTL.")
    cycles = probe.recorder.cycles
    return Region(name, None, MEASURED, cycles - 1, probe.trace([cycles]))


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


TASKS: dict[str, Callable[[str, Host], Task]] = {"aes128": _cipher, "b233": _curve}


def averages(_records: list[dict[str, Any]], _evaluation: Evaluation) -> Iterator[dict[str, Any]]:
    """None."""
    yield from ()
