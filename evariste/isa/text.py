# SPDX-License-Identifier: Apache-2.0
"""Instructions as assembler text."""

from collections.abc import Callable

from evariste.isa.model import Decoded, Machine


def register_list(machine: Machine, file: str, mask: int) -> str:
    """{r0, r4, lr}"""
    return "{" + ", ".join(name for i, name in machine.register_names(file).items() if mask >> i & 1) + "}"


def target(decoded: Decoded, address: int) -> int | None:
    """The address that an instruction at `address` branches to or loads from, when an operand says where it is."""
    for operand, field in decoded.insn.fields.items():
        if field.reading.base is not None:
            return field.reading.base.at(address) + decoded.operands[operand] & 0xFFFFFFFF
    return None


def text(machine: Machine, decoded: Decoded, address: int, name: Callable[[int], str] = hex) -> str:
    """The instruction as its syntax in isa/ writes it; `name` turns a branch target into text."""
    values = {operand: _operand(machine, decoded, operand) for operand in decoded.operands}
    values["target"] = name(target(decoded, address) or 0)
    for placeholder, spec in machine.spec.placeholders.items():
        if spec.of not in decoded.operands or placeholder == "target":
            continue
        value = decoded.operands[spec.of]
        if spec.unless_listed:
            base = decoded.operands.get(spec.unless_listed)
            values[placeholder] = "" if base is not None and value >> base & 1 else spec.shown
        else:
            values[placeholder] = spec.values.get(value) or spec.otherwise.format(values[spec.of])
    return decoded.insn.spec.syntax.format_map(values)


def _operand(machine: Machine, decoded: Decoded, operand: str) -> str:
    spec, value = machine.operands[operand], decoded.operands[operand]
    reading = decoded.insn.fields[operand].reading
    if spec.file or reading.names:
        return machine.register_names(spec.file or reading.names).get(value, str(value))
    if spec.list_:
        return register_list(machine, spec.list_, value)
    return spec.values[value] if spec.values else str(value)
