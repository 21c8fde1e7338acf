# SPDX-License-Identifier: Apache-2.0
"""Ports that are packed structs, field by field: `retire_o` as `retire_o.pc` and so on.

An elaborated design has such a port as one vector; which bits belong to which field says the SystemVerilog package.
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from evariste.errors import UserError
from evariste.paths import ROOT

PACKAGE = ROOT / "rtl/gfp/gfp_pkg.sv"
_FIELD = re.compile(r"\s*(\w+)\s*(?:\[(\d+):0\])?\s*(\w+);")


@cache
def fields(struct: str, package: Path = PACKAGE) -> tuple[tuple[str, int], ...]:
    """Name and width of each field, the most significant first; a struct within is spelled out."""
    text = re.sub(r"//.*", "", package.read_text())
    found = re.search(r"typedef struct packed \{([^}]*)\} " + struct + ";", text)
    if not found:
        raise UserError(f"{package.name} declares no packed struct {struct}.")
    all_fields: list[tuple[str, int]] = []
    for line in filter(str.strip, found[1].splitlines()):
        known = _FIELD.fullmatch(line.rstrip())
        if not known:
            raise UserError(f"{package.name}, struct {struct}: `{line.strip()}` is not one field of a plain type.")
        kind, high, name = known.groups()
        if kind == "logic":
            all_fields.append((name, int(high or 0) + 1))
        else:
            all_fields += [(f"{name}.{inner}", width) for inner, width in fields(kind, package)]
    return tuple(all_fields)


def split(ports: Mapping[str, list[int]], structs: Mapping[str, str]) -> dict[str, list[int]]:
    """The ports, and in place of each of `structs` (port: type) its fields. Bit 0 of a port comes first."""
    result = {name: bits for name, bits in ports.items() if name not in structs}
    for port, struct in structs.items():
        bits = list(ports[port])
        for name, width in reversed(fields(struct)):
            result[f"{port}.{name}"], bits = bits[:width], bits[width:]
        if bits:
            raise UserError(f"port {port} has {len(bits)} bits more than struct {struct}.")
    return result
