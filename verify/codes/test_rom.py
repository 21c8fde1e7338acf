# SPDX-License-Identifier: Apache-2.0
"""Codes in ROM: are they what rs_init makes, and do they work?"""

import random

import pytest

from evariste.codes import jobs, rom, tables
from evariste.codes.named import CODES
from evariste.paths import ROOT


@pytest.mark.parametrize("backend", rom.BACKENDS)
@pytest.mark.parametrize("name", rom.ROM)
def test_the_committed_tables_are_those_that_the_firmware_makes(name: str, backend: str) -> None:
    assert (ROOT / f"sw/low/{backend}/rs_rom_{name}.c").read_text() == rom.text(name, backend)


def test_the_committed_tables_of_the_short_codes_are_those_of_the_reference() -> None:
    assert tables.PATH.read_text() == tables.text()


@pytest.mark.parametrize("backend", rom.BACKENDS)
def test_a_code_in_rom_corrects_as_one_made_at_run_time(backend: str) -> None:
    rng = random.Random(0)
    plan, expected = jobs.Jobs(), []
    for index, name in enumerate(rom.ROM.values()):
        code = CODES[name].code
        sent = bytes(code.encode([rng.randint(0, code.field.order) for _ in range(code.k)]))
        received = bytearray(sent)
        t = (code.n - code.k) // 2
        for place in rng.sample(range(code.n), t):
            received[place] ^= rng.randint(1, code.field.order)
        plan.rom(index)
        plan.encode(code, [sent[: code.k]])
        plan.decode(code, [bytes(received)])
        expected += [[(0, sent)], [(t, sent)]]
    results, _ = jobs.run(plan, "iss", backend)
    assert results == expected
