# SPDX-License-Identifier: Apache-2.0
"""Instructions as assembler text."""

from collections.abc import Callable

from evariste.isa.model import Decoded, Machine

REGISTERS = (*(f"r{i}" for i in range(13)), "sp", "lr", "pc")


def register_list(mask: int) -> str:
    """{r0, r4, lr}"""
    return "{" + ", ".join(REGISTERS[i] for i in range(16) if mask >> i & 1) + "}"


def target(decoded: Decoded, address: int) -> int | None:
    """The address an instruction at `address` branches to or loads from, when it is relative to pc."""
    field = decoded.insn.fields.get("imm")
    if field is None:
        return None
    if field.kind == "pc_x4":
        return (address + 4 & ~3) + decoded.operands["imm"] & 0xFFFFFFFF
    if field.kind in ("signed_x2", "branch24"):
        return address + 4 + decoded.operands["imm"] & 0xFFFFFFFF
    return None


def text(machine: Machine, decoded: Decoded, address: int, name: Callable[[int], str] = hex) -> str:
    """The instruction as its syntax in isa/ writes it; `name` turns a branch target into text."""
    operands = decoded.operands
    values: dict[str, str] = {o: REGISTERS[v] for o, v in operands.items() if o in ("rd", "rn", "rm", "rh")}
    if "imm" in operands:
        imm = operands["imm"]
        values["imm"] = str(imm)
        values["target"] = name(target(decoded, address) or 0)
        values["effect"] = "id" if imm else "ie"
        values["special"] = machine.spec.special_registers.get(imm, str(imm))
        values["barrier"] = "sy" if imm == 15 else f"#{imm}"
    if "cond" in operands:
        values["cond"] = machine.spec.conditions[operands["cond"]]
    if "list" in operands:
        values["list"] = register_list(operands["list"])
        values["writeback"] = "" if operands["list"] >> operands.get("rn", 16) & 1 else "!"
    return decoded.insn.spec.syntax.format_map(values)
