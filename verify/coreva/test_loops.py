# SPDX-License-Identifier: Apache-2.0
"""In how many loops a block is, and that of several forms of a function the fastest one is taken."""

from typing import Any

import pytest

from evariste.paths import ROOT
from evariste.vliw import build, compiler, loops
from evariste.vliw.code import Block, End, Function
from evariste.vliw.compiler import Passes


@pytest.mark.parametrize(
    ("edges", "depths"),
    [
        ({0: (1,), 1: (1, 2), 2: ()}, (0, 1, 0)),
        ({0: (1,), 1: (2,), 2: (2, 3), 3: (1, 4), 4: ()}, (0, 1, 2, 1, 0)),
        ({0: (1,), 1: (3,), 2: (1, 4), 3: (3, 2), 4: ()}, (0, 1, 1, 2, 0)),  # what comes last stands between
        ({0: (1,), 1: (2, 3), 2: (1,), 3: (1, 4), 4: ()}, (0, 1, 1, 1, 0)),  # two branches back are one loop
        ({0: (2,), 1: (3, 2), 2: (1,), 3: ()}, (0, 1, 1, 0)),  # the head stands behind its loop
        ({0: (1, 2), 1: (2,), 2: (1, 3), 3: ()}, (0, 0, 0, 0)),  # two entries
        ({0: (1,), 1: (), 2: (1, 2)}, (0, 0, 0)),  # nothing reaches the last block
    ],
)
def test_blocks_are_in_the_loops_around_them(edges: dict[int, tuple[int, ...]], depths: tuple[int, ...]) -> None:
    function = Function("f")
    for number, to in edges.items():
        end = End("cond", holds=to[0], target=to[1]) if len(to) == 2 else End("br", *to) if to else End("ret")
        function.blocks[number] = Block(number, end=end)
    loops.depths(function)
    assert tuple(block.depth for block in function.blocks.values()) == depths


def cycles(source: str, passes: Passes) -> dict[str, int]:
    """About how long each function of a source takes, by the scheduler."""
    setting = build.Setting("coreva", "portable", "ise", "-O2")
    found = dict[str, int]()
    finished = compiler.Module._finished

    def counted(module: compiler.Module, *rest: Any) -> Function:
        function = finished(module, *rest)
        found[function.name] = module.orders.generator.cycles(function)
        return function

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiler.Module, "_finished", counted)
        words = ["-w", "-g", "-DWHAT=0", *setting.flags]
        compiler.compile_source(ROOT / source, words, setting.isa, setting.lacks, passes)
    return found


@pytest.mark.parametrize(
    ("source", "passes", "worth"),
    [
        ("sw/apps/coreva/paper.c", Passes(sums=False), True),
        ("sw/low/portable/gf2m_kernels_233.c", Passes(sums=False), False),  # new sums take longer here
        ("sw/low/portable/rs_parity.c", Passes(pipeline=False), True),
    ],
)
def test_of_several_forms_of_a_function_the_fastest_is_taken(source: str, passes: Passes, worth: bool) -> None:
    every, fewer = cycles(source, Passes()), cycles(source, passes)
    assert all(every[name] <= fewer[name] for name in every)
    assert any(every[name] < fewer[name] for name in every) is worth
