# SPDX-License-Identifier: Apache-2.0
"""What a driver does with the tasks of field and curve: the constants of the task `curve`, operands as words."""

from evariste.ecc import reference
from evariste.ecc.curves import BinaryCurve
from evariste.errors import UserError
from evariste.machines.asip.host import Host, Result, error_names, wide


def constants(host: Host, poly: int, a: int = 0, b: int = 1) -> list[int]:
    """The operands of the task `curve`."""
    m, *middle = (i for i in reversed(range(1, poly.bit_length())) if poly >> i & 1)
    if len(middle) not in (1, 3) or not poly & 1:
        raise UserError(f"{poly:#x} is no trinomial or pentanomial with the term 1.")
    exponents = [m, *(middle if len(middle) == 3 else (*middle, 0, 0))]
    digits = -(-m // host.digit)
    r2 = reference.mod(1 << 2 * host.digit * digits, poly)
    return [*exponents, *numbers(host, r2, b), *wide(a, 4)]


def load(host: Host, curve: BinaryCurve) -> Result:
    """Loads one of the curves of isa/curves.yaml."""
    return checked(host.task("curve", constants(host, curve.poly, curve.a, curve.b)))


def checked(result: Result) -> Result:
    """The result, if there was no error."""
    if result.error:
        raise UserError(f"The coprocessor refused the task: {error_names()[result.error]}.")
    return result


def numbers(host: Host, *values: int) -> list[int]:
    """Field elements or scalars as words."""
    return [word for value in values for word in wide(value, host.words)]


def multiply(host: Host, k: int, point: tuple[int, int], bits: int, random: int = 3, flags: int = 0) -> Result:
    """k P, with the lowest `bits` bits of k. `random` is for the blinding of the coordinates; not 0."""
    return host.task("point_multiply", numbers(host, *point, k, random), count=bits, flags=flags)
