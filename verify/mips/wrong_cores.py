# SPDX-License-Identifier: Apache-2.0
"""Cores with one error each, for the controls of the proofs: all errors are in one design, and an input selects one."""

from collections.abc import Callable, Mapping
from pathlib import Path

from evariste.parts.mips.proofs.core import Core
from evariste.paths import ROOT
from evariste.verification.aig import bits
from evariste.verification.unroll import Design

# What is wrong: file, what is there, what is put there (WRONG is 1 if the error is selected), the proof that must fail,
# and what it must say.
Errors = Mapping[str, tuple[str, str, str, str, str]]


def wrong_cores(core: Core, errors: Errors, rtl: tuple[str, ...], folder: Path) -> Callable[[str], Design]:
    """The design with all errors, and one of them selected by its name. `rtl`: the folders of the files."""
    made: dict[str, str] = {}
    for number, (name, old, new, _, _) in enumerate(errors.values(), 1):
        (source,) = (path for room in rtl if (path := ROOT / room / name).is_file())
        text = made.get(name) or source.read_text()
        assert text.count(old) == 1, f"{name} has changed; the error no longer fits"
        made[name] = text.replace(old, new.replace("WRONG", f"(mips_harness.control_i == 5'd{number})"))
    for name, text in made.items():
        (folder / name).write_text(text)
    design = core.harness(tuple(folder / name for name in made))
    return lambda name: design.with_constants(bits("control_i", 1 + list(errors).index(name), 5))
