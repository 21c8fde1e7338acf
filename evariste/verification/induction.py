# SPDX-License-Identifier: Apache-2.0
"""A harness with a memory of its own beside a design: asked for one cycle from any state in which its invariant holds.

A harness has the outputs `assume_o`, `holds_o` and some `wrong_*_o`. Each cycle from a state in which the invariant
holds keeps it, and nothing wrong happens there. Reset leads to such a state.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from evariste.verification import abc, proof, unroll
from evariste.verification.unroll import Design, Unrolled

PASSES = (
    *("proc", "flatten", "opt_clean -purge", "setundef -undriven -anyseq", "async2sync"),
    # Not `memory`, which takes an address register into the memory: then the state is no longer that of the text.
    *("opt -nodffe -nosdff", "opt_clean -purge", "memory_collect", "memory_map", "opt -nodffe -nosdff"),
)
TO_GATES = ("techmap", "opt_clean -purge", "dffunmap", "setundef -anyseq", "aigmap", "opt_clean -purge")


def design(top: str, files: Iterable[Path], parameters: Mapping[str, int]) -> Design:
    """The harness with its design. Of two files of one name the last one counts."""
    chosen = {path.name: path for path in files}
    return unroll.read(proof.graph(top, chosen.values(), parameters, passes=PASSES, to_graph=TO_GATES))


def wrong(made: Design, texts: Mapping[str, str], held: str = "") -> str | None:
    """None, or what is wrong in a cycle from the invariant, by the names of outputs. `held`: an input that stays."""
    cycles = Unrolled(made, 2, {})
    outputs = [f"wrong_{name}_o" for name in texts]
    now = cycles.step(["assume_o", "holds_o", *outputs], {"rst_ni": 1})
    same = {name: cycles.port(name, 0) for name in made.ports if held and name.startswith(held)}
    then = cycles.step(["holds_o"], {**same, "rst_ni": 1}, last=True)
    happens = cycles.some([*(now[name] for name in outputs), then["holds_o"] ^ 1])
    found = abc.satisfied(cycles.built.graph({"bad": cycles.every([now["assume_o"], now["holds_o"], happens])}), "bad")
    if found is None:
        return None
    state = {name: found.get(name, 0) for name in made.state}
    ports = {name: found.get(f"{name}@0", 0) for name in made.ports} | {"rst_ni": 1}
    value = made.graph.value({**state, **ports})
    said = [text for name, text in texts.items() if value[f"wrong_{name}_o"]]
    return "; ".join(said) or "a cycle leads out of the invariant"


def from_reset(made: Design) -> str | None:
    """None if reset leads to the invariant. Registers without a reset hold anything."""
    cycles = Unrolled(made, 2, {})
    cycles.step([], {"rst_ni": 0})
    now = cycles.step(["holds_o"], {"rst_ni": 1}, last=True)
    bad = cycles.built.graph({"bad": now["holds_o"] ^ 1})
    return None if abc.satisfied(bad, "bad") is None else "a state after reset is not one of the invariant"


def apart(made: Design, texts: Mapping[str, str], rules: Mapping[str, str], held: tuple[str, ...] = ()) -> str | None:
    """As `wrong`, but asked one by one, which large designs need: each output of `texts`, and whether each rule of the
    invariant is kept by a cycle in which nothing is wrong. `rules`: outputs that are its parts, with what they are
    about.
    """
    wrongs = [f"wrong_{name}_o" for name in texts]
    for name, text in texts.items():
        cycles = Unrolled(made, 1, {})
        now = cycles.step(["assume_o", "holds_o", f"wrong_{name}_o"], {"rst_ni": 1}, last=True)
        if abc.possible(cycles.built, cycles.every(now.values())):
            return text
    for bit, text in rules.items():
        cycles = Unrolled(made, 2, {})
        now = cycles.step(["assume_o", "holds_o", *wrongs], {"rst_ni": 1})
        same = {name: cycles.port(name, 0) for name in made.ports if name.partition("[")[0] in held}
        then = cycles.step(["assume_o", bit], {**same, "rst_ni": 1}, last=True)
        fine = [now["assume_o"], now["holds_o"], *(now[name] ^ 1 for name in wrongs)]
        if abc.possible(cycles.built, cycles.every([*fine, then["assume_o"], then[bit] ^ 1])):
            return f"a cycle leads out of the invariant: {text}"
    return None
