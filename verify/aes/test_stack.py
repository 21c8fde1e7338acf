# SPDX-License-Identifier: Apache-2.0
"""Do ciphers, hashes and HMAC leave a secret on the stack? And would we notice?"""

import re

import pytest

from evariste import machines
from evariste.build import cc
from evariste.machines import NATIVE, PORTABLE
from evariste.sim import Machine


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
@pytest.mark.parametrize("backend", [NATIVE, PORTABLE])
def test_no_function_leaves_a_secret_on_the_stack_but_the_control(backend: str, bits: int) -> None:
    found = left(backend, bits)
    assert len(found) > 40
    assert found.pop("control") == bits // 32
    assert not {name for name, words in found.items() if words}
