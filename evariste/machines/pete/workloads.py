# SPDX-License-Identifier: Apache-2.0
"""Workloads of the curves on each kind of multiplier.

Their names are those of the library's workloads, with the configuration behind: `p256.mul.ct.fast`. On `baseline` they
run the portable code.
"""

from collections.abc import Callable
from dataclasses import replace

from evariste.bench import Case, workload
from evariste.ecc.curves import BinaryCurve, PrimeCurve, curves, fields, prime_curves, primes
from evariste.machines import PORTABLE
from evariste.workloads import ecc

NAME = "pete"
WORDS = ("fast", "bise", "baseline")  # configurations, by the cycles of a product
PRIME_FIELD = ("mul", "sqr", "add", "sub", "inv")
BINARY_FIELD = ("mul", "muladd", "sqr", "inv")
CURVE = {"mul.ct": "mul", "mul.base": "base", "mul2.vartime": "mul2", "ecdh": "ecdh", "ecdsa.sign.nonce": "sign_nonce",
         "ecdsa.sign": "sign", "ecdsa.verify": "verify", "scalar.mul": "scalar_mul",
         "scalar.inv": "scalar_inv"}  # fmt: skip
X25519 = ("public", "agree")
# A signature and its verification, for the ratios of the paper: on which configurations, by the kind of the curve.
ECDSA = {True: ("baseline", "ise", "ise_icache", "fast"), False: ("baseline", "bise", "bise_icache", "fast")}

# The caches that are compared, by size in KB and ways.
CACHES = {(1, 1): "bise_icache_1k", (2, 1): "bise_icache_2k", (4, 1): "bise_icache", (8, 1): "bise_icache_8k",
          (1, 2): "bise_icache2", (2, 2): "bise_icache_2k2", (4, 2): "bise_icache_4k2",
          (8, 2): "bise_icache_8k2"}  # fmt: skip

# What the time goes to. Products and squares of a binary field have portable parts of their own.
SHARES = {
    "products": ["ev_fp_*_mul_*", "ev_fp_*_sqr_*", "ev_gf2_*_mul*", "ev_gf2_*_sqr*", "ev_clmul32_*"],
    "sums": ["ev_fp_*_add_*", "ev_fp_*_sub_*"],
    "inversion": ["ev_ec_inverse_modulo", "ev_ec_divsteps*", "steps", "update_*", "correct", "to_limbs", "from_limbs",
                  "carry"],
    "tables": ["look_up", "ev_ec_look_up_*"],
}  # fmt: skip


def _paper(c: PrimeCurve, configuration: str) -> Case:
    """ECDSA with the paper's own algorithms: what is saved by the hardware alone."""
    case = ecc.curve_case(c, "ecdsa")
    own = {"products": ["paper_mul"], "sums": ["paper_add", "paper_sub"], "inversion": ["inverse", "take_twos"]}
    defines: dict[str, str | int] = {"PRIME": c.prime.label, "CURVE": f"ev_curve_{c.name}"}
    if configuration != "baseline":
        defines["ISE"] = 1
    return replace(case, sources=["sw/apps/pete/targhetta.c"], symbols=["paper_*", "inverse"], defines=defines,
                   shares=own)  # fmt: skip


def _register() -> None:
    def add_one(name: str, configuration: str, build: Callable[[], Case]) -> None:
        def case(backend: str, engine: str) -> Case:
            return replace(build(), configuration=configuration)

        backend = PORTABLE if configuration == "baseline" else NAME
        workload(f"{name}.{configuration}", backends=(backend,), machine=NAME)(case)

    def add(name: str, build: Callable[[], Case]) -> None:
        for configuration in WORDS:
            add_one(name, configuration, build)

    for f in primes():
        for what in PRIME_FIELD:
            add(f"f{f}.{what}", lambda f=f, what=what: ecc.prime_field_case(f, what))
    for m in fields():
        for what in BINARY_FIELD:
            add(f"gf2_{m}.{what}", lambda m=m, what=what: ecc.field_case(m, what))
    for c in curves().values():
        for name, what in CURVE.items():
            add(f"{c.name}.{name}", lambda c=c, what=what: ecc.curve_case(c, what))
    for c in curves().values():
        prime = isinstance(c, PrimeCurve)
        for configuration in ECDSA[prime]:
            add_one(f"{c.name}.ecdsa", configuration, lambda c=c: replace(ecc.curve_case(c, "ecdsa"), shares=SHARES))
        if c.nist and not (isinstance(c, BinaryCurve) and c.koblitz):
            for configuration in set(CACHES.values()) - {*ECDSA[prime]}:
                add_one(f"{c.name}.ecdsa", configuration, lambda c=c: ecc.curve_case(c, "ecdsa"))
    for c in prime_curves().values():
        for configuration in ECDSA[True]:
            add_one(f"targhetta2015.{c.name}.ecdsa", configuration, lambda c=c, n=configuration: _paper(c, n))
    for what in X25519:
        add(f"x25519.{what}", lambda what=what: ecc.x25519_case(what))


_register()
