# SPDX-License-Identifier: Apache-2.0
"""What the format of isa/ can say beside what gfp needs: words of one length, jumps, wide registers, bundles."""

from typing import Any

import msgspec
import pytest

from evariste.errors import UserError
from evariste.isa.load import compile_machine
from evariste.isa.model import Machine
from evariste.isa.schema import MachineSpec
from evariste.isa.text import target, text

COMMON: dict[str, Any] = {
    "title": "", "endian": "little", "about": "", "manual": {"encoding": "", "operation": "", "cycles": ""},
    "classes": ["all"], "placeholders": {"target": {"of": "imm", "shown": "label"}},
}  # fmt: skip


def operand(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "shown": name, "about": name} | more


def machine(instructions: list[dict[str, Any]], **more: Any) -> Machine:
    """A machine of one group; what an instruction does and costs is the same for all."""
    known = [{"operation": "", "class": "all", "cycles": 1} | insn for insn in instructions]
    groups = [{"name": "all", "title": "All", "instructions": known}]
    spec = COMMON | {"machine": "tried", "groups": groups} | more
    return compile_machine(msgspec.convert(spec, MachineSpec), "tried")


MIPS = machine(
    [
        {"name": "beq", "encoding": "000100 sssss ttttt iiiiiiiiiiiiiiii", "syntax": "beq {rs}, {rt}, {target}",
         "read": {"imm": "branch"}},
        {"name": "jal", "encoding": "000011 iiiiiiiiiiiiiiiiiiiiiiiiii", "syntax": "jal {target}",
         "read": {"imm": "jump"}},
        {"name": "vsh", "encoding": "010010 1 kkkk 00000 bbbbb aaaaa 000001", "syntax": "vsh {vd}, {vs}, {k}"},
        {"name": "mfc0", "encoding": "010000 00000 ttttt ggggg 00000000000", "syntax": "mfc0 {rt}, {cd}"},
    ],
    words={"bits": 32},
    registers={"r": {"width": 32, "names": "$", "count": 32}, "v": {"width": 640, "names": "v", "count": 32},
               "cp0": {"width": 32, "names": {12: "status", 13: "cause"}}},
    operands={"s": operand("rs", file="r"), "t": operand("rt", file="r"), "a": operand("vd", file="v"),
              "b": operand("vs", file="v"), "g": operand("cd", reading="cp0"), "i": operand("imm"), "k": operand("k")},
    readings={"branch": {"bits": 16, "scale": 4, "signed": True, "base": {"add": 4}}, "cp0": {"names": "cp0"},
              "jump": {"bits": 26, "scale": 4, "base": {"add": 4, "align": 1 << 28}}},
)  # fmt: skip

VLIW = machine(
    [
        {"name": "add", "encoding": "s 0000 00001 ddddd nnnnn mmmmm 0000000", "syntax": "add {rd}, {rn}, {rm}",
         "runs_on": "alu"},
        {"name": "mul", "encoding": "s 0000 11010 ddddd nnnnn mmmmm 0000000", "syntax": "mul {rd}, {rn}, {rm}",
         "runs_on": "x", "latency": 2},
        {"name": "lw", "encoding": "s 0000 01100 ddddd nnnnn 000000000000", "syntax": "lw {rd}, ({rn})",
         "runs_on": "memory"},
        {"name": "br", "encoding": "s 0000 10111 iiiiiiiiiiiiiiiiiiiiii", "syntax": "br {target}",
         "read": {"imm": "code"}, "runs_on": "branch"},
        {"name": "jr", "encoding": "s 0000 11001 00000 nnnnn 000000000000", "syntax": "jr {rn}",
         "runs_on": "branch", "slots": [0]},
        {"name": "trap", "encoding": "s 0000 11101 0000000000000000000000", "syntax": "trap", "runs_on": "system"},
        {"name": "first", "encoding": "s 0000 11101 0000000000000000000001", "syntax": "first", "slots": [0]},
    ],
    words={"bits": 32, "bundle": 4, "last": 31},
    units={"alu": [[0], [1], [2], [3]], "x": [[0, 2], [1, 3]], "memory": [[0, 1]], "branch": [[0, 1, 2, 3]],
           "system": [[0]]},
    registers={"r": {"width": 32, "names": "r", "count": 32}},
    operands={"d": operand("rd", file="r"), "n": operand("rn", file="r"), "m": operand("rm", file="r"),
              "i": operand("imm")},
    readings={"code": {"bits": 22, "scale": 4, "signed": True, "base": {}}},
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "operands", "address", "shown"),
    [
        ("beq", {"rs": 4, "rt": 5, "imm": -8}, 0x1000, "beq $4, $5, 0xffc"),
        ("jal", {"imm": 0x40}, 0xBFC00100, "jal 0xb0000040"),
        ("jal", {"imm": 0x40}, 0xBFFFFFFC, "jal 0xc0000040"),  # the region is that of the delay slot
        ("vsh", {"vd": 1, "vs": 31, "k": 15}, 0, "vsh v1, v31, 15"),
        ("mfc0", {"rt": 2, "cd": 12}, 0, "mfc0 $2, status"),
    ],
)
def test_a_mips_word_is_encoded_decoded_and_shown(
    name: str, operands: dict[str, int], address: int, shown: str
) -> None:
    word, size = MIPS.from_bytes(MIPS.encode(name, **operands))
    found = MIPS.decode(word, size)
    assert found is not None
    assert (found.insn.name, found.operands, size) == (name, operands, 4)
    assert text(MIPS, found, address) == shown


def test_a_register_without_a_name_is_illegal() -> None:
    with pytest.raises(UserError, match="mfc0 does not exist with rt = 2, cd = 3"):
        MIPS.encode("mfc0", rt=2, cd=3)


def test_the_bit_that_ends_a_bundle_belongs_to_no_operation() -> None:
    word = VLIW.by_name["br"].encode(imm=-16)
    for last in (0, 1 << 31):
        found = VLIW.decode(word | last)
        assert found is not None
        assert target(found, 0x100) == 0xF0


@pytest.mark.parametrize(
    ("bundle", "said"),
    [
        ("lw mul add add", ""),
        ("mul mul add br", ""),
        ("jr lw", ""),
        ("add jr", "jr cannot stand in slot 1"),
        ("mul add mul", "mul in slot 0 and mul in slot 2 need the same x"),
        ("br br", "br in slot 0 and br in slot 1 need the same branch"),
        ("add add lw", "lw cannot reach memory from slot 2"),
        ("add add add add add", "5 operations are more than the 4 slots of a bundle"),
    ],
)
def test_a_bundle_that_no_machine_can_execute_says_why(bundle: str, said: str) -> None:
    assert VLIW.illegal_bundle([VLIW.by_name[name] for name in bundle.split()]) == said


@pytest.mark.parametrize(
    ("bundle", "said"),
    [
        ("add jr lw", ""),
        ("mul add mul", ""),
        ("mul mul mul", "a bundle has room for 2 of mul, not for mul, mul and mul"),
        ("br add jr", "a bundle has room for 1 of br, jr, not for br and jr"),
        ("jr trap", "jr and trap both need slot 0"),
        ("trap jr first", "trap, jr and first all need slot 0"),
    ],
)
def test_operations_of_which_no_order_is_a_bundle(bundle: str, said: str) -> None:
    assert VLIW.crowded([VLIW.by_name[name] for name in bundle.split()]) == said
