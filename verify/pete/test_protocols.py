# SPDX-License-Identifier: Apache-2.0
"""Keys, signatures and secrets through the accumulator: the vectors of the standards, and openssl's files."""

from collections.abc import Callable
from pathlib import Path

import pytest

from evariste.ecc import vectors as v
from evariste.ecc.curves import Curve, curves
from verify.ecc import test_command as files
from verify.ecc import test_protocols as protocols
from verify.ecc import test_x25519 as x25519
from verify.pete.test_curves import BASELINE, FAST, FOUR_PASSES

pytestmark = pytest.mark.full
each_target = pytest.mark.parametrize("target", [FAST, FOUR_PASSES, BASELINE], ids=["fast", "bise", "baseline"])
each_edition = pytest.mark.parametrize("edition", protocols.EDITIONS)
each_nist_curve = pytest.mark.parametrize("c", protocols.NIST, ids=[c.name for c in protocols.NIST])
each_curve = pytest.mark.parametrize("c", curves().values(), ids=curves())


@each_edition
@each_nist_curve
def test_nist_signatures_and_verdicts(c: Curve, edition: str) -> None:
    protocols.check_signatures(c, protocols.of_curve(edition, "SigGen.txt", c), FAST)
    protocols.check_verdicts(c, protocols.of_curve(edition, "SigVer.rsp", c), FAST)


@each_target
@pytest.mark.parametrize(
    "test",
    [protocols.test_nist_secrets_agreed_on_and_public_keys_refused,
     protocols.test_deterministic_signatures_of_rfc_6979, x25519.test_vectors_of_rfc_7748,
     x25519.test_any_number_is_a_public_key_unless_its_point_has_a_small_order],
)  # fmt: skip
def test_vectors_of_the_standards(test: Callable[[v.Target], None], target: v.Target) -> None:
    test(target)


@each_curve
def test_what_is_signed_verifies_and_what_is_changed_does_not(c: Curve) -> None:
    protocols.test_what_is_signed_verifies_and_what_is_changed_does_not(c, FAST)


@pytest.fixture
def on_pete(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command runs the firmware on pete."""
    ev = files.ev
    monkeypatch.setattr(files, "ev", lambda *words, status=0: ev(*words, "--machine", "pete", status=status))


@pytest.mark.usefixtures("on_pete")
@each_curve
def test_keys_signatures_and_secrets_pass_between_ev_and_openssl(c: Curve, tmp_path: Path) -> None:
    files.test_keys_signatures_and_secrets_pass_between_ev_and_openssl(c, tmp_path)


@pytest.mark.usefixtures("on_pete")
@pytest.mark.parametrize("name", v.HASHES)
@each_curve
def test_signatures_with_each_hash_pass_between_ev_and_openssl(c: Curve, name: str, tmp_path: Path) -> None:
    files.check_hash(c, name, tmp_path)


@pytest.mark.usefixtures("on_pete")
def test_x25519_keys_and_secrets_pass_between_ev_and_openssl(tmp_path: Path) -> None:
    files.test_x25519_keys_and_secrets_pass_between_ev_and_openssl(tmp_path)
