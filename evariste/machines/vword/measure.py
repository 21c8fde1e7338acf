# SPDX-License-Identifier: Apache-2.0
"""Records of reductions: each named instance on its circuit, with the conversions of its operands, and the same
reduction in C on the core alone."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from evariste import machines
from evariste.machines import PORTABLE
from evariste.machines.vword.check import Runner, proving
from evariste.machines.vword.convert import conversions, needed
from evariste.machines.vword.instance import FIELD, LEVELS, from_parameters, recorded
from evariste.machines.vword.polynomial import parse
from evariste.paths import ROOT
from evariste.record import put, record

NAME = "vword"
NATIVE = "vword"  # the backend of programs that need the accelerator
SOURCE = "sw/apps/reduce/f283.c"
FORMS = {"place": "in place, on the array", "variables": "all words in variables", "loop": "a loop over a copy"}
FUNCTIONS = {"place": "reduce_in_place", "variables": "reduce_in_variables", "loop": "reduce_in_a_loop"}
OPTIONS = ("-O1", "-O2", "-O3", "-Os")
MOVED = "every unit vector, zero and all ones"
CHECKED = "every unit vector, zero and all ones, against division bit by bit"


def instances(engine: str, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Records for each of these configurations, which have an accelerator: of the reduction, and of the conversions
    that it needs."""
    from evariste.sim import Machine

    for name in names:
        made = from_parameters(machines.named(NAME).has(name).parameters)
        function = made.reducer if made.level == FIELD else made.program
        runner = Runner(made, function, Machine(NAME, name, engine))
        inputs = proving(2 * made.polynomial.degree - 1)
        right = runner.reduce(inputs) == [made.polynomial.reduce(value) for value in inputs]
        params = {"polynomial": str(made.polynomial), "word": made.word, "row": made.row, "level": LEVELS[made.level],
                  "operations": made.reduction.operations, "executed": function.operations,
                  "amounts": len(made.amounts)}  # fmt: skip
        yield record(workload=f"vword.reduce.{name}", engine=engine, machine=NAME, configuration=name, backend=NATIVE,
                     cycles=runner.cycles(), instructions=len(function.instructions), params=params,
                     code_bytes=4 * len(function.instructions), passed=right, checked=CHECKED)  # fmt: skip
        for c in conversions(made) if needed(made) else ():
            runner = Runner(made, c.program, Machine(NAME, name, engine), c.source, c.target)
            inputs = proving(c.bits)
            yield record(workload=f"{c.name.replace('_', '.')}.{name}", engine=engine, machine=NAME, configuration=name,
                         backend=NATIVE, cycles=runner.cycles(), instructions=len(c.program.instructions),
                         params={"bits": c.bits}, code_bytes=4 * len(c.program.instructions),
                         passed=runner.reduce(inputs) == inputs, checked=MOVED)  # fmt: skip


def in_c(engine: str) -> Iterator[dict[str, Any]]:
    """A record for each form of the reduction in C and each level of the compiler."""
    from evariste.build import cc
    from evariste.sim import Machine

    f = parse("x^283+x^12+x^7+x^5+1")
    for option in OPTIONS:
        program = cc.compile([ROOT / SOURCE], machine=NAME, backend=PORTABLE, opt=option)
        machine, said = Machine(NAME, engine=engine), list[bytes]()
        machine.load(program)
        machine.host(stdout=said.append)
        machine.watch(profile=True)
        stop = machine.run()
        lines = [line.split() for line in b"".join(said).decode().splitlines()]
        spent = {function: own // calls for function, calls, own, _ in machine.profile() if calls}
        for form, about in FORMS.items():
            yield record(workload=f"vword.reduce.c.{form}{option}", engine=engine, machine=NAME, configuration="none",
                         backend=PORTABLE, cycles=spent[FUNCTIONS[form]], params={"form": about, "option": option},
                         passed=stop.status == 0 and right(f.reduce, form, lines),
                         checked="division bit by bit")  # fmt: skip


def right(reduce: Callable[[int], int], form: str, lines: list[list[str]]) -> bool:
    """Whether a form's results are those of the products that the program printed."""
    products = [int(value, 16) for name, value in lines if name == "product"]
    results = [int(value, 16) for name, value in lines if name == form]
    return bool(products) and results == [reduce(product) for product in products]


def accelerated() -> list[str]:
    """The configurations with an accelerator."""
    return [name for name, c in machines.named(NAME).configurations.items() if recorded(c.parameters)]


def write(path: Path | None, engine: str, names: Sequence[str], told: Callable[[str], object]) -> None:
    """Puts the records into a file, one after the other, so that an interrupted run loses nothing."""
    for one in chain(in_c(engine) if "none" in names else (), instances(engine, [n for n in names if n != "none"])):
        told(f"{one['workload']}: {one['cycles']} cycles, {'right' if one['verdict']['passed'] else 'WRONG'}")
        if path:
            put(path, [one])
