# SPDX-License-Identifier: Apache-2.0
"""gen/<machine>/isa.md: the manual of the instruction set."""

from collections.abc import Sequence

from evariste.isa.model import Machine
from evariste.isa.schema import FieldsSpec, GroupSpec, InstructionSpec, SocSpec

_NOTATION = """\
## How to read the tables

*Encoding*: the bits of the word, highest first; a 32-bit instruction is two halfwords, the first at the lower
address. Letters are operand fields, split ones to be joined from left to right:
`d` Rd, `n` Rn, `m` Rm, `h` the register of the high word, `i` immediate, `l` register list, `c` condition.

*Operation*: `R[d]` is the register in field `d`; `imm` the immediate after scaling and extension, as the assembler
writes it; `N,Z = v` sets N to bit 31 of v and Z when v is 0; `x,C,V = a + b` also sets C to the carry and V to the
signed overflow of the sum.

*Cycles*: with memory that answers in one cycle. N is the number of registers transferred. A word that no table lists
is an illegal instruction.
"""

_FAULTS = """\
A fault enters hardfault, whose return address is the instruction that faulted. That instruction has written no
register, save that a load or store of several registers keeps what it transferred before the fault; the base
register is as it was. Any fault or `svc` inside hardfault locks the core up. The cause is told at the retirement port:
"""

_TIMING = {
    "reset_cycles": "from reset to the first cycle of the first instruction",
    "exception_entry_cycles": "exception entry, after the cycles of the instruction that caused it",
    "exception_return_cycles": "exception return, after the `bx` or `pop` that started it",
    "interrupt_cycles": "an interrupt in place of an instruction, before its exception entry",
    "tail_chain_cycles": "exception entry in place of a return, after the `bx` or `pop` that would have started it",
    "wide_unaligned_target_cycles": "added when control goes to a 32-bit instruction that is not word aligned",
}


_OPERANDS = {
    **{"rd": "Rd", "rn": "Rn", "rm": "Rm", "rh": "Rdh", "imm": "imm", "list": "{list}", "cond": "<cond>"},
    **{"target": "label", "effect": "{ie,id}", "special": "special", "barrier": "option", "writeback": "!"},
}


def emit(machine: Machine, soc: SocSpec, fields: FieldsSpec, header: str) -> str:
    spec = machine.spec
    out = [f"<!-- {header} -->", f"# {spec.title}", "", spec.about.rstrip(), "", _NOTATION]
    out += ["Contents:", ""]
    titles = [g.title for g in spec.groups]
    titles += ["Exceptions", "Timing", "Special registers", soc.title, "Fields", "Index"]
    out += [f"- [{t}](#{_anchor(t)})" for t in titles]
    for group in spec.groups:
        out += ["", *_group(group)]
    exceptions = [[e.number, e.name, e.about] for e in spec.exceptions]
    causes = [[c.code, c.about] for c in spec.causes if c.code]
    out += ["", "## Exceptions", "", *_table(["number", "name", ""], exceptions)]
    out += ["", _FAULTS, *_table(["code", "cause"], causes)]
    timing = [[text, getattr(spec.timing, key)] for key, text in _TIMING.items()]
    out += ["", "## Timing", "", *_table(["event", "cycles"], timing)]
    out += ["", "## Special registers", "", "Operands of `mrs` and `msr`.", ""]
    out += _table(["number", "name"], [[k, f"`{v}`"] for k, v in spec.special_registers.items()])
    out += ["", f"## {soc.title}", "", *_memory_map(soc)]
    out += ["", "## Fields", "", *_fields(fields)]
    out += ["", "## Index", "", *_index(machine), ""]
    return "\n".join(out)


def cycles(spec: InstructionSpec) -> str:
    """The cost as the manual writes it."""
    plus = " + N" if spec.per_register == 1 else f" + {spec.per_register}N" if spec.per_register else ""
    text = f"{spec.cycles}{plus}"
    if spec.taken and spec.taken != spec.cycles:
        writes_pc = "taken" if spec.class_ == "branch" else "to pc"
        text += f"; {writes_pc} {spec.taken}{plus}"
    return text


def _group(group: GroupSpec) -> list[str]:
    out = [f"## {group.title}", ""]
    if group.about:
        out += [group.about.rstrip(), ""]
    rows = [[f"`{_syntax(s)}`", f"`{s.encoding}`", s.operation, s.flags or "-", cycles(s)] for s in group.instructions]
    out += _table(["syntax", "encoding", "operation", "flags", "cycles"], rows)
    notes = [f"- `{_syntax(s)}`: {' '.join(s.note.split())}" for s in group.instructions if s.note]
    return [*out, "", *notes] if notes else out


def _memory_map(soc: SocSpec) -> list[str]:
    rows: list[list[object]] = []
    for m in soc.memories:
        rows.append([f"`0x{m.base:08x}`", f"{m.size // 1024} KiB", m.name, m.access, m.about])
    for p in soc.peripherals:
        for i, r in enumerate(p.registers):
            about = r.about if i else f"{p.about} {r.about}"
            rows.append([f"`0x{p.base + r.offset:08x}`", "4 bytes", r.name, r.access, about])
    return [*_table(["address", "size", "name", "access", ""], rows), "", "Any other access is a bus error."]


def _fields(fields: FieldsSpec) -> list[str]:
    rows: list[list[object]] = []
    for m in range(2, 9):
        polys = [f for f in fields.small if f.degree == m]
        rows.append([m, ", ".join(f"**{f.poly:x}**" if f.primitive else f"{f.poly:x}" for f in polys)])
    about = (
        "The irreducible polynomials of degree 2 to 8, in hexadecimal, bit i the coefficient of x^i; the primitive\n"
        "ones in bold. `gen/fields.h` has their descriptors."
    )
    return [about, "", *_table(["degree", "polynomials"], rows)]


def _index(machine: Machine) -> list[str]:
    places: dict[str, list[str]] = {}
    for group in machine.spec.groups:
        for s in group.instructions:
            link = f"[{group.title}](#{_anchor(group.title)})"
            known = places.setdefault(_mnemonic(s), [])
            if link not in known:
                known.append(link)
    return _table(["instruction", "where"], [[f"`{m}`", ", ".join(p)] for m, p in sorted(places.items())])


def _syntax(spec: InstructionSpec) -> str:
    """The syntax with names for operands: adds Rd, Rn, #imm."""
    return spec.syntax.format_map(_OPERANDS)


def _mnemonic(spec: InstructionSpec) -> str:
    return _syntax(spec).split()[0]


def _table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    def line(cells: Sequence[object]) -> str:
        return "| " + " | ".join(str(c).replace("|", "\\|") for c in cells) + " |"

    return [line(heads), "|" + "---|" * len(heads), *(line(r) for r in rows)]


def _anchor(title: str) -> str:
    return "".join(c for c in title.lower() if c.isalnum() or c in " -").replace(" ", "-")
