# SPDX-License-Identifier: Apache-2.0
"""The Galois-field unit of rtl/gf by itself, as gates: every operand of a field, and its mutants.

Both are held against the reference arithmetic, which is independent of the circuit. Mutants meet every operation, in
fields of every degree and with matrices of no field. Operands are random or have few bits set.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from evariste import yosys
from evariste.gf import polynomial
from evariste.gf.lanes import Lanes, descriptor, multiply32
from evariste.isa import load
from evariste.paths import ROOT
from evariste.verification import gates, mutation
from evariste.verification.aig import FALSE, TRUE, Builder
from evariste.verification.gates import FLATTEN, TO_GATES, Netlist, read, simulator

Compute = Callable[[str, bytes, np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]
TOP = "gf_unit"
READ = [
    f"read_slang --top {TOP} --keep-hierarchy {' '.join(yosys.sources('gf'))}",
    f"hierarchy -check -top {TOP}",
    *FLATTEN,
]
DEGREES = range(2, 9)
CHAINED = ("INV", "POW")  # the operations that take more cycles where an inverse does
Ends = tuple[int, int]  # the cycles, from 0, in which operations are complete: those not in CHAINED, those in it


def operations() -> dict[str, int]:
    """Code of each operation of gf_pkg::gf_op_e."""
    package = (ROOT / "rtl/gf/gf_pkg.sv").read_text()
    return {name: code for code, name in enumerate(re.findall(r"^    GF_(\w+)", package, re.M))}


def elaborate(folder: Path, passes: Sequence[str] = (), held: Iterable[str] = ()) -> Netlist:
    """The unit's RTL as gates."""
    path = folder / "unit.json"
    yosys.run(*READ, *passes, *TO_GATES, f"write_json {path}")
    return read(path, TOP, held)


class Unit:
    """Computes with the netlist of the unit, 512 operations at once."""

    def __init__(self, netlist: Netlist) -> None:
        self.ports = netlist.ports
        self.simulator: Any = simulator(netlist)
        self.codes = operations()

    def __call__(self, op: str, field: bytes, a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Low and high words of the results, as from the fixture gf_unit of the RTL's tests."""
        number = int.from_bytes(field, "little")
        columns = {
            "op_i": np.full(len(a), self.codes[op]), "a_i": a, "b_i": b,
            "cols_i": np.full(len(a), number & (1 << 56) - 1, np.uint64), "m_i": np.full(len(a), number >> 56),
        }  # fmt: skip
        inputs = [(self.ports[name], column.astype(np.uint64).tobytes()) for name, column in columns.items()]
        low, high = self.simulator.compute(inputs, [self.ports["lo_o"], self.ports["hi_o"]])
        return np.frombuffer(low, np.uint64).astype(np.uint32), np.frombuffer(high, np.uint64).astype(np.uint32)


def exhaustive(compute: Compute, m: int) -> int:
    """Every pair of operands of one field of degree m, in every lane, and every operand of the other operations. The
    32-bit product is checked on random words. The reference is independent of the circuit.
    """
    poly = polynomial.irreducibles(m)[-1]
    field, reference = descriptor(poly), Lanes(descriptor(poly))
    a, b = (x.ravel().astype(np.uint8) for x in np.meshgrid(np.arange(1 << m), np.arange(1 << m), indexing="ij"))
    one, exponent = (x.ravel().astype(np.uint8) for x in np.meshgrid(np.arange(1 << m), np.arange(256), indexing="ij"))
    single = np.arange(1 << m, dtype=np.uint8)
    work = {
        "MUL": (a, b, reference.multiply), "POW": (one, exponent, reference.power), "ADD": (a, b, np.bitwise_xor),
        "SQ": (single, single, lambda x, _: reference.square(x)),
        "INV": (single, single, lambda x, _: reference.inverse(x)),
    }  # fmt: skip
    total = 0
    for op, (x, y, wanted) in work.items():
        x, y = _words(x), _words(y)
        low, _ = compute(op, field, x, y)
        assert np.array_equal(low, wanted(x, y)), f"{op} modulo {poly:#x} is wrong"
        total += 4 * len(x)
    x, y = np.random.default_rng(m).integers(0, 1 << 32, (2, 4096), np.uint32)
    assert np.array_equal(np.stack(compute("CLMUL", field, x, y)[::-1]), np.stack(multiply32(x, y))), "CLMUL is wrong"
    return total + len(x)


def _words(lanes: np.ndarray) -> np.ndarray:
    """Words in which each byte stands in each of the four lanes."""
    quads = np.concatenate([lanes, np.zeros(-len(lanes) % 4, np.uint8)]).reshape(-1, 4)
    return np.concatenate([np.roll(quads, lane, axis=1) for lane in range(4)]).copy().view(np.uint32).ravel()


SELECTION = f"{TOP}/c:*"
ELABORATE = READ
OPERANDS = 24  # for one matrix and operation
ALL = (1 << 32) - 1


def vectors(seed: int, matrices: int) -> Iterator[dict[str, np.ndarray]]:
    """Columns of operands and results, one block for each matrix; `care` says whether hi_o counts."""
    draw, rng = Random(seed), np.random.default_rng(seed)
    codes = operations()
    fields = [descriptor(field.poly) for field in load.fields().small]
    for i in range(matrices):
        m = DEGREES[i % 7]
        same_degree = [f for f in fields if f[7] == m]
        field = draw.choice(same_degree) if i % 3 == 0 else draw.randbytes(7) + bytes([m])
        yield _block(field, codes, rng)


def _block(field: bytes, codes: dict[str, int], rng: np.random.Generator) -> dict[str, np.ndarray]:
    reference = Lanes(field)
    a, b = rng.integers(0, 1 << 32, (2, OPERANDS), np.uint32)
    few = rng.integers(0, 1 << 32, (2, OPERANDS // 2), np.uint32) & rng.integers(0, 1 << 32, OPERANDS // 2, np.uint32)
    a[: OPERANDS // 2] &= few[0]
    b[OPERANDS // 4 : 3 * OPERANDS // 4] &= few[1]
    zero = np.zeros_like(a)
    high, low = multiply32(a, b)
    results = {
        "ADD": (a, b, a ^ b, zero), "SQ": (a, b, reference.square(a), zero), "POW": (a, b, reference.power(a, b), zero),
        "INV": (a, b, reference.inverse(a), zero), "MUL": (a, b, reference.multiply(a, b), zero),
        "CLMUL": (a, b, low, high), "IDLE": (zero[:1], zero[:1], zero[:1], zero[:1]),
    }  # fmt: skip
    number = int.from_bytes(field, "little")
    rows = []
    for op, (x, y, lo, hi) in results.items():
        care = ALL if op in ("CLMUL", "IDLE") else 0
        for values in zip(x.tolist(), y.tolist(), lo.tolist(), hi.tolist(), strict=True):
            rows.append((codes[op], *values, care))
    op, x, y, lo, hi, care = (np.array(column, np.uint64) for column in zip(*rows, strict=True))
    full = np.ones_like(op)
    return {
        "op_i": op, "a_i": x, "b_i": y, "cols_i": full * np.uint64(number & (1 << 56) - 1),
        "m_i": full * np.uint64(number >> 56), "lo_o": lo, "hi_o": hi, "care": care,
    }  # fmt: skip


class Hunt:
    """Computes with mutants. `ends` are those of a unit that is unrolled (gf_unit_forms)."""

    def __init__(self, netlist: Netlist, ends: Ends | None = None) -> None:
        self.simulator: Any = simulator(netlist)
        self.ports = netlist.ports
        self.select = netlist.ports[mutation.SELECT]
        self.states = [name for name in netlist.ports if name.startswith("state.")]
        self.ends = ends
        self.work = 0

    def kill(self, block: dict[str, np.ndarray], numbers: list[int]) -> dict[int, str]:
        """The mutants among these that compute something wrong. The original is checked too."""
        killed: dict[int, str] = {}
        step = gates.lanes() - 1
        inputs = [(self.ports[p], block[p].tobytes()) for p in ("op_i", "a_i", "b_i", "cols_i", "m_i")]
        rng = np.random.default_rng(self.work)
        for name in self.states:
            inputs.append((self.ports[name], rng.integers(0, 1 << 63, len(block["op_i"]), np.uint64).tobytes()))
        outputs = self._outputs(block)
        for i in range(0, len(numbers), step):
            batch = numbers[i : i + step]
            for lane in range(gates.lanes()):
                number = batch[lane - 1] if 0 < lane <= len(batch) else 0
                self.simulator.set(self.select, lane, number)
            wrong, when = self.simulator.check(inputs, outputs, gates.mask(range(len(batch) + 1)))
            assert 0 not in gates.members(wrong), f"the unit itself is wrong on row {when[0]} of a block"
            names = {code: name for name, code in operations().items()}
            killed |= {batch[n - 1]: names[int(block["op_i"][when[n]])] for n in gates.members(wrong)}
            self.work += len(block["op_i"]) * len(batch)
        return killed

    def _outputs(self, block: dict[str, np.ndarray]) -> list[tuple[list[int], bytes, bytes]]:
        """Nodes, what they should be in each row, and which of their bits count there."""
        every = np.full_like(block["care"], ALL)
        if self.ends is None:
            parts = [("", every)]
        else:
            chained = np.isin(block["op_i"], [operations()[name] for name in CHAINED])
            parts = [(f".{end}", every * (chained == late)) for late, end in enumerate(self.ends)]
        found = []
        for cycle, rows in parts:
            for port, care in (("lo_o", rows), ("hi_o", rows & block["care"])):
                found.append((self.ports[port + cycle], block[port].tobytes(), care.tobytes()))
        return found


def observe(
    netlist: Netlist, graph: Builder, one: dict[int, int], other: dict[int, int], ends: Ends | None = None
) -> int:
    """True where the results differ, for an operation, degree and operands with a specified result."""
    ports, codes = netlist.ports, operations()

    def equals(port: str, value: int) -> int:
        found = TRUE
        for i, n in enumerate(ports[port]):
            found = graph.land(found, one[n] ^ (value >> i & 1 ^ 1))
        return found

    def one_of(port: str, values: list[int]) -> int:
        found = FALSE
        for value in values:
            found = graph.lor(found, equals(port, value))
        return found

    def unlike(port: str) -> int:
        found = FALSE
        for n in ports[port]:
            found = graph.lor(found, graph.xor(one[n], other[n]))
        return found

    def unlike_in(cycle: str) -> int:
        return graph.lor(unlike(f"lo_o{cycle}"), graph.land(high, unlike(f"hi_o{cycle}")))

    idle = graph.land(equals("op_i", codes["IDLE"]), graph.land(equals("a_i", 0), equals("b_i", 0)))
    high = graph.lor(idle, equals("op_i", codes["CLMUL"]))
    legal = graph.land(
        graph.lor(idle, one_of("op_i", [c for name, c in codes.items() if name != "IDLE"])),
        one_of("m_i", list(DEGREES)),
    )
    if ends is None:
        return graph.land(legal, unlike_in(""))
    chained = one_of("op_i", [codes[name] for name in CHAINED])
    early, late = (unlike_in(f".{end}") for end in ends)
    return graph.land(legal, graph.lor(graph.land(chained ^ 1, early), graph.land(chained, late)))
