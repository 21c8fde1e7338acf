# SPDX-License-Identifier: Apache-2.0
"""Why an instruction is illegal: the configuration lacks an operation that other configurations have."""

import re
from collections.abc import Callable, Iterator
from functools import cache

from evariste import machines
from evariste.isa import load
from evariste.isa.model import Machine

_PLACE = re.compile(r" at (0x[0-9a-f]{8})\b")  # of the faulting instruction, as sim/core/session.cpp says it
_SHOWN = 3  # configurations that have the operation


def explained(sentence: str, machine: str, configuration: str, read: Callable[[int, int], bytes | None]) -> str:
    """The sentence about a fault, and behind it which operations the configuration lacks, if it lacks any there."""
    known, place = machines.named(machine), _PLACE.search(sentence)
    lacks = known.has(configuration).lacks
    if not lacks or place is None:
        return sentence
    found = [name for name in _operations(_isa(machine), int(place[1], 16), read) if name in lacks]
    if not found:
        return sentence
    said = f"{sentence} The configuration '{configuration}' has no {' and no '.join(dict.fromkeys(found))}"
    have = ", ".join([name for name in known.simulated if not {*found} & {*known.has(name).lacks}][:_SHOWN])
    return f"{said}; choose one that has, with --configuration: {have}." if have else f"{said}."


@cache
def _isa(machine: str) -> Machine:
    return load.machine(machine)


def _operations(isa: Machine, address: int, read: Callable[[int, int], bytes | None]) -> Iterator[str]:
    """The names of the legal operations in the instruction or bundle at an address."""
    words = isa.spec.words
    last = 0 if words.last is None else 1 << words.last
    for _ in range(words.bundle):
        data = read(address, 2 * isa.unit_bytes) or read(address, isa.unit_bytes)
        if not data:
            return
        word, size = isa.from_bytes(data)
        if decoded := isa.decode(word & ~last, size):
            yield decoded.insn.name
        if word & last:
            return
        address += size
