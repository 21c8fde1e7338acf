# SPDX-License-Identifier: Apache-2.0
"""Gated clocks: a register with an enable gets its own clock, which runs while the enable is 1.

A clock gate is one cell if the library has such a cell. Otherwise it is three cells: a latch, transparent while the
clock is 0, holds the enable; an AND of the clock and the latch is the gated clock. Any other latch is refused.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evariste.errors import UserError
from evariste.silicon.liberty import Cell, Library

LEAST = 8  # flip-flops that a clock gate is made for
CELL = "clock_gate"  # what synthesis calls one until it becomes cells

Net = int | str


@dataclass(frozen=True)
class ClockGate:
    """One clock gate: the names of its cells; its nets: the clock, the enable, the latch's output (None where that is
    inside of the cell), the gated clock."""

    cells: tuple[str, ...]
    clock: Net
    enable: Net
    held: Net | None
    gated: Net


def mapping(library: Library) -> str:
    """What a clock gate is made of, for Yosys' techmap."""
    latch, *others = library.clock_gate
    if whole := latch.gating:
        tests = "".join(f", .{pin}(1'b0)" for pin in whole.tests)
        cells = f"{latch.name} gate (.{whole.clock}(clk), .{whole.enable}(ce), .{whole.gated}(gclk){tests});"
    else:
        inverter, gate = others
        (out,), (a, b) = gate.outputs, gate.inputs
        enable, data, (held,) = latch.latch.enable.verilog, latch.latch.data.verilog, latch.outputs
        cells = f"""wire low, held;
{inverter.name} inverter (.{inverter.inputs[0]}(clk), .{inverter.outputs[0]}(low));
{latch.name} latch (.{enable}(low), .{data}(ce), .{held}(held));
{gate.name} gate (.{a}(clk), .{b}(held), .{out}(gclk));"""
    return f"""(* techmap_celltype = "{CELL}" *)
module {CELL}_cells (ce, clk, gclk);
input ce, clk;
output gclk;
{cells}
endmodule
"""


def passes(library: Library, file: Path) -> tuple[list[str], list[str]]:
    """Yosys' passes that put clock gates before registers with enables, and that make them of cells (from `file`,
    which gets their text): before flip-flops are mapped, and after it. None for a library that has neither a cell nor
    a latch for it."""
    if not library.clock_gate:
        return [], []
    file.write_text(mapping(library))
    return [f"clockgate -pos {CELL} ce:clk:gclk -min_net_size {LEAST}"], [f"techmap -map {file} t:{CELL}"]


def find(module: dict[str, Any], library: Library) -> list[ClockGate]:
    """The clock gates of a module as Yosys' write_json gives it; a latch that is not part of one is refused."""
    driver: dict[Net, str] = {}
    readers: dict[Net, list[str]] = {}
    cells = module["cells"]
    for name, cell in cells.items():
        kind = library.cells[cell["type"]]
        for pin, bits in cell["connections"].items():
            if bits and pin in kind.outputs:
                driver[bits[0]] = name
            elif bits:
                readers.setdefault(bits[0], []).append(name)
    found = []
    for name, cell in cells.items():
        if whole := library.cells[cell["type"]].gating:
            pins = {pin: bits[0] for pin, bits in cell["connections"].items() if bits}
            found.append(ClockGate((name,), pins[whole.clock], pins[whole.enable], None, pins[whole.gated]))
        latch = library.cells[cell["type"]].latch
        if not latch:
            continue
        nets = {pin: bits[0] for pin, bits in cell["connections"].items() if bits}
        held = next((nets[pin] for pin in library.cells[cell["type"]].outputs if pin in nets), "x")
        inverter, behind = driver.get(nets.get(latch.enable.verilog, "x"), ""), readers.get(held, [])
        kinds = [cells[n]["type"] if n else "" for n in (inverter, *behind)]
        if not library.clock_gate or kinds != [c.name for c in library.clock_gate[1:]]:
            raise UserError(
                f"the latch {name} does not hold the enable of a clock; other latches are not measured here."
            )
        clock, gate = _input(cells[inverter], library), cells[behind[0]]
        pins = {pin: bits[0] for pin, bits in gate["connections"].items()}
        (out,) = library.clock_gate[2].outputs
        if sorted(map(str, (clock, held))) != sorted(str(pins[p]) for p in library.clock_gate[2].inputs):
            raise UserError(f"the latch {name} is clocked by another clock than the gate behind it.")
        found.append(ClockGate((name, inverter, behind[0]), clock, nets[latch.data.verilog], held, pins[out]))
    return found


def _input(cell: dict[str, Any], library: Library) -> Net:
    (pin,) = library.cells[cell["type"]].inputs
    return cell["connections"][pin][0]


def write_ungated(top: str, module: dict[str, Any], library: Library, path: Path) -> None:
    """The module as Yosys' JSON without clock gates, for tools with a single clock. A multiplexer keeps the value of
    each flip-flop that had a gated clock.
    """
    gates = {gate.gated: gate for gate in find(module, library)}
    gone = {name for gate in gates.values() for name in gate.cells}
    last = max(_bits(module)) if gates else 0
    cells = {name: cell for name, cell in module["cells"].items() if name not in gone}
    added = {}
    for name, cell in cells.items():
        flop = library.cells[cell["type"]].flop
        clock = flop and next(pin for pin in flop.clock.names)
        if not flop or cell["connections"][clock][0] not in gates:
            continue
        (data,) = flop.next.names
        out, inverted = _held(library.cells[cell["type"]], cell["connections"])
        runs, after = cell["connections"][clock][0], cell["connections"][data]
        last += 1
        kept = [last] if inverted else out
        if inverted:
            added[f"{name}.held"] = _primitive("$_NOT_", A=out, Y=kept)
        while gate := gates.get(runs):
            last += 1
            added[f"{name}.{last}"] = _primitive("$_MUX_", A=kept, B=after, S=[gate.enable], Y=[last])
            runs, after = gate.clock, [last]
        cells[name] = cell | {"connections": cell["connections"] | {clock: [runs], data: after}}
    path.write_text(json.dumps({"modules": {top: module | {"cells": cells | added}}}))


def _held(kind: Cell, connections: dict[str, list[Net]]) -> tuple[list[Net], bool]:
    """The net at an output of a flip-flop, and whether it is the inverse of what is held; the plain one rather."""
    used = [(kind.pins[pin].function.value({kind.flop.state: 0}) & 1, connections[pin])
            for pin in kind.outputs if connections.get(pin)]  # fmt: skip
    inverted, net = min(used, key=lambda found: found[0])
    return net, bool(inverted)


def _primitive(kind: str, **pins: list[Net]) -> dict[str, Any]:
    return {
        "hide_name": 1, "type": kind, "parameters": {}, "attributes": {}, "connections": pins,
        "port_directions": {pin: "output" if pin == "Y" else "input" for pin in pins},
    }  # fmt: skip


def _bits(module: dict[str, Any]) -> Iterable[int]:
    for cell in module["cells"].values():
        yield from (bit for bits in cell["connections"].values() for bit in bits if isinstance(bit, int))
    for port in module["ports"].values():
        yield from (bit for bit in port["bits"] if isinstance(bit, int))
