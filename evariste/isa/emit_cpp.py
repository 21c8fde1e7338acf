# SPDX-License-Identifier: Apache-2.0
"""gen/<machine>/<machine>_isa.hpp: the simulator's instruction table, decoder and memory map."""

import textwrap
from collections.abc import Collection

from evariste.isa.model import Field, Instruction, Machine
from evariste.isa.schema import InstructionSpec, OperandSpec, SocSpec

_HEAD = """\
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace evariste::{machine} {{
"""

_OPERANDS = """\
// Operands as the assembler writes them: offsets in bytes{lists}.
// Fields that the instruction does not have are 0.
struct Operands {{
{members}
}};
"""

_TWO_SIZES = """\
// Does this halfword begin a 32-bit instruction?
constexpr bool is_wide(uint16_t hw0) {{ return {wide}; }}

namespace detail {{

constexpr Insn match16(uint32_t w) {{
{short}
  return Insn::illegal;
}}

struct Table16 {{
  std::array<Insn, 65536> insn{{}};
  constexpr Table16() {{
    for (uint32_t w = 0; w < 0x10000; ++w) {{
      insn[w] = is_wide(static_cast<uint16_t>(w)) ? Insn::illegal : match16(w);
    }}
  }}
}};
inline constexpr Table16 table16{{}};

}}  // namespace detail

// Decodes a 16-bit instruction. The first half of a 32-bit instruction gives Insn::illegal.
constexpr Insn decode16(uint16_t hw) {{ return detail::table16.insn[hw]; }}

// Decodes a 32-bit instruction from its two halfwords.
constexpr Insn decode32(uint16_t hw0, uint16_t hw1) {{
  const uint32_t w = uint32_t{{hw0}} << 16 | hw1;
{long}
  return Insn::illegal;
}}

// The operands of a word that decodes as `insn`. A 32-bit word is hw0 << 16 | hw1.
"""

_ONE_SIZE = """\
constexpr Insn decode(uint32_t w) {{
{short}
  return Insn::illegal;
}}

// The operands of a word that decodes as `insn`.
"""

_CASES = """\
constexpr Operands operands(Insn insn, uint32_t w) {{
  Operands o;
  switch (insn) {{
{cases}
    default:
      break;
  }}
  return o;
}}
"""


def emit(machine: Machine, soc: SocSpec, header: str, inherited: Collection[str] = ()) -> str:
    """The header. `inherited` are the register files of the machine's base, which has their names."""
    out = [f"// {header}", "// SPDX-License-Identifier: Apache-2.0", _HEAD.format(machine=machine.name)]
    spec = machine.spec
    out.append(_enum("Klass", spec.classes))
    out.append(_enum("Insn", ["illegal", *(i.name for i in machine)]))
    for group in spec.groups:
        if group.listed:
            each = " ".join(f"X({i.name})" for i in group.instructions)
            name = f"{machine.name}_{group.name}".upper()
            out.append(f"// {group.listed}\n#define {name}(X) {each}\n")
    if machine.extensions:
        out.append("// Parameters of the core; an instruction that needs one is illegal without it.")
        out.append(_enum("Extension", ["none", *map(_snake, machine.extensions)]))
        names = ", ".join(f'"{name}"' for name in ("", *machine.extensions))
        out.append(f"inline constexpr const char *kExtensions[] = {{{names}}};\n")
    if spec.units:
        out.append(_enum("Unit", ["none", *spec.units]))
        out.append(f"inline constexpr unsigned kSlots = {spec.words.bundle}, kLastBit = {spec.words.last};\n")
    if spec.elf:
        out.append(f"inline constexpr unsigned kElfMachine = 0x{spec.elf:X};  // e_machine\n")
    out.append(f"inline constexpr size_t kInsnCount = {len(machine.instructions) + 1};\n")
    out.append(_operands(machine))
    out += _info(machine)
    out.append("constexpr const Info &info_of(Insn insn) { return info[static_cast<size_t>(insn)]; }\n")
    matches = {size: "\n".join(_match(i, "  ") for i in machine.of_size(size)) for size in (2, 4)}
    if spec.words.long:
        wide = _is_wide(spec.words.long)
        out.append((_TWO_SIZES + _CASES).format(
            wide=wide, short=matches[2], long=matches[4], cases=_operand_cases(machine)))  # fmt: skip
    else:
        short = matches[machine.unit_bytes]
        out.append((_ONE_SIZE + _CASES).format(short=short, cases=_operand_cases(machine)))
    if spec.timing:
        out.append("// Timing, in cycles.")
        out += [f"inline constexpr unsigned {_camel(name)} = {t.cycles};" for name, t in spec.timing.items()]
        out.append("")
    if spec.exceptions:
        out.append("// Exception numbers.")
        out += [f"inline constexpr unsigned kExc{_camel(e.name)[1:]} = {e.number};" for e in spec.exceptions]
        out.append("")
    if spec.causes:
        out += _causes(machine)
    out.append("// Names by number, as the assembler writes them. A number without a name has nullptr.")
    out += [_names(name, machine.register_names(name)) for name in spec.registers if name not in inherited]
    out += [_names(o.name, dict(enumerate(o.values))) for o in machine.operands.values() if o.values]
    out.append("")
    for name, file in spec.registers.items():
        if file.constants is not None:
            out.append(f"// {file.constants.about}")
            for number, register in machine.register_names(name).items():
                constant = f"{file.constants.cpp}{register.capitalize()}"
                out.append(f"inline constexpr uint8_t {constant} = {number};")
            out.append("")
    out.append("// Memory map.")
    for m in soc.memories:
        out.append(f"inline constexpr uint32_t k{m.name.capitalize()}Base = 0x{m.base:08x};")
        out.append(f"inline constexpr uint32_t k{m.name.capitalize()}Size = 0x{m.size:08x};")
    for p in soc.peripherals:
        out += [f"inline constexpr uint32_t {_camel(r.name)} = 0x{p.base + r.offset:08x};" for r in p.registers]
        if p.interrupt is not None:
            out.append(f"inline constexpr unsigned {_camel(p.name)}Irq = {p.interrupt};")
    out.append(f"\n}}  // namespace evariste::{machine.name}\n")
    return "\n".join(out)


def _names(what: str, names: dict[int, str]) -> str:
    """The names of a register file, or of an operand's values, as an array."""
    every = [f'"{names[i]}"' if i in names else "nullptr" for i in range(max(names, default=-1) + 1)]
    head = f"inline constexpr const char *{_camel(what)}Names[] = {{"
    return textwrap.fill(f"{head}{', '.join(every)}}};", 100, subsequent_indent="    ", break_long_words=False)


def _type(machine: Machine, operand: OperandSpec) -> str:
    """The C++ type of an operand's value."""
    if operand.list_:
        return "uint16_t" if max(machine.register_names(operand.list_)) < 16 else "uint32_t"
    return "uint8_t" if operand.file or operand.values else "int32_t"


def _operands(machine: Machine) -> str:
    by_kind: list[list[OperandSpec]] = [[], [], [], []]
    for o in machine.operands.values():
        by_kind[0 if o.file else 1 if o.values else 2 if o.list_ else 3].append(o)
    members = []
    for kind in by_kind:
        if kind:
            names = ", ".join(f"{o.name} = 0" for o in kind)
            members.append(f"  {_type(machine, kind[0])} {names};")
    files = [machine.register_names(o.list_) for o in by_kind[2]]
    bits = 16 if files and max(files[0]) < 16 else 32
    lists = f", lists as {bits}-bit masks of {files[0][0]}..{files[0][max(files[0])]}" if files else ""
    return _OPERANDS.format(lists=lists, members="\n".join(members))


def _info(machine: Machine) -> list[str]:
    """The struct of what is known of an instruction, and the table of all."""
    spec = machine.spec
    out = [
        "struct Info {",
        "  const char *name;",
        "  const char *syntax;",
        "  uint8_t size;          // bytes",
        "  uint8_t cycles;        // if the next instruction follows",
        "  uint8_t taken;         // cycles if it writes the program counter, 0 if it never does",
        *(f"  uint8_t per_{count};  // added for each {what}" for count, what in spec.counts.items()),
        "  Klass klass;",
    ]
    if spec.units:
        out += [
            "  uint8_t latency;  // cycles until the result can be read",
            "  Unit unit;",
            "  uint8_t slots;  // bit i is 1 if slot i can issue it",
        ]
    zeros = "".join(", 0" for _ in spec.counts)
    tail = ", 1, Unit::none, 0" if spec.units else ""
    if machine.extensions:
        out.append("  Extension extension;")
        tail += ", Extension::none"
    rows = [f'    {{"illegal", "illegal", {machine.unit_bytes}, 1, 0{zeros}, Klass::{spec.classes[-1]}{tail}}},']
    for i in machine:
        s = i.spec
        per = "".join(f", {s.per.get(count, 0)}" for count in spec.counts)
        tail = f", {s.latency}, Unit::{s.runs_on or 'none'}, {_slots(machine, s)}" if spec.units else ""
        if machine.extensions:
            tail += f", Extension::{_snake(i.extension)}"
        rows.append(f'    {{"{s.name}", "{s.syntax}", {i.size}, {s.cycles}, {s.taken}{per}, Klass::{s.class_}{tail}}},')
    return [*out, "};\n", "inline constexpr Info info[kInsnCount] = {\n" + "\n".join(rows) + "\n};\n"]


def _slots(machine: Machine, insn: InstructionSpec) -> int:
    """The slots from which an operation reaches its unit, as a mask."""
    instances = machine.spec.units.get(insn.runs_on, [[*range(machine.spec.words.bundle)]])
    reached = {slot for slots in instances for slot in slots}
    return sum(1 << slot for slot in reached if not insn.slots or slot in insn.slots)


def _causes(machine: Machine) -> list[str]:
    spec = machine.spec
    out = ["// Causes of a fault."]
    out.append("enum class Cause : uint8_t {\n" + "\n".join(f"  {c.name} = {c.code}," for c in spec.causes) + "\n};\n")
    out.append("constexpr const char *cause_text(Cause cause) {\n  switch (cause) {")
    out += [f'    case Cause::{c.name}:\n      return "{c.about}";' for c in spec.causes]
    out.append('  }\n  return "unknown";\n}\n')
    return out


def _is_wide(prefixes: list[str]) -> str:
    """Whether the halfword hw0 begins with one of the prefixes."""
    lowest, width = min(prefixes), len(prefixes[0])
    if {f"{i:0{width}b}" for i in range(int(lowest, 2), 1 << width)} == {*prefixes}:  # the highest values
        return f"hw0 >= 0x{int(lowest, 2) << 16 - width:04X}"
    return " || ".join(f"hw0 >> {16 - len(p)} == 0x{int(p, 2):x}" for p in prefixes)


def _snake(parameter: str) -> str:
    return parameter.lower() or "none"


def _camel(name: str) -> str:
    return "k" + "".join(part.capitalize() for part in name.split("_"))


def _enum(name: str, items: list[str]) -> str:
    return f"enum class {name} : uint8_t {{\n" + "\n".join(f"  {i}," for i in items) + "\n};\n"


def _match(insn: Instruction, indent: str) -> str:
    digits = 2 * insn.size
    test = f"(w & 0x{insn.mask:0{digits}x}u) == 0x{insn.match:0{digits}x}u"
    for entry in insn.excluded:
        inner = " && ".join(_inside(insn.fields[o], values) for o, values in entry.items())
        test += f" &&\n{indent}    !({inner})"
    return f"{indent}if ({test}) return Insn::{insn.name};"


def _inside(field: Field, values: frozenset[int]) -> str:
    raw = _raw(field)
    every = frozenset(range(1 << field.width))
    if len(values) > len(every - values):
        return "!(" + " || ".join(f"({raw}) == {v}u" for v in sorted(every - values)) + ")"
    return "(" + " || ".join(f"({raw}) == {v}u" for v in sorted(values)) + ")"


def _raw(field: Field) -> str:
    """The field's bits as a C++ expression of the word w: one shift and mask for each run of adjacent bits."""
    terms = []
    for below, run in field.runs:
        term = f"w >> {run[-1]}" if run[-1] else "w"
        term = f"({term} & 0x{(1 << len(run)) - 1:x}u)"
        terms.append(f"{term} << {below}" if below else term)
    return " | ".join(terms)


def _value(field: Field) -> str:
    """The operand's value as a C++ expression of the word w."""
    reading, raw = field.reading, _raw(field)
    if reading.registers:
        plain = [i for i, register in enumerate(reading.registers) if i == register]
        low = next(i for i in range(len(plain) + 1) if i not in plain)
        if low == field.width:
            return raw
        bits = [f"({field_bit(field, i)}) << {reading.registers[i]}" for i in range(low, field.width)]
        return " | ".join([*([f"({raw} & 0x{(1 << low) - 1:X}u)"] if low else []), *bits])
    if reading.permutation:
        raw = _permuted(field)
    if reading.zero == 1 << field.width:
        every = (1 << field.width) - 1
        return f"((({raw}) + {every}u) & {every}u) + 1u"
    if reading.zero is not None:
        return f"({raw}) != 0 ? ({raw}) * {reading.scale} : {reading.zero}"
    if reading.signed:
        up = 32 - field.width
        down = up - reading.scale.bit_length() + 1
        if down < 0:
            return f"(static_cast<int32_t>(({raw}) << {up}) >> {up}) * {reading.scale}"
        return f"static_cast<int32_t>(({raw}) << {up}) >> {down}"
    return raw if reading.scale == 1 else f"({raw}) * {reading.scale}"


def field_bit(field: Field, raw: int) -> str:
    """One raw bit of a field, bit 0 the last."""
    return f"w >> {field.bits[field.width - 1 - raw]} & 1u"


def _permuted(field: Field) -> str:
    """The raw bits in the order of the value's, one term for each run of neighbours."""
    bits = field.reading.permutation
    terms: list[str] = []
    at = 0
    while at < len(bits):
        end = at + 1
        place = [field.bits[field.width - 1 - bit.raw] for bit in bits]
        if bits[at].xnor is None:
            while end < len(bits) and bits[end].xnor is None and place[end] == place[end - 1] - 1:
                end += 1
            term = f"(w >> {place[end - 1]} & 0x{(1 << end - at) - 1:x}u)"
        else:
            term = f"(({field_bit(field, bits[at].raw)}) ^ ({field_bit(field, bits[at].xnor or 0)}) ^ 1u)"
        shift = len(bits) - end
        terms.append(f"{term} << {shift}" if shift else term)
        at = end
    return " | ".join(terms)


def _operand_cases(machine: Machine) -> str:
    """One case per shape of operands, shared by all instructions of that shape."""
    shapes: dict[tuple[Field, ...], list[str]] = {}
    for insn in machine:
        if insn.fields:
            shapes.setdefault(tuple(insn.fields.values()), []).append(insn.name)
    out = []
    for shape, names in shapes.items():
        out += [f"    case Insn::{n}:" for n in names]
        for f in shape:
            out.append(
                f"      o.{f.operand} = static_cast<{_type(machine, machine.operands[f.operand])}>({_value(f)});"
            )
        out.append("      break;")
    return "\n".join(out)
