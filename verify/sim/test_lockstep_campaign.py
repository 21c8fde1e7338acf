# SPDX-License-Identifier: Apache-2.0
"""A campaign of random programs that was stopped goes on where it was."""

import pytest

from evariste import machines
from evariste.cache.keys import Store
from evariste.verification.randprog import lockstep

SIZE = 2 * lockstep.PIECE + 5


class Stopped(Exception):
    pass


def test_pieces_that_agreed_are_not_run_again(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setattr(lockstep, "KEPT", Store(str(tmp_path)))
    monkeypatch.setattr(lockstep, "identity", lambda *parts: "built")
    machine = machines.all()[0]
    kind, (recipe, _, configuration) = next(iter(lockstep.kinds(machine).items()))
    ran: list[tuple[int, int]] = []
    limit, differs = 1, False

    def measure(_machine: object, _kind: str, first: int, programs: int, say: object) -> lockstep.Count:
        if len(ran) == limit:
            raise Stopped
        ran.append((first, programs))
        wrong = ["a difference"] if differs else []
        return lockstep.Count(kind, recipe, first, programs, configuration, machine.name, 10 * programs, wrong)

    monkeypatch.setattr(lockstep, "measure", measure)
    with pytest.raises(Stopped):
        lockstep.resumed(machine, kind, 0, SIZE)
    limit, differs = 100, True
    assert len(lockstep.resumed(machine, kind, 0, SIZE).differences) == 2
    differs = False
    count = lockstep.resumed(machine, kind, 0, SIZE)
    assert (count.programs, count.instructions, count.differences) == (SIZE, 10 * SIZE, [])
    once = [(0, lockstep.PIECE)]
    later = [(lockstep.PIECE, lockstep.PIECE), (2 * lockstep.PIECE, 5)]  # differed, so they run again
    assert ran == once + later + later
