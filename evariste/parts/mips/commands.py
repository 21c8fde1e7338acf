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
    command = files["bus"].names
    assert isinstance(command, dict)
    word = 4 * next(iter(command))
    lines += [
        "/* A command. What the accelerator does with memory, the compiler does not see: a program that looks at slots",
        "   waits first.",
        "",
        f"   If the accelerator is on a bus, not beside this core, define {prefix}_ADDRESS, its address there. Or",
        f"   define {prefix}_BUS_WRITE and {prefix}_BUS_READ, if its words are reached in another way. On a bus a",
        f"   command needs room in the queue: bits 12:8 of {prefix}_STATUS are the commands that it holds. */",
        f"#if defined {prefix}_ADDRESS && !defined {prefix}_BUS_WRITE",
        f"#define {prefix}_BUS_WRITE(offset, value) (*(volatile uint32_t *)(({prefix}_ADDRESS) + (offset)) = (value))",
        f"#define {prefix}_BUS_READ(offset) (*(volatile uint32_t *)(({prefix}_ADDRESS) + (offset)))",
        "#endif",
        f"#ifdef {prefix}_BUS_WRITE",
        f'#define {prefix}_FENCE_() __asm__ volatile("" : : : "memory")',
        f"#define {prefix}_WRITE_(offset, value) \\",
        f"  do {{ {prefix}_FENCE_(); {prefix}_BUS_WRITE(offset, (uint32_t)(value)); {prefix}_FENCE_(); }} while (0)",
        f"#define {prefix}_WORD_(word) {prefix}_WRITE_({word}, word)",
        "#else",
        f'#define {prefix}_WORD_(word) __asm__ volatile(".word %0" : : "i"(word) : "memory")',
        "#endif",
        *(_command(insn, prefix, optional) for insn in facts if insn.group == "field"),
        "",
        "/* Registers, by their constant numbers. */",
        f"#ifdef {prefix}_BUS_WRITE",
        f"#define {prefix}_SET(control, value) {prefix}_WRITE_(4 * (control), value)",
        f"#define {prefix}_GET(value, control) "
        f"do {{ (value) = {prefix}_BUS_READ(4 * (control)); {prefix}_FENCE_(); }} while (0)",
        "#else",
        f"#define {prefix}_SET(control, value) "
        '__asm__ volatile("ctc2 %0, $%1" : : "r"((uint32_t)(value)), "i"(control) : "memory")',
        f"#define {prefix}_GET(value, control) "
        '__asm__ volatile("cfc2 %0, $%1" : "=r"(value) : "i"(control) : "memory")',
        "#endif",
        "",
        *more,
        "#endif",
    ]
    return "\n".join(lines) + "\n"
