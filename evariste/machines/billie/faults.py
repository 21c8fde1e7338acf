# SPDX-License-Identifier: Apache-2.0
"""Flipped bits in the accelerator while the core signs with B-163: in its registers and their tags, its queue, `index`
and `flag`.
"""

from collections.abc import Callable
from pathlib import Path

from evariste.ecc.curves import binary_curves
from evariste.machines.billie import MACHINE, NAME
from evariste.parts.mips import faults
from evariste.verification.faults import Campaign

PROGRAMS = {"b163": "sign with B-163 and a given nonce"}
PLACES = {"register": (16 * 6, 32), "tag": (16, 6), "queue": (8, 25), "index": (1, 7), "flag": (1, 1)}
PARTS: dict[str, Callable[[str], bool]] = {"accelerator": lambda _place: True}


def system(_folder: Path) -> None:
    """Nothing: the interpreter is built when it is needed."""


def inject(
    _system: None,
    name: str,
    which: Callable[[str], bool] = PARTS["accelerator"],
    each: int = 1,
    seed: int = 1,
    say: Callable[[str], object] = lambda text: None,
) -> Campaign:
    """Flip a random bit of every word of the places that `which` accepts, in `each` random cycles of a signature."""
    signature = faults.Signature(NAME, MACHINE.configuration, binary_curves()[name])
    return faults.inject(signature, name, PLACES, which, each, seed, say)
