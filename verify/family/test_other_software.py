# SPDX-License-Identifier: Apache-2.0
"""The tables of other people's software: is a peer that is faster named, and only that one?"""

from typing import Any

import pytest

from evariste import machines
from evariste.family import peers
from evariste.machines import PORTABLE
from evariste.tables import Records

MACHINE = next(m for m in machines.all() if PORTABLE in m.backends)
CORE = MACHINE.runs(PORTABLE)
TASK = "aes128.encrypt"


def made(workload: str, cycles: int, backend: str = PORTABLE, **changes: Any) -> dict[str, Any]:
    return {"workload": workload, "machine": MACHINE.name, "config": CORE, "backend": backend, "engine": "iss",
            "cycles": cycles, "code_bytes": 100, "data_bytes": 10, "params": {}, "verdict": {"passed": True},
            "versions": {"gcc": "12"}} | changes  # fmt: skip


def theirs(peer: str, variant: str, cycles: int, **changes: Any) -> dict[str, Any]:
    params = {"peer": peer, "variant": variant, "task": TASK, "version": "1", "flags": "-O2"}
    return made(f"peer.{peer}.{TASK}", cycles, params=params) | changes


def rows(table: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()[2:]]


def test_only_a_faster_peer_is_named_and_constant_time_comes_first() -> None:
    known = Records([made(TASK, 1000), theirs("tiny-AES", "", 500), theirs("BearSSL", "aes_ct", 900),
                     theirs("BearSSL", "aes_big", 1001)])  # fmt: skip
    found = rows(peers.faster(known))
    assert [(row[2], row[3], row[6]) for row in found] == [("BearSSL aes_ct", "constant", "1.11"),
                                                           ("tiny-AES", "varies", "2.00")]  # fmt: skip


def test_a_ratio_is_bold_when_the_peer_is_faster() -> None:
    known = Records([made(TASK, 1000), theirs("tiny-AES", "", 500), theirs("BearSSL", "aes_ct", 2000)])
    found = {row[1]: row[5] for row in rows(peers.of_subject("ciphers", known))}
    assert found == {"tiny-AES": "**2.00**", "BearSSL aes_ct": "0.50"}


def test_the_fastest_and_the_fastest_in_constant_time_are_shown() -> None:
    known = Records([made(TASK, 1000), theirs("tiny-AES", "", 500), theirs("BearSSL", "aes_ct", 2000),
                     theirs("BearSSL", "aes_small", 400)])  # fmt: skip
    assert [row[1] for row in rows(peers.shown(known))] == ["BearSSL aes_small", "BearSSL aes_ct"]


@pytest.mark.parametrize("changes", [{"machine": "nobody"}, {"verdict": {"passed": False}}])
def test_a_wrong_answer_and_a_machine_that_is_gone_have_no_row(changes: dict[str, Any]) -> None:
    known = Records([made(TASK, 1000), theirs("tiny-AES", "", 500, **changes)])
    assert rows(peers.faster(known)) == [] and rows(peers.shown(known)) == []


def test_our_code_with_tables_is_beside_a_peer_with_tables() -> None:
    leaky = next(b for b in MACHINE.backends if b not in MACHINE.constant_time)
    known = Records([made(TASK, 1000), made(TASK, 250, leaky), theirs("tiny-AES", "", 500)])
    assert rows(peers.faster(known))[0][-2:] == ["250", "0.50"]
