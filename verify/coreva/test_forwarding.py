# SPDX-License-Identifier: Apache-2.0
"""The random programs of lock-step use every path of the forwarding network.

A path goes from a slot in a stage (x, m, w) to an operand: two ports of each slot, and one of each pair of slots for
the old value that a product adds to. The stage follows from the cycles between producer and consumer.
"""

from evariste.isa.model import Decoded
from evariste.machines.coreva import recipes
from verify.coreva.model import CODE, RAM, Fault, Model

PROGRAMS = 250  # as many as in lock-step (test_engines)
STAGES = {1: "x", 2: "m", 3: "w"}  # by the cycles since the producer was in x
PORTS = [*(f"{port}{slot}" for slot in range(4) for port in "ab"), "c0", "c1"]
PATHS = {(stage, slot, port) for stage in STAGES.values() for slot in range(4) for port in PORTS}
HALVES = (1, 2)

Producer = tuple[int, int]  # cycle in x, slot


def ports(slot: int, d: Decoded) -> dict[str, int]:
    """The registers that an operation reads, by port."""
    o, name = d.operands, d.insn.name
    found = {f"a{slot}": o.get("rs1", o["rd"] if name == "movhi" else 0), f"b{slot}": o.get("rs2", o.get("value", 0))}
    if name in ("mla", "mla2"):
        found[f"c{slot % 2}"] = o["rd"]
    return found


def halves(model: Model, d: Decoded) -> set[int]:
    """The halfwords of its result that an operation writes."""
    guard = d.operands["guard"]
    if d.insn.group != "simd" or guard == 0:
        return {*HALVES} if model.p[guard] else set()
    return {half for half, flag in zip(HALVES, (guard, guard + 7), strict=True) if model.p[flag]}


def used(seed: int) -> set[tuple[str, int, str]]:
    """The paths that one program uses."""
    segments = dict(recipes.generate(seed).segments)
    model = Model(segments[CODE])
    model.memory |= {RAM + i: byte for i, byte in enumerate(segments[RAM])}
    newest: dict[tuple[int, int], Producer] = {}  # by register and halfword
    found = set()
    for _ in range(400):
        try:
            bundle = model.bundle()
        except Fault:
            break
        writes = [(slot, d, halves(model, d)) for slot, d in enumerate(bundle)]
        if not model.step() and model.cause:
            break
        cycle = model.cycle
        for slot, d in enumerate(bundle):
            for port, number in ports(slot, d).items():
                for half in HALVES:
                    made, by = newest.get((number, half), (0, 0))
                    if number and cycle - made in STAGES:
                        found.add((STAGES[cycle - made], by, port))
        for slot, d, written in writes:
            rd = d.operands.get("rd", 1 if d.insn.name in ("call", "callr") else 0)
            newest |= {(rd, half): (cycle, slot) for half in written if rd}
        if model.trapped >= 0:
            break
    return found


def test_random_programs_use_every_path() -> None:
    left = set(PATHS)
    for seed in range(PROGRAMS):
        left -= used(seed)
        if not left:
            break
    assert not left, f"of {len(PATHS)} paths"
