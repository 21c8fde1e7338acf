# SPDX-License-Identifier: Apache-2.0
"""Secret scalars on level `field` leave no trace: the same instructions, addresses and cycles for all of them."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from evariste.build import cc
from evariste.sim import Machine
from evariste.verification import ct


def verdict(what: str, curve: str, configuration: str, runs: int, tried: Sequence[bytes] = ()) -> ct.Verdict:
    elf = cc.compile(["sw/apps/ecc_ct.c"], backend="vword", machine="vword")
    return ct.check("vword", elf, runs=runs, length=80, configuration=configuration, args=[curve, what],
                    tried=tried)  # fmt: skip


@pytest.mark.parametrize(("curve", "configuration"), [("k163", "f163_d32"), ("b283", "f283_d16")])
@pytest.mark.parametrize("what", ["mul", "base", "ecdh", "sign"])
def test_secrets_leave_no_trace(curve: str, configuration: str, what: str) -> None:
    found = verdict(what, curve, configuration, 4)
    assert found.passed, found.sentence


@pytest.mark.full
@pytest.mark.parametrize(
    ("curve", "configuration"),
    [
        ("b163", "f163_d16"),
        ("k239", "f239_d32"),
        *((f"{kind}{m}", f"f{m}_d32") for m in (163, 233, 283, 409, 571) for kind in "kb"),
    ],
)
def test_a_thousand_scalars_leave_no_trace(curve: str, configuration: str) -> None:
    found = verdict("mul", curve, configuration, 1000)
    assert found.passed and found.runs == 1000, found.sentence


@pytest.mark.parametrize("what", ["mul", "ecdh", "sign"])
def test_no_secret_stays_in_the_accelerator(what: str, tmp_path: Path) -> None:
    elf = cc.compile(["sw/apps/ecc_ct.c"], backend="vword", machine="vword")
    (tmp_path / "secret.bin").write_bytes(bytes(range(1, 81)))
    core = Machine("vword", "f163_d32")
    core.load(elf)
    core.host(root=tmp_path, args=["k163", what], stdout=lambda _: None)
    stop = core.run()
    assert (stop.reason, stop.status) == ("exit", 0), stop.sentence
    wide = [name for name in core.registers if re.fullmatch(r"v\d+", name)]
    assert len(wide) == 32 and not any(core.reg(name) for name in [*wide, "vp", "cond"])


def test_public_scalars_of_another_field_do_leave_one() -> None:
    """The control: portable code for public scalars."""
    found = verdict("vartime", "k163", "f283_d32", 3)
    assert not found.passed, found.sentence


@pytest.mark.parametrize(("how", "constant"), [("branch", False), ("address", False), ("none", True)])
def test_a_program_that_leaks_is_found_out(how: str, constant: bool) -> None:
    elf = cc.compile(["sw/apps/ct_control.c"], backend="vword", machine="vword")
    found = ct.check("vword", elf, runs=8, length=64, configuration="f163_d32", args=[how])
    assert found.passed == constant, found.sentence
