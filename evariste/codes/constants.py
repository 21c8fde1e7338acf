# SPDX-License-Identifier: Apache-2.0
"""gen/codes: codes as constants for each backend, a part of `ev gen`."""

from evariste import generated
from evariste.codes import rom, tables

FOLDER = "gen/codes"


def outputs() -> dict[str, str]:
    """The contents of every file, by its path from the repository's root."""
    roms = {f"{FOLDER}/{side}/rs_rom_{name}.c": rom.text(name, side) for side in rom.BACKENDS for name in rom.ROM}
    return roms | {f"{FOLDER}/portable/bch_short_tables.h": tables.text()}


def stale() -> list[str]:
    return generated.stale(outputs(), (f"{FOLDER}/{side}" for side in rom.BACKENDS))


def write(paths: list[str]) -> list[str]:
    return generated.write(outputs(), paths)
