# SPDX-License-Identifier: Apache-2.0
"""Workloads of the curves and of binary fields, and of the arithmetic unit's commands.

Prime curves are measured with digits and squares, with each of them and with neither, binary curves with both and with
neither. Names are those of the library's workloads, with the configuration behind: `p256.mul.ct.full`; those of
commands are `unit.p256.mul.full`.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from evariste.bench import Case, Output, workload
from evariste.ecc import reference as ref
from evariste.ecc import vectors as v
from evariste.ecc.curves import binary_curves, fields, prime_curves, primes
from evariste.workloads import drawn, ecc

NAME = "monte"
WORDS = ("full", "paper")  # configurations
BINARY = ("full", "dual")
PARAMETERS = ("paper", "digits", "squares")  # what each of them saves, in cycles of one task and energy of another
SAVED, ENERGY, BINARY_SAVED = "p256.mul.ct", "p192.ecdsa.sign.nonce", "b163.mul.ct"
PRIME = tuple(dict.fromkeys((*WORDS, *PARAMETERS)))
CURVE = {"mul.ct": "mul", "mul.base": "base", "mul2.vartime": "mul2", "ecdh": "ecdh", "ecdsa.sign.nonce": "sign_nonce",
         "ecdsa.sign": "sign", "ecdsa.verify": "verify", "scalar.inv": "scalar_inv"}  # fmt: skip
BINARY_CURVE = {name: what for name, what in CURVE.items() if name != "scalar.inv"}
BINARY_FIELD = ("mul", "inv")  # with operands in the core's memory
X25519 = ("public", "agree")
UNIT, BEFORE = 100, 3  # commands of the arithmetic unit, one behind the other, and those that are not counted
UNIT_COMMANDS = ("mul", "sqr", "add", "sub")


def unit_case(field: str, what: str) -> Case:
    """Commands in a field, with operands that are at hand: cycles of the arithmetic unit."""
    rng, binary = drawn(f"{field}.{what}"), field not in primes()
    modulus = fields()[int(field)] if binary else primes()[field].p
    words = -(-(modulus.bit_length() - binary) // 32)
    x, y = (rng.randrange(1 << modulus.bit_length() - 1) for _ in range(2))

    def expected() -> int:
        count = UNIT + BEFORE  # an odd number
        if what in ("add", "sub"):
            sign = 1 if what == "add" else -1
            return x ^ y if binary else (x + sign * count * y) % modulus
        value = x
        for _ in range(count):
            other = value if what == "sqr" else y
            value = ref.mul(value, other, modulus) if binary else value * other % modulus
            value = divided(value)
        return value

    def divided(value: int) -> int:
        """By R."""
        if not binary:
            return value * pow(2, -32 * words, modulus) % modulus
        for _ in range(32 * words):
            value = (value ^ modulus if value & 1 else value) >> 1
        return value

    def check(out: Output) -> tuple[bool, str]:
        return v.number(out.files["out"]) == expected(), "equal to Python integers"

    return Case(
        sources=["sw/apps/monte/unit.c"], label="unit", check=check, symbols=[],
        files={"in": v.words(x, words) + v.words(y, words)},
        defines={"FIELD": field.removeprefix("p"), "FIELD_WORDS": words, f"WHAT_{what}": 1},
        params={"commands": UNIT},
    )  # fmt: skip


def unit_name(field: str, what: str) -> str:
    """The workload of a command, without the configuration."""
    return f"unit.{field if field in primes() else f'gf2_{field}'}.{what}"


def _register() -> None:
    def add(name: str, configurations: Iterable[str], build: Callable[[], Case]) -> None:
        for configuration in configurations:

            def case(backend: str, engine: str, configuration: str = configuration) -> Case:
                return replace(build(), configuration=configuration)

            workload(f"{name}.{configuration}", backends=(NAME,), machine=NAME)(case)

    for c in (*prime_curves().values(), *binary_curves().values()):
        prime = c in prime_curves().values()
        for name, what in (CURVE if prime else BINARY_CURVE).items():
            add(f"{c.name}.{name}", PRIME if prime else BINARY, lambda c=c, what=what: ecc.curve_case(c, what))
    for m in fields():
        for what in BINARY_FIELD:
            add(f"gf2_{m}.{what}", BINARY, lambda m=m, what=what: ecc.field_case(m, what))
    for what in X25519:
        add(f"x25519.{what}", PRIME, lambda what=what: ecc.x25519_case(what))
    for field in (*primes(), *map(str, fields())):
        for what in UNIT_COMMANDS:
            wanted = (*WORDS, "squares") if field in primes() else BINARY
            add(unit_name(field, what), wanted, lambda field=field, what=what: unit_case(field, what))


_register()
