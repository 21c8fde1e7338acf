# SPDX-License-Identifier: Apache-2.0
"""The C header of an accelerator that takes commands: its commands, control registers and errors."""

from collections.abc import Iterable

from evariste.isa import machine
from evariste.isa.model import Instruction

OPERANDS = ("dest", "first", "other", "fetch", "times", "slot")  # in the order of a macro's arguments


def _command(insn: Instruction, prefix: str, optional: str) -> str:
    """The macro of a command, with constant operands. One without the operand `optional` has 0 there."""
    fields = insn.fields
    operands = [name for name in OPERANDS if name in fields]
    parts = [f"0x{insn.match:08x}u", *(f"({name}) << {fields[name].bits[-1]}" for name in operands)]
    word, plain = " | ".join(parts), [name for name in operands if name != optional]
    lines = []
    if optional in operands:
        arguments = ", ".join(operands)
        lines.append(f"#define {insn.name.upper()}_{optional.upper()}({arguments}) {prefix}_WORD_({word})")
    word = word.replace(f"({optional})", "0u")
    lines.append(f"#define {insn.name.upper()}({', '.join(plain)}) {prefix}_WORD_({word})")
    return "\n".join(lines)


def header(name: str, said: Iterable[str], optional: str = "", more: Iterable[str] = ()) -> str:
    """The header of a machine; `said` is the comment at its top, `more` lines go to its end."""
    facts, prefix = machine(name), name.upper()
    files = facts.spec.registers
    lines = [
        *said,
        "/* clang-format off */",
        f"#ifndef {prefix}_COMMANDS_H",
        f"#define {prefix}_COMMANDS_H",
        "",
        "#include <stdint.h>",
        "",
    ]
    for file, before in (("c2", f"{prefix}_"), ("error", f"{prefix}_ERROR_")):
        names = files[file].names
        assert isinstance(names, dict)
        lines += [f"#define {before}{word.upper()} {number}" for number, word in names.items()]
        lines.append("")
    lines += [
        "/* A command. What the accelerator does with memory, the compiler does not see: a program that looks at slots",
        "   waits first. */",
        f'#define {prefix}_WORD_(word) __asm__ volatile(".word %0" : : "i"(word) : "memory")',
        *(_command(insn, prefix, optional) for insn in facts if insn.group == "field"),
        "",
        "/* Registers, by their constant numbers. */",
        f"#define {prefix}_SET(control, value) "
        '__asm__ volatile("ctc2 %0, $%1" : : "r"((uint32_t)(value)), "i"(control) : "memory")',
        f"#define {prefix}_GET(value, control) "
        '__asm__ volatile("cfc2 %0, $%1" : "=r"(value) : "i"(control) : "memory")',
        "",
        *more,
        "#endif",
    ]
    return "\n".join(lines) + "\n"
