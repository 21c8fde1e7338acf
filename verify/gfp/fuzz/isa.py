# SPDX-License-Identifier: Apache-2.0
"""The loader of isa/: any text in place of one of its files is refused in one sentence, or is what it says.

The first byte says how the rest is taken: m, s, f as the text of a machine, a memory map, fields; anything else as
edits of the committed machine, which get past YAML's own grammar.
"""

import copy
import sys
from typing import Any

import atheris

with atheris.instrument_imports(include=["evariste.isa"]):
    from evariste.isa import load
    from evariste.isa.schema import FieldsSpec, MachineSpec, SocSpec

import yaml

from evariste.errors import UserError
from evariste.machines.gfp.fuzz import SUITE
from evariste.verification.fuzz import PLANTED, own_file

FILE = own_file("input.yaml")
SHAPES = {b"m": MachineSpec, b"s": SocSpec, b"f": FieldsSpec}
MACHINE = yaml.safe_load(next(seed for seed in SUITE.seeds("isa") if seed[:1] == b"m")[1:])
VALUES = [
    None, True, 0, 1, -1, 2**31, 2**64, 1.5, "", "name", "imm", "rd", "{rd}", "{rd", "}", "{rd!r:>{rn}}", "alu", "x2",
    "special", "branch", "3:0, 5 xnor 3",
    "0" * 16, "1" * 16, "0010 0ddd iiii iiii", "1110 1100 0000 0001 hhhh dddd nnnn mmmm", "i" * 16,
    "1110 1" + "i" * 27, "1110 1" + "d" * 27, "0000 0ddd dddd dddd", [], {}, [0], ["alu"], {"imm": [0, 1]},
    [{"list": [0]}, {"rn": [99]}], {0: "apsr"}, "é",
]  # fmt: skip


def edited(data: bytes) -> Any:
    """The machine with some of its nodes changed, removed, or written twice."""
    choose = atheris.FuzzedDataProvider(data)
    root = {"": copy.deepcopy(MACHINE)}
    for _ in range(choose.ConsumeIntInRange(1, 4)):
        parent: Any = root
        key: Any = ""
        while isinstance(parent[key], dict | list) and parent[key] and choose.ConsumeIntInRange(0, 7) < 7:
            parent = parent[key]
            keys = list(parent) if isinstance(parent, dict) else range(len(parent))
            key = keys[choose.ConsumeIntInRange(0, len(keys) - 1)]
        what = choose.ConsumeIntInRange(0, 7)
        if what == 0 and key != "":
            del parent[key]
        elif what == 1 and isinstance(parent, list):
            parent.append(copy.deepcopy(parent[key]))
        elif what == 2 and isinstance(parent[key], str):
            parent[key] = choose.ConsumeUnicodeNoSurrogates(12)
        elif what == 3:
            parent[key] = choose.ConsumeInt(4)
        elif what == 4:
            parent[key] = VALUES[choose.ConsumeIntInRange(0, len(VALUES) - 1)]
        else:
            alike = [value for value in VALUES if type(value) is type(parent[key])] or [None]
            parent[key] = alike[choose.ConsumeIntInRange(0, len(alike) - 1)]
    return root[""]


def one(data: bytes) -> None:
    if data[:1] in SHAPES:
        FILE.write_bytes(data[1:])
    else:
        FILE.write_text(yaml.safe_dump(edited(data[1:]), allow_unicode=True), encoding="utf-8")
    try:
        spec = load.read(FILE, SHAPES.get(data[:1], MachineSpec))
        if isinstance(spec, MachineSpec):
            machine = load.compile_machine(spec, "fuzzed")
            assert PLANTED not in sys.argv or {"machine": spec.machine, "about": spec.about}.items() <= MACHINE.items()
            for insn in machine.instructions:
                assert insn.size in (2, 4) and insn.match & ~insn.mask == 0
    except UserError as refused:
        said = refused.message
        assert said.endswith(".") and "\n" not in said, said


if __name__ == "__main__":
    atheris.Setup([a for a in sys.argv if a != PLANTED], one)
    atheris.Fuzz()
