# SPDX-License-Identifier: Apache-2.0
"""Fields and curves on the coprocessor, against arithmetic bit by bit."""

import random

import pytest

from evariste.ecc import reference
from evariste.ecc.curves import BinaryCurve, binary_curves
from evariste.machines.asip import driver
from evariste.machines.asip.host import Host

NARROW = [name for name, c in binary_curves().items() if c.degree <= 256]
WIDE = [name for name in binary_curves() if name not in NARROW]
# Fields without a curve here, by the exponents of their polynomials; the last has the degree of a network, and no more.
OTHER = ((113, 9), (131, 8, 3, 2), (167, 6), (173, 8, 5, 2), (179, 4, 2, 1), (191, 9), (193, 15), (251, 7, 4, 2),
         (255, 52), (256, 10, 5, 2), (233, 9, 4, 1))  # fmt: skip


def loaded(curve: BinaryCurve, configuration: str = "full") -> Host:
    host = Host(configuration)
    driver.load(host, curve)
    return host


def point(host: Host, result: driver.Result) -> tuple[int, ...]:
    return tuple(driver.checked(result).numbers(host.words))


def laws(curve: BinaryCurve, configuration: str) -> None:
    rng, host, base = random.Random(curve.name), loaded(curve, configuration), (curve.gx, curve.gy)
    bits = curve.n.bit_length()
    other = reference.multiply(curve, rng.randrange(1, curve.n), base)
    assert isinstance(other, tuple)

    def times(k: int, flags: int = 0) -> driver.Result:
        return driver.multiply(host, k, base, bits, rng.randrange(1, 1 << curve.degree), flags)

    assert point(host, host.task("point_add", driver.numbers(host, *base, *other))) == reference.add(curve, base, other)
    for same in ("point_add", "point_double"):
        taken = (*other, *other) if same == "point_add" else other
        assert point(host, host.task(same, driver.numbers(host, *taken))) == reference.add(curve, other, other)
    driver.checked(host.task("point_validate", driver.numbers(host, *other)))
    k, twice = rng.randrange(curve.n), reference.add(curve, base, base)
    wanted = {1: base, 2: twice, curve.n - 2: reference.negate(curve, twice),
              curve.n - 1: reference.negate(curve, base), k: reference.multiply(curve, k, base)}  # fmt: skip
    done = {k: times(k) for k in wanted}
    assert {k: point(host, result) for k, result in done.items()} == wanted
    assert len({result.cycles for result in done.values()}) == 1
    assert point(host, times(k, 3)) == wanted[k]


@pytest.mark.parametrize("name", NARROW)
def test_a_point_is_what_the_curve_says(name: str) -> None:
    laws(binary_curves()[name], "full")


@pytest.mark.parametrize("configuration", ["paper", "small", "fast", "fastest", "ecc", "se", "all"])
def test_each_configuration_gives_the_same_points(configuration: str) -> None:
    laws(binary_curves()["b163"], configuration)


@pytest.mark.full
@pytest.mark.parametrize("configuration", ["all", "all_fast"])
@pytest.mark.parametrize("name", WIDE)
def test_a_wide_point_is_what_the_curve_says(name: str, configuration: str) -> None:
    laws(binary_curves()[name], configuration)


def test_blinded_scalars() -> None:
    """k + r n of up to WIDTH bits is the same point as k."""
    curve, rng = binary_curves()["b163"], random.Random(7)
    host, base, k = loaded(curve), (curve.gx, curve.gy), rng.randrange(curve.n)
    blinded = k + rng.getrandbits(64) * curve.n
    assert point(host, driver.multiply(host, blinded, base, 256, 5)) == reference.multiply(curve, k, base)


@pytest.mark.parametrize("exponents", OTHER, ids=str)
def test_any_trinomial_or_pentanomial(exponents: tuple[int, ...]) -> None:
    poly, host, rng = sum(1 << e for e in exponents) | 1, Host(), random.Random(exponents[0])
    driver.checked(host.task("curve", driver.constants(host, poly)))
    ones = (1 << exponents[0]) - 1
    for a, b in ((ones, ones), (rng.getrandbits(exponents[0]), rng.getrandbits(exponents[0])), (1, 0)):
        done = driver.checked(host.task("field_multiply", driver.numbers(host, a, b)))
        assert done.numbers(host.words) == [reference.mul(a, b, poly)]
        inverse = driver.checked(host.task("field_invert", driver.numbers(host, a))).numbers(host.words)
        assert reference.mul(inverse[0], a, poly) == 1


def test_another_polynomial_of_the_degree_of_a_network_does_not_use_it() -> None:
    spent = []
    for low in (74, None):
        host = Host()
        poly = 1 << 233 | (1 << 74 | 1 if low else 1 << 9 | 1 << 4 | 1 << 1 | 1)
        spent.append(driver.checked(host.task("curve", driver.constants(host, poly))).cycles)
    assert spent[0] < 400 and spent[1] > 232 * 15


def test_the_inverse_of_zero_is_zero() -> None:
    host = loaded(binary_curves()["b233"])
    assert driver.checked(host.task("field_invert", driver.numbers(host, 0))).numbers(host.words) == [0]
