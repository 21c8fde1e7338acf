# SPDX-License-Identifier: Apache-2.0
"""The workload library's portable backend on this machine: every output is checked against its independent oracle."""

import pytest

from evariste.bench import registry
from evariste.bench.runner import run
from evariste.machines import PORTABLE, named

# One of each kind; `--full` takes all.
SAMPLE = ("aes128.encrypt", "bch31_11.decode.e5", "bch63_51.decode.e2", "cmac128.block", "crc32.kib", "gcm128.block",
          "ghash.block", "k163.ecdh", "k163.ecdsa.verify", "rs255_223.decode.e16")  # fmt: skip
ALL = sorted(name for name, workload in registry().items() if PORTABLE in workload.backends(named("vword")))


def check(name: str) -> None:
    record = run(registry()[name], "vword", PORTABLE, "iss")
    assert record["verdict"]["passed"], record["verdict"]
    assert record["machine"] == "vword" and record["cycles"] > 0


@pytest.mark.parametrize("name", SAMPLE)
def test_a_workload_is_right(name: str) -> None:
    check(name)


@pytest.mark.full
@pytest.mark.parametrize("name", sorted(set(ALL) - set(SAMPLE)))
def test_every_workload_is_right(name: str) -> None:
    check(name)
