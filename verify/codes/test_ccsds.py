# SPDX-License-Identifier: Apache-2.0
"""CCSDS telemetry as a user sends it: dual basis and interleaving, on the simulated core."""

import pytest

from evariste import machines
from evariste.build import cc
from evariste.codes import reference
from evariste.sim import Machine


@pytest.mark.parametrize("backend", [machines.NATIVE, "portable"])
def test_both_bases_and_a_burst_across_interleaved_words(backend: str) -> None:
    said: list[bytes] = []
    machine = Machine(engine="iss", configuration=machines.default().runs(backend))
    machine.load(cc.compile(["sw/apps/ccsds_all.c"], backend=backend))
    machine.host(stdout=said.append)
    stop = machine.run()
    assert (stop.reason, stop.status) == ("exit", 0), stop.sentence
    table = reference.tables()[0].hex()
    burst = next(500 + i for i in range(5)) % 5  # the word that the burst's first and last symbols hit
    corrected = ["no" if j == burst else "16" for j in range(5)]
    assert b"".join(said).decode().splitlines() == [
        f"{table} 0", f"{table} 0", "Success. 80 corrected, 0 wrong",
        "The word is beyond correction and was left as it came. " + " ".join(corrected),
    ]  # fmt: skip
