# SPDX-License-Identifier: Apache-2.0
"""Do ciphers, hashes and HMAC leave a secret on the stack? And would we notice?"""

import random
import re
from pathlib import Path

import pytest

from evariste import machines
from evariste.build import cc, compilers
from evariste.machines import NATIVES, PORTABLE
from evariste.sim import Machine
from evariste.verification import ct, ct_taint
from verify.needs import require


def left(backend: str, bits: int) -> dict[str, int]:
    """For each function, the number of words of keys, expanded keys, keystreams and the like that it left."""
    console: list[bytes] = []
    core = Machine(configuration=machines.default().runs(backend))
    core.load(cc.compile(["sw/apps/aes_stack.c"], backend=backend))
    core.host(args=[str(bits)], stdout=console.append)
    stop = core.run()
    assert (stop.reason, stop.status) == ("exit", 0), stop.sentence
    lines = re.findall(r"^(\w+): (\d+) words, (\d+) secret$", b"".join(console).decode(), re.MULTILINE)
    assert all(0 < int(used) < 400 for _, used, _ in lines), "the stack is deeper than what is looked at"
    return {name: int(found) for name, _, found in lines}


@pytest.mark.parametrize("bits", [128, 192, 256])
@pytest.mark.parametrize("backend", [*NATIVES, PORTABLE])
def test_no_function_leaves_a_secret_on_the_stack_but_the_control(backend: str, bits: int) -> None:
    found = left(backend, bits)
    assert len(found) > 40
    assert found.pop("control") == bits // 32
    assert not {name for name, words in found.items() if words}


def follow(family: str, flags: tuple[str, ...], backend: str, folder: Path) -> ct_taint.Verdict:
    """Key expansion and both block functions: nothing may stay on the stack that depends on the key or the text."""
    compiler = [c for c in compilers.found() if c.is_of(family)][-1]
    if reason := compilers.why_not(compiler, flags):
        pytest.skip(reason)
    needed = ct.needed(backend, compiler)
    built = compilers.build(compiler, (*flags, *ct_taint.FLAGS), backend, {ct.AES: ()}, folder, needed)
    return ct_taint.check(
        machines.DEFAULT, built[ct.AES], random.Random(1).randbytes(128), machines.default().runs(backend),
        args=["256", "block"], stack=True, limit=50,
    )  # fmt: skip


@pytest.mark.parametrize("backend", [*NATIVES, PORTABLE])
def test_the_block_cipher_leaves_nothing_of_its_inner_state_on_the_stack(backend: str, tmp_path: Path) -> None:
    found = follow("GCC", ("-O2",), backend, tmp_path)
    assert found.passed, found.sentence
    assert found.stacks == 4  # after three functions, and at the end


@pytest.mark.full
@pytest.mark.parametrize("flags", ct.FLAGS)
@pytest.mark.parametrize("family", compilers.FAMILIES)
@pytest.mark.parametrize("backend", [*NATIVES, PORTABLE])
def test_no_compiler_makes_the_block_cipher_leave_its_inner_state(
    backend: str, family: str, flags: tuple[str, ...], tmp_path: Path
) -> None:
    require(family)
    found = follow(family, flags, backend, tmp_path)
    assert found.passed, found.sentence
