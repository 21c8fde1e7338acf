# SPDX-License-Identifier: Apache-2.0
"""gen/<machine>/isa.md: the manual page of the instruction set."""

from evariste.isa.model import Machine
from evariste.isa.schema import SocSpec


def emit(machine: Machine, soc: SocSpec, header: str) -> str:
    out = [f"<!-- {header} -->", f"# {machine.spec.title}", ""]
    for group in machine.spec.groups:
        out += [f"## {group.title}", "", "| syntax | encoding | operation | flags | cycles |", "|---|---|---|---|---|"]
        for s in group.instructions:
            operation = s.operation.replace("|", "\\|")
            out.append(f"| `{s.syntax}` | `{s.encoding}` | {operation} | {s.flags or '-'} | {s.cycles} |")
        out.append("")
    return "\n".join(out)
