# SPDX-License-Identifier: Apache-2.0
"""The Galois-field unit by itself, as gates."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from evariste import yosys
from evariste.paths import ROOT
from evariste.verification.gates import simulator
from evariste.verification.gates.netlist import FLATTEN, TO_GATES, Netlist, read

TOP = "gf_unit"
READ = [
    f"read_slang --top {TOP} --keep-hierarchy {' '.join(yosys.sources('gf'))}",
    f"hierarchy -check -top {TOP}",
    *FLATTEN,
]
DEGREES = range(2, 9)


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
