# SPDX-License-Identifier: Apache-2.0
"""Mapping for few cells instead of little area: ABC gets a copy of the library, made for it alone.

In the copy every cell is dearer by the same price, so that a large cell wins over two small ones; and the library's
full adder stands there a second time as an exclusive OR of three inputs, its carry being left open. What ABC chose is
of the library itself in the end. Such a netlist has fewer cells and more area than one that is mapped for area.
"""

import re
from pathlib import Path

from evariste.silicon.liberty import Library

PRICE = 8 / 3  # of a cell, in areas of the smallest NAND of two inputs
XOR3 = "exclusive_or_of_three"


def price(library: Library) -> float:
    """What the copy adds to each cell's area."""
    return PRICE * library.nand2.area


def write_library(library: Library, path: Path) -> None:
    """The copy, as Liberty."""
    text, added = library.path.read_text(errors="replace"), ""
    if library.full_adder:
        cell, (carry, _) = library.full_adder
        added = _group(text, rf"cell\s*\(\s*\"?{cell.name}\"?\s*\)")
        added = added.replace(_group(added, rf"pin\s*\(\s*\"?{carry}\"?\s*\)"), "").replace(cell.name, XOR3, 1)
    end = text.rindex("}")
    dearer = re.compile(r"(\bcell\s*\([^)]*\)\s*\{.*?\barea\s*:\s*)([\d.]+)", re.DOTALL)
    path.write_text(
        dearer.sub(lambda m: f"{m[1]}{float(m[2]) + price(library):.6g}", f"{text[:end]}{added}\n{text[end:]}")
    )


def mapping(library: Library) -> str:
    """The exclusive OR of three inputs as a full adder, for Yosys' techmap; nothing without full adders."""
    if not library.full_adder:
        return ""
    cell, (_, total) = library.full_adder
    pins = [*cell.inputs, total]
    return f"""(* techmap_celltype = "{XOR3}" *)
module {XOR3}_cells ({", ".join(pins)});
input {", ".join(cell.inputs)};
output {total};
{cell.name} _TECHMAP_REPLACE_ ({", ".join(f".{pin}({pin})" for pin in pins)});
endmodule
"""


def _group(text: str, head: str) -> str:
    """The group of a Liberty text that begins with `head`, to its closing brace."""
    found = re.search(rf"{head}\s*\{{", text)
    assert found, head
    depth, at = 1, found.end()
    while depth:
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
    return text[found.start() : at]
