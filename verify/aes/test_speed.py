# SPDX-License-Identifier: Apache-2.0
"""The speeds AES promises, on the RTL's own cycles: a regression is a failure."""

import pytest

from evariste.bench import registry
from evariste.bench.runner import run
from evariste.machines import DEFAULT, NATIVE

# Calls with everything a call costs; and a block more of a long message.
PROMISED = {
    "aes128.encrypt": 540,
    "aes128.decrypt": 640,
    "aes128.expand": 440,
    "ghash.call": 160,
    "ghash.block": 80,
    "ccm128.block": 960,
    "ecb128.encrypt_block": 472,
    "ctr128.block": 490,
    "gcm128.block": 590,
}


@pytest.mark.parametrize("name", PROMISED)
def test_aes_is_as_fast_as_promised_and_right(name):
    record = run(registry()[name], DEFAULT, NATIVE, "rtl")
    assert record["verdict"]["passed"]
    assert record["cycles"] <= PROMISED[name]
