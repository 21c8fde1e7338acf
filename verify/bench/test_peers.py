# SPDX-License-Identifier: Apache-2.0
"""`ev bench --peer`: other people's curves, from the user's own copy. A library of the test's own stands for theirs."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from evariste.bench import peers, runner
from evariste.commands.bench import command
from evariste.ecc.curves import curve
from evariste.errors import UserError
from evariste.machines import DEFAULT, PORTABLE

HEADER = """
#include <stdint.h>
typedef int uECC_Curve;
static inline int uECC_secp192r1(void) { return 0; }
typedef int (*uECC_RNG_Function)(uint8_t *, unsigned);
static inline void uECC_set_rng(uECC_RNG_Function f) { (void)f; }
int uECC_sign(const uint8_t *key, const uint8_t *hash, unsigned size, uint8_t *signature, uECC_Curve curve);
int uECC_verify(const uint8_t *key, const uint8_t *hash, unsigned size, const uint8_t *signature, uECC_Curve curve);
"""
SOURCE = """
#include "uECC.h"
int uECC_sign(const uint8_t *key, const uint8_t *hash, unsigned size, uint8_t *signature, uECC_Curve curve) {
    for (int i = 0; i < 48; i++) signature[i] = hash[i % size] ^ key[curve];
    return 1;
}
int uECC_verify(const uint8_t *key, const uint8_t *hash, unsigned size, const uint8_t *signature, uECC_Curve curve) {
    return key != hash && size && signature && !curve;
}
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    (tmp_path / "uECC.h").write_text(HEADER)
    (tmp_path / "uECC.c").write_text(SOURCE)
    return tmp_path


def test_a_signature_that_is_none_is_told(copy: Path) -> None:
    works = {w.name.rpartition(".")[2]: w for w in peers.workloads("micro-ecc", copy) if ".p192." in w.name}
    said = {what: runner.run(works[what], DEFAULT, PORTABLE, "iss") for what in ("sign", "verify")}
    assert not said["sign"]["verdict"]["passed"]
    assert said["verify"]["verdict"]["passed"] and said["verify"]["cycles"] > 0
    assert said["verify"]["params"]["version"] == "unknown"
    assert "-O3" in said["verify"]["params"]["flags"]


def test_the_check_takes_a_right_point_and_refuses_another(copy: Path) -> None:
    case = peers.case("micro-ecc", copy, curve("p192"), "public")
    (key,) = (case.files["in"][:24],)
    point = peers.ref.multiply(curve("p192"), int.from_bytes(key), peers.ref.generator(curve("p192")))
    assert point is not None
    right = b"".join(x.to_bytes(24) for x in point)
    assert [case.check(peers.Output("", {"out": out}, {}))[0] for out in (right, bytes(48))] == [True, False]


@pytest.mark.parametrize("word", ["nobody=.", "micro-ecc", "micro-ecc=verify"])
def test_a_wrong_name_or_folder_is_one_sentence(word: str) -> None:
    done = CliRunner().invoke(command, ["--peer", word])
    assert done.exit_code and not done.output.count("Traceback")
    with pytest.raises(UserError):
        peers.named((word,))
