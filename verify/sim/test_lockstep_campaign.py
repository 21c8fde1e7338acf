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

    def measure(_machine: object, _kind: str, first: int, programs: int) -> lockstep.Count:
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


def test_pieces_of_all_kinds_are_put_together(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = machines.all()[0]
    asked: list[lockstep.Piece] = []

    def one(piece: lockstep.Piece) -> lockstep.Count:
        asked.append(piece)
        return lockstep.Count(
            piece.kind, "", piece.first, piece.programs, "", machine.name, piece.programs, [piece.kind]
        )

    monkeypatch.setattr(lockstep, "one", one)
    monkeypatch.setattr(lockstep, "identity", lambda *parts: "built")
    wanted = [*lockstep.kinds(machine)][:2]
    said: list[str] = []
    counts = lockstep.campaign(machine, wanted, 7, SIZE, said.append, processes=1)
    assert [(c.kind, c.first, c.programs, c.instructions, c.differences) for c in counts] == [
        (kind, 7, SIZE, SIZE, [kind] * 3) for kind in wanted]  # fmt: skip
    assert len({*asked}) == len(asked) == len(said) == 6


@pytest.mark.full
def test_random_programs_run_on_a_cluster() -> None:
    machine = machines.all()[0]
    kind = next(iter(lockstep.kinds(machine)))
    (here,) = lockstep.campaign(machine, [kind], 0, 20, processes=1)
    (there,) = lockstep.campaign(machine, [kind], 0, 20, processes=2, dask="local")
    assert here == there and here.instructions
