# SPDX-License-Identifier: Apache-2.0
"""Prime curves and X25519 on the accelerator, against the library's oracles: Python's integers, NIST's vectors, those
of RFC 6979 and RFC 7748, openssl. Secrets leave no trace in time, and none on the stack.
"""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from evariste.build import cc
from evariste.ecc import prime
from evariste.ecc import reference as ref
from evariste.ecc import vectors as v
from evariste.ecc.curves import PrimeCurve, prime_curves
from evariste.ecc.prime_headers import TEETH, comb_columns
from evariste.machines.monte.header import comb_blocks
from evariste.verification import ct
from verify.ecc import multiples
from verify.ecc import test_curves as curves
from verify.ecc import test_protocols as protocols
from verify.ecc import test_stack as stack
from verify.ecc.test_x25519 import vectors

QUICK = "p192"
SAMPLE = [pytest.param(c, id=c.name, marks=() if c.name == QUICK else pytest.mark.full)
          for c in prime_curves().values()]  # fmt: skip
CONFIGURATIONS = ["full", *(pytest.param(name, marks=pytest.mark.full) for name in ("paper", "shallow"))]
each_curve = pytest.mark.parametrize("c", SAMPLE)
each_configuration = pytest.mark.parametrize("configuration", CONFIGURATIONS)


def on(configuration: str) -> v.Target:
    return v.Target("monte", configuration, "monte")


@each_configuration
@each_curve
def test_multiples_of_points_are_right_for_every_scalar_that_is_hard(c: PrimeCurve, configuration: str) -> None:
    rng, g = random.Random(c.name), ref.generator(c)
    p = curves.some_point(c, rng)
    scalars = [*curves.hard_scalars(c), rng.randrange(1, c.n)]
    requests = [request for k in scalars for ks in [v.scalar(c, k)]
                for request in (v.on(c, v.POINT_MUL, ks, v.point(c, p)), v.on(c, v.BASE_MUL, ks),
                                v.on(c, v.MUL_VARTIME, ks, v.point(c, p)))]  # fmt: skip
    expected = [curves.times(c, k, q) for k in scalars for q in (p, g, p)]
    answers = [(status, v.two(c, data)) for status, data in v.ask(requests, on(configuration))]
    assert answers == [(0, point) for point in expected]


def meeting(c: PrimeCurve) -> list[int]:
    """The scalars for which the comb's last addition is of a point to itself: n + 2 t, for a sum t of entries."""
    columns = comb_columns(c, comb_blocks(c))
    terms = [1 << i * columns for i in range(TEETH * comb_blocks(c))]
    found = []
    for signs in range(1 << len(terms)):
        k = c.n + 2 * sum(term if signs >> i & 1 else -term for i, term in enumerate(terms))
        digits = (k + (1 << len(terms) * columns) - 1) // 2
        if 0 < k < c.n and all(bool(digits & term) == bool(signs >> i & 1) for i, term in enumerate(terms)):
            found.append(k)
    return found


@each_curve
def test_the_comb_may_meet_the_same_point_twice(c: PrimeCurve) -> None:
    scalars = [k for k in meeting(c) for k in (k, c.n - k)]
    assert scalars
    answers = v.ask([v.on(c, v.BASE_MUL, v.scalar(c, k)) for k in scalars], on("full"))
    expected = [(0, curves.times(c, k, ref.generator(c))) for k in scalars]
    assert [(status, v.two(c, data)) for status, data in answers] == expected


@each_curve
def test_two_multiples_are_added_in_any_relation(c: PrimeCurve) -> None:
    g, n = ref.generator(c), c.n
    cases = [(1, n - 1), (5, n - 5), (0, 0), (1, 1), (3, 3), (0, 7), (7, 0), (n - 1, 2), (n // 3, n // 5)]
    requests = [v.on(c, v.MUL2_VARTIME, v.scalar(c, u), v.scalar(c, k), v.point(c, g)) for u, k in cases]
    for (u, k), (status, data) in zip(cases, v.ask(requests, on("full")), strict=True):
        point = curves.times(c, (u + k) % n, g) if (u + k) % n else None
        if point is None:
            assert v.statuses()[status] == "infinity"
        else:
            assert (v.statuses()[status], v.two(c, data)) == ("ok", point)


@each_curve
def test_nist_vectors(c: PrimeCurve) -> None:
    multiples.check_nist(c, on("full"))


@pytest.mark.full
def test_nist_vectors_on_the_circuit() -> None:
    multiples.check_nist(prime_curves()[QUICK], replace(on("full"), engine="lockstep"))


@pytest.mark.full
@pytest.mark.parametrize("c", prime_curves().values(), ids=prime_curves())
def test_vectors_of_rfc_6979_and_secrets_of_nist(c: PrimeCurve) -> None:
    multiples.check_rfc6979(c, on("full"))
    multiples.check_agreements(c, on("full"))


@pytest.mark.full
@pytest.mark.parametrize("c", prime_curves().values(), ids=prime_curves())
def test_signatures_and_secrets_of_openssl_in_both_directions(c: PrimeCurve, tmp_path: Path) -> None:
    multiples.check_openssl_signatures(c, on("full"), tmp_path)
    protocols.test_ecdh_with_openssl_in_both_directions(c, on("full"), tmp_path)


def test_inverses_modulo_the_order_are_right() -> None:
    for c in prime_curves().values():
        rng = random.Random(c.name)
        scalars = [1, 2, c.n - 1, c.n // 2, *(rng.randrange(1, c.n) for _ in range(3))]
        answers = v.ask([v.on(c, v.SCALAR_INVERSE, v.scalar(c, k)) for k in scalars], on("full"))
        assert answers == [(0, v.scalar(c, pow(k, -1, c.n))) for k in scalars]


def test_circuit_and_interpreter_agree_on_a_multiple_of_the_base_point() -> None:
    c = prime_curves()[QUICK]
    ((status, data),) = v.ask([v.on(c, v.BASE_MUL, v.scalar(c, 5))], on("full"), engine="lockstep")
    assert (status, v.two(c, data)) == (0, curves.times(c, 5, ref.generator(c)))


@pytest.mark.full
@pytest.mark.parametrize("c", prime_curves().values(), ids=prime_curves())
@pytest.mark.parametrize("configuration", ["full", "paper"])
def test_the_circuit_signs_verifies_and_agrees(c: PrimeCurve, configuration: str) -> None:
    multiples.check_circuit(c, on(configuration))


@pytest.mark.full
def test_the_circuit_agrees_with_x25519() -> None:
    key, peer, result = vectors()[0]
    assert v.ask([(v.X25519, 0, 0, key + peer)], on("full"), engine="lockstep")[0][1] == result


@each_configuration
def test_x25519_gives_the_vectors_of_rfc_7748(configuration: str) -> None:
    answers = v.ask([(v.X25519, 0, 0, key + peer) for key, peer, _ in vectors()], on(configuration))
    assert [data for _, data in answers] == [result for _, _, result in vectors()]


def test_x25519_takes_coordinates_that_are_not_reduced() -> None:
    p, key = 2**255 - 19, bytes(range(32))
    peers = [(p + extra).to_bytes(32, "little") for extra in (9, 5, 16, 18)]
    answers = v.ask([(v.X25519, 0, 0, key + peer) for peer in peers], on("full"))
    assert [data for _, data in answers] == [prime.exchange(key, peer) for peer in peers]


def verdict(what: str, curve: str, configuration: str, runs: int) -> ct.Verdict:
    elf = cc.compile(["sw/apps/ecc_ct.c"], backend="monte", machine="monte")
    return ct.check("monte", elf, runs=runs, length=80, configuration=configuration, args=[curve, what])


@pytest.mark.parametrize("what", ["mul", "base", pytest.param("x25519", marks=pytest.mark.full)])
def test_secrets_leave_no_trace(what: str) -> None:
    found = verdict(what, "p192", "full", 3)
    assert found.passed, found.sentence


@pytest.mark.full
@each_configuration
@pytest.mark.parametrize("curve", ["p192", "p224", "p256", "p384", "p521"])
@pytest.mark.parametrize("what", ["mul", "base", "ecdh", "sign"])
def test_secrets_of_every_operation_leave_no_trace(what: str, curve: str, configuration: str) -> None:
    found = verdict(what, curve, configuration, 6)
    assert found.passed, found.sentence


def test_public_scalars_do_leave_one() -> None:
    """The control."""
    found = verdict("vartime", "p192", "full", 3)
    assert not found.passed, found.sentence


@pytest.mark.parametrize("curve", ["P-192", pytest.param("P-521", marks=pytest.mark.full)])
def test_the_stack_holds_no_secret_afterwards(curve: str) -> None:
    assert stack.secrets(stack.left(curve, "monte", "-O2", "monte")) == set()
