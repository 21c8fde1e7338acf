# SPDX-License-Identifier: Apache-2.0
"""gen/<machine>/isa.md: the manual of the instruction set."""

from collections.abc import Sequence

from evariste.isa.model import Machine
from evariste.isa.schema import FieldsSpec, GroupSpec, InstructionSpec, SocSpec


def emit(machine: Machine, soc: SocSpec, fields: FieldsSpec, header: str) -> str:
    spec = machine.spec
    files = [(name, file) for name, file in spec.registers.items() if file.constants is not None]
    sections: dict[str, list[str]] = {g.title: _group(machine, g) for g in spec.groups}
    if spec.exceptions or spec.causes:
        sections["Exceptions" if spec.exceptions else "Faults"] = _exceptions(machine)
    if spec.timing:
        sections["Timing"] = _table(["event", "cycles"], [[t.about, t.cycles] for t in spec.timing.values()])
    for name, file in files:
        rows = [[number, f"`{register}`"] for number, register in machine.register_names(name).items()]
        sections[f"{name.capitalize()} registers"] = [file.about, "", *_table(["number", "name"], rows)]
    sections[soc.title] = _memory_map(soc)
    if any(i.spec.field for i in machine):
        sections["Fields"] = _fields(fields)
    sections["Index"] = _index(machine)
    out = [f"<!-- {header} -->", f"# {spec.title}", "", spec.about.rstrip(), "", *_notation(machine)]
    out += ["Contents:", "", *(f"- [{title}](#{_anchor(title)})" for title in sections)]
    for title, lines in sections.items():
        out += ["", f"## {title}", "", *lines]
    return "\n".join([*out, ""])


def _notation(machine: Machine) -> list[str]:
    manual = machine.spec.manual
    letters = [f"`{letter}` {o.about}" for letter, o in machine.spec.operands.items()]
    split = "Each letter is an operand field. The parts of a split field are joined from left to right:"
    encoding = f"*Encoding*: {manual.encoding.rstrip()} {split}"
    return [
        "## How to read the tables", "", encoding, f"{', '.join(letters)}.", "",
        f"*Operation*: {manual.operation.rstrip()}", "", f"*Cycles*: {manual.cycles.rstrip()}", "",
    ]  # fmt: skip


def _exceptions(machine: Machine) -> list[str]:
    spec = machine.spec
    causes = _table(["code", "cause"], [[c.code, c.about] for c in spec.causes if c.code])
    if not spec.exceptions:
        return [spec.manual.faults, *causes]
    exceptions = [[e.number, e.name, e.about] for e in spec.exceptions]
    return [*_table(["number", "name", ""], exceptions), "", spec.manual.faults, *causes]


def cycles(spec: InstructionSpec) -> str:
    """The cost as the manual writes it."""
    plus = "".join(f" + {'' if n == 1 else n}{_count(spec, count)}" for count, n in spec.per.items() if n)
    text = f"{spec.cycles}{plus}"
    if spec.taken and spec.taken != spec.cycles:
        writes_pc = "taken" if spec.class_ == "branch" else "to pc"
        text += f"; {writes_pc} {spec.taken}{plus}"
    return text


def _count(spec: InstructionSpec, count: str) -> str:
    """N, or the count's name when the cost has several."""
    return "N" if len(spec.per) == 1 else f" {count}"


def _group(machine: Machine, group: GroupSpec) -> list[str]:
    out: list[str] = []
    if group.extension:
        mark = "An extension: only cores with the parameter `{}` have it. In others its words are illegal."
        out += [mark.format(group.extension), ""]
    if group.about:
        out += [group.about.rstrip(), ""]
    rows = [
        [f"`{_syntax(machine, s)}`", f"`{s.encoding}`", s.operation, s.flags or "-", cycles(s)]
        for s in group.instructions
    ]
    out += _table(["syntax", "encoding", "operation", "flags", "cycles"], rows)
    notes = [f"- `{_syntax(machine, s)}`: {' '.join(s.note.split())}" for s in group.instructions if s.note]
    return [*out, "", *notes] if notes else out


def _memory_map(soc: SocSpec) -> list[str]:
    rows: list[list[object]] = []
    for m in soc.memories:
        rows.append([f"`0x{m.base:08x}`", f"{m.size // 1024} KiB", m.name, m.access, m.about])
    for p in soc.peripherals:
        for i, r in enumerate(p.registers):
            line = "" if p.interrupt is None else f"Its interrupt is external interrupt {p.interrupt}. "
            about = r.about if i else f"{p.about} {line}{r.about}"
            rows.append([f"`0x{p.base + r.offset:08x}`", "4 bytes", r.name, r.access, about])
    return [*_table(["address", "size", "name", "access", ""], rows), "", "Any other access is a bus error."]


def _fields(fields: FieldsSpec) -> list[str]:
    rows: list[list[object]] = []
    for m in range(2, 9):
        polys = [f for f in fields.small if f.degree == m]
        rows.append([m, ", ".join(f"**{f.poly:x}**" if f.primitive else f"{f.poly:x}" for f in polys)])
    about = (
        "The irreducible polynomials of degree 2 to 8, in hexadecimal. Bit i is the coefficient of x^i. Primitive\n"
        "polynomials are bold. `gen/fields.h` has their descriptors."
    )
    return [about, "", *_table(["degree", "polynomials"], rows)]


def _index(machine: Machine) -> list[str]:
    places: dict[str, list[str]] = {}
    for group in machine.spec.groups:
        for s in group.instructions:
            link = f"[{group.title}](#{_anchor(group.title)})"
            known = places.setdefault(_mnemonic(machine, s), [])
            if link not in known:
                known.append(link)
    return _table(["instruction", "where"], [[f"`{m}`", ", ".join(p)] for m, p in sorted(places.items())])


def _syntax(machine: Machine, spec: InstructionSpec) -> str:
    """The syntax with names for operands: adds Rd, Rn, #imm."""
    shown = {o.name: o.shown for o in machine.operands.values()}
    return spec.syntax.format_map(shown | {name: p.shown for name, p in machine.spec.placeholders.items()})


def _mnemonic(machine: Machine, spec: InstructionSpec) -> str:
    return _syntax(machine, spec).split()[0]


def _table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    def line(cells: Sequence[object]) -> str:
        return "| " + " | ".join(str(c).replace("|", "\\|") for c in cells) + " |"

    return [line(heads), "|" + "---|" * len(heads), *(line(r) for r in rows)]


def _anchor(title: str) -> str:
    return "".join(c for c in title.lower() if c.isalnum() or c in " -").replace(" ", "-")
