# SPDX-License-Identifier: Apache-2.0
"""Gate-level simulation, 512 machines at once, of netlists of simple gates: mutants, faults, synthesised netlists.

Yosys' `write_json` writes the gates; `read` puts them into the order in which they are computed. The simulation itself
is sim/gates. Lanes are numbered from 0; lane 0 is the reference.

Nodes are single bits; 0 and 1 are the constants. A gate is a row (kind, a, b, s, y) of numbers of nodes; a flip-flop is
a pair (d, q). All flip-flops have one clock; resets are part of the logic (Yosys' `async2sync`).
"""

import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from evariste import build
from evariste.errors import UserError

KINDS = ("AND", "OR", "XOR", "XNOR", "NOT", "MUX", "NAND", "NOR", "ANDNOT", "ORNOT")  # as in sim/gates/netlist.hpp
_KIND = {f"$_{name}_": i for i, name in enumerate(KINDS)}
# The passes that reduce a design to these gates and plain flip-flops.
FLATTEN = ("proc", "flatten -scopename", "opt_clean", "async2sync", "dffunmap", "opt_clean")
TO_GATES = ("techmap", "opt_expr", "opt_merge", "opt_clean", "setattr -unset src", "setattr -unset src w:* c:*")
_STATE = re.compile(r"_q(\[\d+\])+$")  # the names of registers, array elements included
RESET = "rst_ni"
_SPLIT = re.compile(r"^(.*)_(\d+)_$")  # a bit after Yosys' `splitnets -format __`
# The names that synthesis (`synth`) gives a flip-flop that holds a bit's inverse, and a net in it.
_INVERSE = re.compile(r"^(.*?)(\[\d+\])?\$_DFF_P[NP]1_\.(\w+)$")


@dataclass
class Netlist:
    """`held`: the number of first gates that depend only on held inputs. `names` maps the names of flip-flops, with
    their bit, to the node that holds them. `carried` has every name of such a bit, also behind a reset. `inverted` has
    the names that carry the inverse. `wires` maps all remaining signals to their nodes. `outputs`: the output ports.
    `zero`: flip-flops that have to be 0 for the gates to be right.
    """

    nodes: int
    gates: np.ndarray  # int32, (n, 5)
    held: int
    flops: np.ndarray  # int32, (n, 2)
    ports: dict[str, list[int]] = field(default_factory=dict)
    outputs: set[str] = field(default_factory=set)
    names: dict[str, int] = field(default_factory=dict)
    carried: dict[str, int] = field(default_factory=dict)
    inverted: set[str] = field(default_factory=set)
    wires: dict[str, int] = field(default_factory=dict)
    zero: set[int] = field(default_factory=set)

    def also_called(self, other: "Netlist") -> None:
        """Take over the names of flip-flops from a netlist that has more of the same circuit."""
        shared = {other.carried[name]: name for name in other.carried.keys() & self.carried.keys()}
        for name, q in other.carried.items():
            if name in self.carried or q not in shared:
                continue
            known = shared[q]
            self.carried[name] = self.carried[known]
            if (name in other.inverted) ^ (known in other.inverted) ^ (known in self.inverted):
                self.inverted.add(name)


def read(
    path: Path, top: str, held: Iterable[str] = (), boxes: str = "soc_memory", states: Collection[str] = ()
) -> Netlist:
    """The netlist of the module `top`. Cells with a type that begins with `boxes` are left out: their inputs and
    outputs become ports called `cell.port`. `states`: the names that a library's cells give their state.
    """
    module = json.loads(path.read_text())["modules"][top]
    node: dict[int | str, int] = {"0": 0, "1": 1, "x": 0, "z": 0}
    driver: dict[int, tuple[int, list[int]]] = {}
    alias: dict[int, int] = {}

    def of(bit: int | str) -> int:
        return node.setdefault(bit, len(node) - 2)

    ports = {name: [of(b) for b in port["bits"]] for name, port in module["ports"].items()}
    outwards = {name for name, port in module["ports"].items() if port["direction"] == "output"}
    flops = []
    for name, cell in module["cells"].items():
        pins = {pin: [of(b) for b in bits] for pin, bits in cell["connections"].items()}
        kind = cell["type"]
        if kind in _KIND:
            a = pins["A"][0]
            driver[pins["Y"][0]] = (_KIND[kind], [a, pins.get("B", [a])[0], pins.get("S", [a])[0]])
        elif kind == "$_BUF_":
            alias[pins["Y"][0]] = pins["A"][0]
        elif kind == "$_DFF_P_":
            flops.append((pins["D"][0], pins["Q"][0]))
        elif kind.startswith(boxes):
            ports |= {f"{name}.{pin}": nodes for pin, nodes in pins.items()}
        elif kind != "$scopeinfo":
            raise UserError(f"{top} has a cell {name} of the type {kind}, which is not a simple gate.")

    def root(n: int) -> int:
        while n in alias:
            n = alias[n]
        return n

    driver = {y: (kind, [root(n) for n in operands]) for y, (kind, operands) in driver.items()}
    ports = {name: [root(n) for n in nodes] for name, nodes in ports.items()}
    flops = [(root(d), q) for d, q in flops]
    level = levels(driver, len(node), top)
    fixed = {0, 1}.union(*(ports[name] for name in held if name in ports))
    for y in sorted(driver, key=level.__getitem__):
        if all(n in fixed for n in driver[y][1]):
            fixed.add(y)
    order = sorted(driver, key=lambda y: (y not in fixed, level[y], driver[y][0]))
    rows = [(driver[y][0], *driver[y][1], y) for y in order]
    outputs = {q for _, q in flops}

    reset = {0, 1, *ports.get(RESET, ())}

    def read_by(y: int) -> list[int]:
        """The nodes that a gate depends on. A multiplexer of one node and the same does not depend on what selects."""
        kind, operands = driver[y]
        return operands[:1] if KINDS[kind] == "MUX" and operands[0] == operands[1] else operands

    def held_by(n: int) -> int:
        """The flip-flop that a node carries. A flip-flop with an asynchronous reset has gates behind it."""
        found, seen, todo = n, set[int](), [n]
        while todo:
            at = todo.pop()
            if at in seen or at in reset:
                continue
            seen.add(at)
            if at in driver and at not in outputs:
                todo += read_by(at)
            elif found in outputs or at not in outputs:
                return n
            else:
                found = at
        return found

    def inverse(n: int) -> bool:
        """Whether a node carries the inverse of the flip-flop behind it, outside of reset."""
        known = {0: 0, 1: 1} | dict.fromkeys(reset - {0}, 1)
        todo = [n]
        while todo:
            at = todo[-1]
            if at in known or at in outputs or at not in driver:
                known.setdefault(at, 0)
                todo.pop()
            elif waiting := [x for x in driver[at][1] if x not in known]:
                todo += waiting
            else:
                known[at] = _value(driver[at][0], *(known[x] for x in driver[at][1]))
        return bool(known[n])

    wires = {
        f"{name}[{i}]": root(of(bit))
        for name, net in module["netnames"].items()
        for i, bit in enumerate(net["bits"])
        if "$" not in name
    }
    nodes = {
        _SPLIT.sub(r"\1[\2]", name)
        if len(net["bits"]) == 1 and _SPLIT.search(name)
        else f"{name}[{i + net.get('offset', 0)}]": root(of(bit))
        for name, net in sorted(module["netnames"].items(), key=lambda n: len(n[0]), reverse=True)
        for i, bit in enumerate(net["bits"])
        if "$" not in name
    }
    carried = {name: flop for name, n in nodes.items() if (flop := held_by(n)) in outputs}
    inverted = {name for name in carried if inverse(nodes[name])}
    for name, net in module["netnames"].items():
        if (
            (inside := _INVERSE.match(name))
            and inside[3] in states
            and (n := held_by(root(of(net["bits"][0])))) in outputs
        ):
            carried[inside[1] + (inside[2] or "[0]")] = n
            inverted.add(inside[1] + (inside[2] or "[0]"))
    names = {name: n for name, n in carried.items() if _STATE.search(name)}
    return Netlist(
        len(node), np.array(rows, np.int32).reshape(-1, 5), sum(y in fixed for y in order),
        np.array(flops, np.int32).reshape(-1, 2), ports, outwards, names, carried, inverted, wires,
    )  # fmt: skip


def _value(kind: int, a: int, b: int, s: int) -> int:
    """What a gate gives."""
    return {
        "AND": a & b, "OR": a | b, "XOR": a ^ b, "XNOR": 1 - (a ^ b), "NOT": 1 - a, "MUX": b if s else a,
        "NAND": 1 - (a & b), "NOR": 1 - (a | b), "ANDNOT": a & (1 - b), "ORNOT": a | (1 - b),
    }[KINDS[kind]]  # fmt: skip


def levels(driver: dict[int, tuple[int, list[int]]], nodes: int, top: str) -> list[int]:
    """The longest way from a flip-flop or an input to each node."""
    waiting = {y: len({n for n in operands if n in driver}) for y, (_, operands) in driver.items()}
    readers = defaultdict(list)
    for y, (_, operands) in driver.items():
        for n in set(operands):
            if n in driver:
                readers[n].append(y)
    level = [0] * nodes
    ready = [y for y, count in waiting.items() if count == 0]
    done = 0
    while ready:
        y = ready.pop()
        done += 1
        level[y] = 1 + max(level[n] for n in driver[y][1])
        for reader in readers[y]:
            waiting[reader] -= 1
            if waiting[reader] == 0:
                ready.append(reader)
    if done != len(driver):
        raise UserError(f"{top} has a loop of gates without a flip-flop.")
    return level


@cache
def module() -> Any:
    """The simulator, built if need be."""
    build.sim("gates")
    import _gates

    return _gates


def lanes() -> int:
    """How many machines run at once."""
    return module().LANES


def mask(which: Any) -> bytes:
    """A set of lanes as the simulator takes it."""
    return sum(1 << lane for lane in set(which)).to_bytes(lanes() // 8, "little")


def members(mask: bytes) -> list[int]:
    """The lanes of a set that the simulator gives."""
    number = int.from_bytes(mask, "little")
    return [lane for lane in range(8 * len(mask)) if number >> lane & 1]


def simulator(netlist: Netlist) -> Any:
    """The netlist, ready to be evaluated."""
    return module().Netlist(netlist.nodes, netlist.gates.tobytes(), netlist.held, netlist.flops.tobytes())
