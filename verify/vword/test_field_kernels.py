# SPDX-License-Identifier: Apache-2.0
"""The generated routines of level `field`: they are fresh, and their schedules compute what their operations say."""

import random
from collections.abc import Sequence

import pytest

from evariste.ecc import reference as ref
from evariste.machines.vword import kernels
from evariste.machines.vword.schedule import Block, Issued, registers

F = 0b100101  # x^5 + x^2 + 1
VECTOR, CORE = range(1, 32), range(1, 12)


def test_the_generated_files_are_fresh() -> None:
    assert kernels.stale() == []


def values(block: Block, given: dict[str, int]) -> dict[str, int]:
    """What each operation makes, in the order in which the block lists them."""
    found = dict(given)
    for op in block.operations:
        found[op.dest] = apply(op.name, [found[s] for s in op.sources])
    return found


def apply(name: str, operands: Sequence[int]) -> int:
    match name:
        case "vfmul":
            return ref.mul(*operands, F)
        case "vfsq":
            return ref.sqr(operands[0], F)
        case "vxor" | "or":
            return operands[0] ^ operands[1]
    return operands[0]  # a move


def executed(code: Sequence[Issued], at: dict[str, int], given: dict[str, int], product: int) -> dict[str, int]:
    """What the machine has in the register of each value as it is made, by its own rules; also that nothing is lost."""
    files = {"v": {at[name]: value for name, value in given.items()}, "$": {}}
    holder = {("v", at[name]): name for name in given}
    found = {}
    for issued in code:
        places = [("$" if s.startswith("$") else "v", at[s]) for s in issued.sources]
        for place, source in zip(places, issued.sources, strict=True):
            assert holder[place] == source, f"{issued}: {source} is not in its register any more"
        operands = [files[kind][number] for kind, number in places]
        result = product if issued.name in ("vfmul", "vfmf") else apply(issued.name, operands)
        if issued.name == "vfmul":
            product = apply("vfmul", operands)
        if issued.dest:
            place = ("$" if issued.dest.startswith("$") else "v", at[issued.dest])
            files[place[0]][place[1]], holder[place] = result, issued.dest
            found[issued.dest] = result
    return found


def block_of(rng: random.Random, cycles: int, pending: str, size: int) -> tuple[Block, dict[str, int]]:
    """Operations on values that came before."""
    given = {f"g{i}": rng.getrandbits(5) for i in range(4)}
    block, known, moved = Block(cycles, pending), [*given, *([pending] if pending else [])], [""]
    for i in range(size):
        name = rng.choice(("vfmul", "vfmul", "vfsq", "vxor", "mfc2"))
        sources = rng.sample(known[-6:], 1 if name in ("vfsq", "mfc2") else 2)
        made = block.add(name, f"{'$' if name == 'mfc2' else ''}n{i}", *sources)
        if name == "mfc2":
            if moved[-1]:
                made = block.add("or", f"$o{i}", made, moved[-1])
            moved.append(made)
        else:
            known.append(made)
    return block, given


@pytest.mark.parametrize("seed", range(40))
def test_a_schedule_computes_what_the_operations_say(seed: int) -> None:
    rng = random.Random(seed)
    pending = "p" if seed % 2 else ""
    block, given = block_of(rng, rng.choice((1, 3, 9)), pending, 40)
    product = rng.getrandbits(5)
    code = block.schedule()
    expected = values(block, given | ({pending: product} if pending else {}))
    kept = [op.dest for op in block.operations[-3:]]
    at = registers(code, {name: i for i, name in enumerate(given, 1)}, VECTOR, CORE, kept)
    found = executed(code, at, given, product)
    assert found.keys() >= {op.dest for op in block.operations}
    assert all(expected[name] == value for name, value in found.items())


def test_a_register_given_away_too_early_is_noticed() -> None:
    """A test of the test above: two values in one register."""
    block = Block(3)
    block.add("vfsq", "a", "g")
    block.add("vfsq", "b", "g")
    block.add("vxor", "c", "a", "b")
    code = block.schedule()
    with pytest.raises(AssertionError, match="is not in its register any more"):
        executed(code, {"g": 1, "a": 2, "b": 2, "c": 3}, {"g": 5}, 0)


def test_products_that_do_not_need_one_another_leave_no_gap() -> None:
    block = Block(5)
    for i in range(4):
        block.add("vfmul", f"p{i}", "g0", "g1")
    code = block.schedule()
    assert [issued.name for issued in code] == ["vfmul"] * 4 + ["vfmf"]
    assert [issued.dest for issued in code] == ["", "p0", "p1", "p2", "p3"]


def test_a_product_off_the_longest_way_does_not_delay_one_on_it() -> None:
    """The inverse squares for long; other products fit between its own only where they end in time."""
    alone = Block(9)
    kernels.inverse(alone, "a", 163)
    busy = Block(9)
    kernels.inverse(busy, "a", 163)
    for i in range(3):
        busy.add("vfmul", f"p{i}", "g0", "g1")
    assert len(busy.schedule()) <= len(alone.schedule()) + 6
