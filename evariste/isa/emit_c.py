# SPDX-License-Identifier: Apache-2.0
"""The C side of gen/: intrinsics, assembler macros, memory map, linker memory, field descriptors."""

from string import Formatter

from evariste.gf.lanes import descriptor
from evariste.isa.model import Instruction, Machine
from evariste.isa.schema import FieldsSpec, MacrosSpec, SocSpec


def _macro_lines(machine: Machine, macros: MacrosSpec) -> list[str]:
    """Assembler source of the macros: one macro per instruction of the groups.

    One assembler run may see it twice (two C files under -flto). The second time drops the macros and defines them
    again. Skipping the definitions would not work, since gas reads conditions even in skipped text.
    """
    group, symbol = [i for i in machine if i.group in macros.groups], f".L{macros.prefix}"
    check = f"{macros.prefix}_reg"
    based = any(_takes_sp(i, o) for i in group for o in i.fields if o != "imm")
    checks = [check, *([f"{macros.prefix}_base"] if based else [])]
    lines = [f".ifdef {symbol}_macros", *(f".purgem {name}" for name in [*checks, *(i.name for i in group)]), ".endif"]
    lines.append(f".equ {symbol}_macros, 1")
    for name, number in macros.registers.items():
        lines += [f".equ {symbol}_{spelling}, {number}" for spelling in dict.fromkeys((name, name.upper()))]
    lines += [
        f".macro {check} name",
        f".ifndef {symbol}_\\name",
        f'.error "\\name {macros.refused}"',
        ".endif",
        ".endm",
    ]
    if based:  # these operands may be sp too, and have symbols of their own
        for name, number in {**macros.registers, "sp": 13}.items():
            lines += [f".equ {symbol}b_{name}, {number}", f".equ {symbol}b_{name.upper()}, {number}"]
        refused = '.error "\\name cannot be the base of an access"'
        lines += [f".macro {checks[1]} name", f".ifndef {symbol}b_\\name", refused, ".endif", ".endm"]
    for insn in group:
        lines += _macro(insn, macros)
    return lines


def _macro(insn: Instruction, macros: MacrosSpec) -> list[str]:
    symbol, base = f".L{macros.prefix}", f"{macros.directive} 0x{insn.match:0{2 * insn.size}x}"
    order = [name for _, name, _, _ in Formatter().parse(insn.spec.syntax) if name is not None]
    if "[" in insn.spec.syntax:
        # The bracketed operand arrives as one word; .irpc drops the brackets by choosing among the registers.
        (operand,) = order
        lines = [f".macro {insn.name} at:vararg", f".set {symbol}_found, 0"]
        lines += [".irp reg, " + ", ".join([*macros.registers, *(r.upper() for r in macros.registers)])]
        lines += [
            ".ifc \\at, [\\reg]",
            f"{base} | {symbol}_\\reg << {insn.fields[operand].bits[-1]}",
            f".set {symbol}_found, 1",
            ".endif",
            ".endr",
            f".if {symbol}_found == 0",
            f'.error "{insn.name} {macros.refused_at}"',
            ".endif",
            ".endm",
        ]
        return lines
    names = [o for o in order if o != "imm"]
    symbols = {o: f"{symbol}{'b' if _takes_sp(insn, o) else ''}_\\{o}" for o in names}
    word = " | ".join([base, *(f"{name} << {insn.fields[o].bits[-1]}" for o, name in symbols.items())])
    lines = [f".macro {insn.name} " + ", ".join(f"{o}:req" for o in order)]
    lines += [f"{macros.prefix}_{'base' if _takes_sp(insn, o) else 'reg'} \\{o}" for o in names]
    if "imm" in order:
        field = insn.fields["imm"]
        scale, most = field.value(1), field.value((1 << field.width) - 1)
        lines += [
            f".if (\\imm) & ~{most}",
            f'.error "{insn.name} takes a multiple of {scale} from 0 to {most}, not \\imm"',
            ".endif",
        ]
        for low, run in field.runs:
            word += f" | ((\\imm) / {scale << low} & {(1 << len(run)) - 1}) << {run[-1]}"
    return [*lines, word, ".endm"]


def _takes_sp(insn: Instruction, operand: str) -> bool:
    """Whether sp can be this register, among those that cannot be every register."""
    excluded = [entry[operand] for entry in insn.excluded if operand in entry]
    return bool(excluded) and not any(13 in registers for registers in excluded)


def asm_header(machine: Machine, macros: MacrosSpec, header: str) -> str:
    guard = f"{machine.name.upper()}_ASM_H"
    lines = [
        f"/* {header} */",
        "/* SPDX-License-Identifier: Apache-2.0 */",
        f"/* {macros.about}: #include this file in a .S file. */",
        f"#ifndef {guard}",
        f"#define {guard}",
        *macros.preamble,
        *_macro_lines(machine, macros),
        "#endif",
    ]
    return "\n".join(lines) + "\n"


def intrinsics(machine: Machine, template: str, header: str) -> str:
    """The machine's own text, in which the line @MACROS@ stands for the macros as strings."""
    lines = _macro_lines(machine, machine.spec.macros) if machine.spec.macros else []
    escaped = (line.replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return f"/* {header} */\n" + template.replace("@MACROS@", "\n".join(f'    "{line}\\n"' for line in escaped))


def soc_header(soc: SocSpec, header: str) -> str:
    name = soc.machine.upper()
    out = [
        f"/* {header} */",
        "/* SPDX-License-Identifier: Apache-2.0 */",
        "/* The memory map, for C and assembler files. */",
        f"#ifndef {name}_SOC_H",
        f"#define {name}_SOC_H",
        "",
    ]
    for m in soc.memories:
        out += [
            f"/* {m.about} */",
            f"#define {name}_{m.name.upper()}_BASE 0x{m.base:08x}",
            f"#define {name}_{m.name.upper()}_SIZE 0x{m.size:08x}",
            "",
        ]
    for p in soc.peripherals:
        out.append(f"/* {p.about} */")
        if p.interrupt is not None:
            out += ["/* The line of its interrupt. */", f"#define {name}_{p.name.upper()}_IRQ {p.interrupt}"]
        for r in p.registers:
            out += [f"/* {r.about} */", f"#define {name}_{r.name.upper()} 0x{p.base + r.offset:08x}"]
        out.append("")
    registers = [r.name.upper() for p in soc.peripherals[-1:] for r in p.registers]
    if registers:
        out += [
            "#ifndef __ASSEMBLER__",
            "#include <stdint.h>",
            f"/* Accesses the register at an address, for example {name}_REGISTER({name}_{registers[0]}). */",
            f"#define {name}_REGISTER(address) (*(volatile uint32_t *)(address))",
            "#endif",
            "",
        ]
    return "\n".join([*out, "#endif"]) + "\n"


def linker_memory(soc: SocSpec, header: str) -> str:
    out = [f"/* {header} */", "/* SPDX-License-Identifier: Apache-2.0 */", "MEMORY", "{"]
    for m in soc.memories:
        out.append(f"  {m.name.upper()} ({m.access}) : ORIGIN = 0x{m.base:08x}, LENGTH = 0x{m.size:08x}")
    return "\n".join([*out, "}"]) + "\n"


_FIELDS_HEAD = """\
/* Field descriptors for gf_cfg. Byte j is x^(m+j) mod the polynomial. Byte 7 is the degree m. */
#ifndef EVARISTE_FIELDS_H
#define EVARISTE_FIELDS_H

#include <stdint.h>

#if defined(__GNUC__)
#define GF_FIELD_UNUSED __attribute__((unused))
#else
#define GF_FIELD_UNUSED
#endif

typedef union gf_field {
  struct {
    uint8_t column[7]; /* x^(m+j) mod the polynomial, or 0 if j > m - 2 */
    uint8_t degree;    /* m, 2 to 8 */
  } part;
  uint8_t byte[8];
  uint32_t word[2]; /* aligns the descriptor to a word */
} gf_field_t;
"""


def fields_header(fields: FieldsSpec, header: str) -> str:
    out = [f"/* {header} */", "/* SPDX-License-Identifier: Apache-2.0 */", _FIELDS_HEAD]
    for f in fields.small:
        kind = "primitive" if f.primitive else f"x has order {f.order}"
        out.append(_field(f"GF_FIELD_0x{f.poly:x}", f.poly, f"degree {f.degree}, {kind}"))
    for r in fields.rings:
        out.append(_field(f"GF_RING_{r.name.upper()}", r.poly, r.about))
    return "\n".join([*out, "", "#endif"]) + "\n"


def _field(name: str, poly: int, about: str) -> str:
    data = descriptor(poly)
    columns = ", ".join(f"0x{b:02x}" for b in data[:7])
    return f"/* {about} */\nstatic const gf_field_t {name} GF_FIELD_UNUSED = {{{{{{{columns}}}, {data[7]}}}}};"
