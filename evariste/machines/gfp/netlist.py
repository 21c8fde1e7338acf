# SPDX-License-Identifier: Apache-2.0
"""The checks of the synthesised netlist: operands, proofs, firmware, random programs, products."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from evariste import yosys
from evariste.machines.gfp import DEFAULT, MACHINE, NAME, RTL, recipes, soc
from evariste.machines.gfp.recipes import layout
from evariste.silicon import designs, synth
from evariste.silicon.liberty import Library
from evariste.silicon.synth import Job
from evariste.sim import RECORD, Machine
from evariste.verification import gates, gf_unit
from evariste.verification.netlists import cells, equivalence, netlist
from evariste.verification.randprog import run

UNIT = Job(gf_unit.TOP, (), yosys.sources("gf"))
CORE = Job(RTL.core, ("GF=1",), yosys.sources(*RTL.folders))
NAMED = ("inverse2", "fast", "tiny", "paper")  # other configurations: their netlists are their RTL, and run firmware
CYCLES = 2_000_000


def checks(folder: Path, library: Library, programs: int, unit_only: bool) -> Iterator[tuple[str, int, str]]:
    """Each check when it has passed: its kind, how much was compared, and what was found."""
    unit = gf_unit.Unit(netlist(UNIT, folder, library))
    results = sum(gf_unit.exhaustive(unit, m) for m in gf_unit.DEGREES)
    yield "exhaustive", results, "results equal those of the reference arithmetic"
    proved = equivalence(UNIT, folder, library)
    yield "equivalence", proved, "outputs of the unit proved equal to its RTL's"
    if unit_only:
        return
    for kind, job, what in (
        ("equivalence.core", CORE, "the core"),
        ("equivalence.measured", designs.configuration("full", NAME), "the measured core"),
        *((f"equivalence.{name}", designs.configuration(name, NAME), f"`{name}`") for name in NAMED),
    ):
        proved = equivalence(job, folder, library)
        yield kind, proved, f"outputs and next states of {what} proved equal to its RTL's"
    for name in NAMED:
        retired = firmware(system(folder, library, name), name)
        yield f"firmware.{name}", retired, f"retirements of firmware on `{name}` equal the interpreter's"
    whole = system(folder, library)
    yield "firmware", firmware(whole), "retirements of firmware equal the interpreter's"
    compared = random_programs(whole, programs)
    yield "programs", compared, "instructions of random programs, with equal cycles and memory"
    yield "products", products(whole), "products of muls are right"


def system(folder: Path, library: Library | None = None, configuration: str = DEFAULT) -> soc.Soc:
    """512 systems of the RTL around the synthesised core, in a configuration without interrupts."""
    parameters = (f"{name}={value}" for name, value in MACHINE.has(configuration).parameters.items())
    made = synth.synthesise(replace(CORE, parameters=(*CORE.parameters, *parameters)), library)
    path = folder / "soc.json"
    read, hierarchy, *rest = soc.read()
    core = [*cells(made, folder), f"chtype -set {CORE.top} {soc.TOP}/c:u_core"]
    yosys.run(read, hierarchy, f"delete ={CORE.top}$*", *core, hierarchy, *rest, *gates.TO_GATES,
              f"write_json {path}")  # fmt: skip
    return soc.Soc(gates.read(path, soc.TOP))


def firmware(netlist: soc.Soc, configuration: str = DEFAULT) -> int:
    """Every program without a host, compared at each retirement with the interpreter; the number of instructions. The
    clocks are compared where the interpreter counts them.
    """
    total, known = 0, MACHINE.has(configuration)
    backend = next((b for b in MACHINE.natives if MACHINE.runs(b) == configuration), NAME)
    compared = [field for field, _ in RECORD if field != "cycle" or not known.slower]
    machine = Machine(NAME, configuration if known.cycles else None, "iss")
    for name in soc.programs():
        program = soc.bare(name, backend)
        netlist.clear()
        netlist.load(program.segments)
        netlist.record(True)
        netlist.run([0], CYCLES)
        found = netlist.take_record()
        netlist.record(False)
        machine.clear()
        for address, data in program.segments:
            machine.write(address, data)
        machine.reset()
        expected = machine.record(len(found))
        same = all(np.array_equal(found[field], expected[field]) for field in compared)
        assert same, f"{name} takes another way on the netlist"
        result = netlist.read(0, program.result, program.length)
        assert result == machine.read(program.result, program.length), f"{name} ends otherwise on the netlist"
        total += len(found)
    return total


def random_programs(netlist: soc.Soc, count: int, recipe: str = recipes.USUAL, configuration: str = DEFAULT) -> int:
    """Random programs, each in a lane of its own, to their ends: clocks and memory must equal the interpreter's."""
    made = [recipes.generate(seed, recipe) for seed in range(count)]
    total = 0
    machine = run.machine(NAME, "iss", configuration)
    for at in range(0, count, gates.lanes()):
        batch = made[at : at + gates.lanes()]
        netlist.clear()
        for lane, program in enumerate(batch):
            netlist.load(program.segments, lane)
        netlist.run(range(len(batch)), CYCLES, follow=True)
        for lane, program in enumerate(batch):
            stop = run.execute(machine, program)
            name = program.name
            size = layout.SAVED.end - layout.SAVED.first
            mine, theirs = netlist.read(lane, layout.SAVED.first, size), machine.read(layout.SAVED.first, size)
            assert mine == theirs, f"{name} leaves another memory on the netlist"
            assert abs(netlist.when(lane) - stop.cycles) <= 2, f"{name} takes another number of cycles on the netlist"
            total += stop.instructions
    return total


def products(netlist: soc.Soc, words: int = 32) -> int:
    """muls on pairs of random and extreme words, 512 programs of `words` pairs each."""
    rng = np.random.default_rng(9)
    pairs = rng.integers(0, 1 << 32, (gates.lanes(), words, 2), np.uint32)
    edges = np.array([0, 1, 0xFFFFFFFF, 0x80000000, 0x55555555, 0xAAAAAAAA, 0xFFFF, 0x10000], np.uint32)
    pairs[0::4, :, 0] = rng.choice(edges, (len(pairs[0::4]), words))
    code = [0x4C04]  # ldr r4, =data
    code += [0x2500 | words]  # movs r5, #words
    code += [0xCC03, 0x4348, 0xC601, 0x3D01, 0xD1FA, 0xBE00]  # ldm r4!, {r0, r1}; muls; stm r6!, {r0}; subs; bne; bkpt
    code = [0x4E05, *code]  # ldr r6, =results
    start = layout.CODE_ROM.first
    data, results = layout.DATA_RAM.first, layout.MAIN_STACK.first
    literal = {4: data, 6: results}
    body = _with_literals(code, start, literal)
    vectors = layout.MAIN_STACK.end.to_bytes(4, "little") + (start | 1).to_bytes(4, "little")
    netlist.clear()
    netlist.load([(layout.ROM, vectors), (start, body)])
    for lane in range(gates.lanes()):
        netlist.load([(data, pairs[lane].tobytes())], lane)
    netlist.run(range(gates.lanes()), 20_000, follow=True)
    for lane in range(gates.lanes()):
        found = np.frombuffer(netlist.read(lane, results, 4 * words), np.uint32)
        wanted = pairs[lane, :, 0] * pairs[lane, :, 1]
        assert np.array_equal(found, wanted), f"a product is wrong in lane {lane}"
    return pairs.size // 2


def _with_literals(code: list[int], start: int, literal: dict[int, int]) -> bytes:
    """The halfwords with their `ldr rX, =value` pointing at a pool behind them."""
    halfwords = list(code) + ([0xBF00] if len(code) % 2 else [])
    pool = b""
    for i, h in enumerate(code):
        if h >> 11 == 0b01001:
            offset = 2 * len(halfwords) + len(pool) - ((2 * i + 4) & ~3)
            halfwords[i] = h & 0xFF00 | offset // 4
            pool += literal[h >> 8 & 7].to_bytes(4, "little")
    assert start % 4 == 0
    return b"".join(h.to_bytes(2, "little") for h in halfwords) + pool
