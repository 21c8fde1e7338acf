# SPDX-License-Identifier: Apache-2.0
"""A program's measured region on a mapped netlist, by replay of a run of the RTL.

The program runs on the machine's Verilated RTL. In each recorded cycle every port of the module that was synthesised is
recorded, and every register that became a flip-flop of the netlist; Yosys keeps their names. All gates are computed
from these. A netlist is refused if one of its flip-flops does not have in a cycle what the netlist computed for it in
the cycle before, or if one of its outputs is not that of the RTL. So in each recorded cycle the netlist does what the
RTL does, from the same state. A port, or a flip-flop, that the RTL does not have is refused, too.

A long region is recorded in windows, spread evenly. The circuit needs no memories, no reset and no harness of its own:
`Place` says where its parts are in the simulation.
"""

import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from evariste import build, machines
from evariste.bench import registry
from evariste.bench.region import slowest
from evariste.build import cc
from evariste.errors import UserError
from evariste.paths import ROOT
from evariste.silicon import activity
from evariste.silicon.circuit import Circuit, Net
from evariste.silicon.recording import Recorder, Signal
from evariste.sim import Machine

WHOLE = 16_384  # cycles: a region of up to so many is recorded whole, unless said otherwise
WINDOWS, WINDOW = 64, 200  # of a longer one: how many windows, and the cycles of each


@dataclass(frozen=True)
class Place:
    """Where a circuit is in the simulation of the RTL.

    `top`: the instance with its ports. `inside`: paths of the circuit's own instances that are elsewhere, with their
    places. `ports`: those that have another name there. `fields`: those that are part of a struct there, from this bit
    on. `arrays`: registers at the outputs of memories that the circuit has not, by their names in the netlist. What
    they have is what was read, in every cycle. `copies`: what synthesis calls a copy of a register that is the address
    of a memory's read port, and the register; or a bit of each. `accesses`: of memories, by kind: one-bit signals that
    are all 1 in a cycle with an access (0 with a ~ before them), and the words of 32 bits that it moves. `halted`: a
    one-bit signal of a core that stops where a run does; the cycles in which it is 1 are left out.
    """

    top: str
    inside: Mapping[str, str] = field(default_factory=dict)
    ports: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    arrays: tuple[str, ...] = ()
    copies: Mapping[str, str] = field(default_factory=dict)
    accesses: Mapping[str, tuple[tuple[str, ...], int]] = field(default_factory=dict)
    halted: str = ""

    def path(self, name: str) -> str:
        """The signal of the simulation that has this name in the circuit."""
        if name in self.ports:
            return self.ports[name]
        if name in self.fields:
            return self.fields[name][0]
        for inner, outer in self.inside.items():
            if name.startswith(f"{inner}."):
                return f"{outer}{name[len(inner) :]}"
        return f"{self.top}.{name}"

    def register(self, name: str) -> str:
        """The register that has this name in the circuit, by its own name."""
        if name in self.copies:
            return self.copies[name]
        whole, bit = re.fullmatch(r"(.*?)(_\d+_)?", name, re.S).groups("")  # type: ignore[union-attr]
        return f"{self.copies[whole]}{bit}" if whole in self.copies else name

    def first(self, name: str) -> int:
        """The bit of that signal where the port begins."""
        return self.fields[name][1] if name in self.fields else 0


def core_accesses(data_words: Mapping[str, tuple[tuple[str, ...], int]] | None = None,
                  **extra: tuple[tuple[str, ...], int]) -> dict[str, tuple[tuple[str, ...], int]]:  # fmt: skip
    """The accesses of a core with a port for instructions and one for data, of a word each unless said otherwise."""
    data = data_words or {"": ((), 1)}
    return {
        "fetch": (("instr_req_o", "instr_gnt_i"), 1),
        **{f"load{kind}": (("data_req_o", "data_gnt_i", "~data_we_o", *more), n) for kind, (more, n) in data.items()},
        **{f"store{kind}": (("data_req_o", "data_gnt_i", "data_we_o", *more), n) for kind, (more, n) in data.items()},
        **extra,
    }


@dataclass(frozen=True)
class Trace:
    """Every net that is not computed, in each recorded cycle, bit t for cycle t; and what the outputs have to be.

    `windows`: the cycles of each. `given`: nets of registers of memories. `accesses`: of memories in the recorded
    cycles, in words of 32 bits.
    """

    values: dict[Net, int]
    outputs: dict[Net, int]
    windows: tuple[int, ...]
    given: frozenset[Net]
    accesses: dict[str, int]

    @property
    def cycles(self) -> int:
        return sum(self.windows)

    @property
    def followed(self) -> int:
        """The cycles whose next one was recorded too, as a mask."""
        mask, at = 0, 0
        for length in self.windows:
            mask |= (1 << max(length - 1, 0)) - 1 << at
            at += length
        return mask


class Probe:
    """The signals that a circuit needs from the simulation."""

    def __init__(self, circuit: Circuit, place: Place, recorder: Recorder) -> None:
        self.circuit, self.place, self.recorder = circuit, place, recorder
        self.state = dict(self._registers())
        self.inputs = dict(self._ports(circuit.inputs))
        self.outputs = dict(self._ports(circuit.outputs))
        watched = [name.removeprefix("~") for signals, _ in place.accesses.values() for name in signals]
        watched += [place.halted] if place.halted else []
        self.counted = {name: self._bit(name, 0) for name in watched}

    def names(self) -> Iterator[str]:
        """What is recorded."""
        for found in (self.state, self.inputs, self.outputs, self.counted):
            yield from (name for name, _ in found.values())

    def _bit(self, name: str, bit: int) -> tuple[str, int]:
        path, bit = self.place.path(name), bit + self.place.first(name)
        signal = self.recorder.find(path)
        if signal is None or not 0 <= bit < signal.bits:
            raise UserError(f"{self.circuit.netlist.job.top} has the port {name}, which the simulation does not show.")
        return path, bit

    def _ports(self, ports: Mapping[str, list[Net]]) -> Iterator[tuple[Net, tuple[str, int]]]:
        for name, bits in ports.items():
            for i, net in enumerate(bits):
                if net not in self.circuit.clocks and isinstance(net, int):
                    yield net, self._bit(name, i)

    def _registers(self) -> Iterator[tuple[Net, tuple[str, int]]]:
        """For each flip-flop one of its nets, with the signal of the RTL that has the same name."""
        aliases: dict[Net, list[tuple[str, int | None]]] = {}
        for called, net in self.circuit.netlist.module["netnames"].items():
            name = self.place.register(called)
            if name != called or not net["hide_name"]:
                for i, bit in enumerate(net["bits"]):
                    aliases.setdefault(bit, []).append((name, i if len(net["bits"]) > 1 else None))
        for gate in self.circuit.flops:
            for _, net in gate.outputs:
                if places := [place for alias in aliases.get(net, ()) if (place := self._named(*alias))]:
                    yield net, places[0]
                    break
            else:
                names = [name for _, net in gate.outputs for name, _ in aliases.get(net, ())]
                raise UserError(f"the simulation does not show the flip-flop {', '.join(names) or gate.index}.")

    def _named(self, name: str, bit: int | None) -> tuple[str, int] | None:
        """The signal and bit behind a name of the netlist: a vector's bit, or a name that ends with the bit's index."""
        path = self.place.path(name)
        if name in self.place.fields:
            return path, self.place.first(name) + (bit or 0)
        if signal := self.recorder.find(path):
            if bit is not None and bit < signal.bits:
                return path, bit
            if bit is None and signal.bits == 1:
                return path, 0
        if bit is None and (split := re.fullmatch(r"(.*)_(\d+)_", path)) and (signal := self.recorder.find(split[1])):
            return _inside(split[1], signal, int(split[2]))
        return None

    def trace(self, windows: Sequence[int]) -> Trace:
        """What was recorded, the cycles of each window given."""
        rows = self.recorder.take()
        if self.place.halted:
            path, bit = self.counted[self.place.halted]
            parts = _running(rows[path][bit], windows)
            rows = {name: [_joined(bits, parts) for bits in found] for name, found in rows.items()}
            windows = [length for _, length in parts]

        def bits(found: Mapping[Net, tuple[str, int]]) -> dict[Net, int]:
            return {net: rows[name][bit] for net, (name, bit) in found.items()}

        circuit, cycles = self.circuit, sum(windows)
        mask = (1 << cycles) - 1
        state, given, values = bits(self.state), set(), bits(self.inputs) | dict.fromkeys(circuit.clocks, 0)
        for gate in circuit.flops:
            pin, net = next((pin, net) for pin, net in gate.outputs if net in state)
            inverted = gate.cell.pins[pin].function.value({gate.cell.flop.state: 0}) & 1
            held = state[net] ^ (mask if inverted else 0)
            for pin, net in gate.outputs:
                values[net] = gate.cell.pins[pin].function.value({gate.cell.flop.state: held}) & mask
            if re.sub(r"_\d+_$", "", circuit.names.get(gate.outputs[0][1], "")) in self.place.arrays:
                given |= {net for _, net in gate.outputs}
        accesses = {}
        for kind, (signals, words) in self.place.accesses.items():
            both = mask
            for name in signals:
                path, bit = self.counted[name.removeprefix("~")]
                both &= rows[path][bit] ^ (mask if name[0] == "~" else 0)
            accesses[kind] = both.bit_count() * words
        return Trace(values, bits(self.outputs), tuple(windows), frozenset(given), accesses)


def _running(halted: int, windows: Sequence[int]) -> list[tuple[int, int]]:
    """The parts of windows in which a signal is 0, as the first cycle and their number, from two on."""
    found, start = [], 0
    for length in windows:
        text = f"{halted >> start & (1 << length) - 1:0{length}b}"[::-1]
        found += [(start + part.start(), len(part[0])) for part in re.finditer("00+", text)]
        start += length
    return found


def _joined(bits: int, parts: Iterable[tuple[int, int]]) -> int:
    """These parts, one behind the other."""
    found = at = 0
    for first, length in parts:
        found |= (bits >> first & (1 << length) - 1) << at
        at += length
    return found


def _inside(name: str, signal: Signal, index: int) -> tuple[str, int] | None:
    """A bit by its index in the source."""
    return (name, index - signal.low) if 0 <= index - signal.low < signal.bits else None


def settled(circuit: Circuit, trace: Trace) -> dict[Net, int]:
    """The value of every net in the recorded cycles; refused unless the netlist does in each what the RTL does."""
    values = activity.evaluate(circuit, trace.values, trace.cycles)
    activity.check_states(circuit, values, trace.cycles, trace.followed, trace.given)
    for net, recorded in trace.outputs.items():
        if values[net] != recorded:
            raise UserError(f"output {circuit.names.get(net)} of the netlist is not that of the RTL: it is wrong.")
    return values


@dataclass(frozen=True)
class Region:
    """A recorded region. `cycles`: as the bench records them."""

    name: str
    backend: str | None
    configuration: str
    cycles: int
    trace: Trace


def region(workload: str, backend: str, machine: str, circuit: Circuit, place: Place, part: str = "",
           most: int = WHOLE) -> Region:  # fmt: skip
    """The slowest measurement of a workload, on the RTL of its configuration. `part`: the model that has the circuit,
    if that is not the machine's. `most`: see record."""
    known, core = registry(), machines.named(machine)
    if workload not in known:
        raise UserError(f"there is no workload {workload}; `ev bench --machine {machine} --list` names them.")
    case = known[workload].build(backend, "rtl")
    configuration = case.configuration or core.runs(backend)
    elf = cc.compile([ROOT / source for source in case.sources], backend=backend, defines=case.defines, opt=case.opt,
                     extra=case.extra, machine=machine)  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="evariste-") as name:
        lines: list[bytes] = []

        def started(engine: str) -> Machine:
            for file, content in case.files.items():
                Path(name, file).write_bytes(content)
            with build.recording():
                fresh = Machine(machine, configuration, engine)
            fresh.load(elf)
            fresh.host(root=name, args=case.args, stdout=lines.append)
            fresh.watch(regions=True)
            return fresh

        run = started("iss")
        run.run()
        begin, end, cost = slowest(run, b"".join(lines).decode(errors="replace"), case.label)
        run = started("rtl")
        probe = Probe(circuit, place, Recorder(shared_object(part or core.simulated[configuration])))
        windows = record(probe, lambda cycle: _run_to(run, cycle, workload), begin, end, most)
        _run_to(run, end + 1000, workload, also_ended=True)
        if not {begin, end} <= {cycle for _, _, cycle, _ in run._session.counter_reads()}:
            raise UserError(f"the RTL does not measure {workload} where the interpreter does.")
    return Region(workload, backend, configuration, end - begin - cost, probe.trace(windows))


def shared_object(part: str) -> Path:
    """The RTL with signals that can be recorded."""
    with build.recording():
        return build.sim(part)[part]


def _run_to(run: Machine, cycle: int, workload: str, also_ended: bool = False) -> None:
    stop = run.run(max_cycles=cycle)
    if stop.reason != "limit" and not also_ended:
        raise UserError(f"{workload} ends before its measurement does on the RTL: {stop.sentence}")


def record(probe: Probe, run_to: Callable[[int], object], begin: int, end: int, most: int = WHOLE) -> list[int]:
    """Record the cycles from `begin` to `end`, or windows of them if they are more than `most`; the cycles of each
    window.

    A window begins and ends between instructions, so one that meets a long wait is longer, and has the next ones' part
    of it as well; of these nothing is left then.
    """
    recorder = probe.recorder
    recorder.choose(probe.names())
    length, windows = end - begin, [(begin, end)]
    if length > most:
        first = [begin + (length - WINDOW) * (2 * i + 1) // (2 * WINDOWS) for i in range(WINDOWS)]
        windows = [(cycle, cycle + WINDOW) for cycle in first]
    marks = [0]
    for first, last in windows:
        run_to(first)
        recorder.record(True)
        run_to(last)
        recorder.record(False)
        marks.append(recorder.cycles)
    return [b - a for a, b in pairwise(marks) if b > a]
