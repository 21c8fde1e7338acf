# SPDX-License-Identifier: Apache-2.0
"""Workloads of the large fields and the curves over them.

A field kernel is measured as the curve code calls it: arguments, branch, body, return. The oracle is the reference
arithmetic on Python integers, for signatures PyPI `cryptography`.
"""

import hashlib
from collections.abc import Callable

from evariste.bench import Case, Output, workload
from evariste.ecc import prime
from evariste.ecc import reference as ref
from evariste.ecc import vectors as v
from evariste.ecc.curves import Curve, PrimeCurve, binary_curves, curves, fields, primes, x25519
from evariste.workloads import drawn

SOURCE = "sw/apps/bench_ecc.c"
SQUARINGS = 100  # of the n-fold squaring that is timed

FIELD = {
    "mul": (["_mul_k"], lambda a, b, c, f: ref.mul(a, b, f)),
    "muladd": (["_muladd_k"], lambda a, b, c, f: ref.mul(a, b, f) ^ c),
    "sqr": (["_sqr_k"], lambda a, b, c, f: ref.sqr(a, f)),
    "sqrn": (["_sqrn_k"], lambda a, b, c, f: ref.sqrn(a, SQUARINGS, f)),
    "inv": (["_inv", "_sqrn_k", "_sqr_k", "_mul_k", "_mulsqr_k"], lambda a, b, c, f: ref.inverse(a, f)),
    "add": (["_add"], lambda a, b, c, f: a ^ b),
    "sqrt": (["_sqrt", "_sqrn_k"], lambda a, b, c, f: ref.sqrt(a, f)),
    "half_trace": (["_half_trace", "_sqrn_k"], lambda a, b, c, f: ref.half_trace(a, f)),
}


def field_case(m: int, what: str) -> Case:
    rng = drawn(m)
    f, n = fields()[m], (m + 31) // 32
    a, b, c = (rng.getrandbits(m) for _ in range(3))
    symbols, expected = FIELD[what]

    def check(out: Output) -> tuple[bool, str]:
        return v.number(out.files["out"]) == expected(a, b, c, f), "equal to the reference on Python integers"

    params = {"degree": m} | ({"squarings": SQUARINGS} if what == "sqrn" else {})
    return Case(
        sources=[SOURCE], label="field", check=check, symbols=[f"ev_gf2_{m}{s}" for s in symbols],
        files={"in": b"".join(v.words(x, n) for x in (a, b, c))}, defines={"DEGREE": m, f"WHAT_{what}": 1},
        params=params,
    )  # fmt: skip


PRIME_FIELD = {
    "mul": (["_mul_*"], lambda a, b: a * b),
    "sqr": (["_sqr_*"], lambda a, b: a * a),
    "add": (["_add_*"], lambda a, b: a + b),
    "sub": (["_sub_*"], lambda a, b: a - b),
    "inv": (["_inv"], lambda a, b: pow(a, -1, b)),
}
WORD_SYMBOLS = ["add_words", "sub_words", "add_masked", "product", "square", "combine"]
PRIME_SYMBOLS = ["ev_fp_*", "ev_ec_*", "ev_ecdsa_*", "ev_curve_*", "ECP_*", "mul", "mul_base", "*_vartime",
                 "odd_multiples", "add_affine*", "double_point", "to_affine", "finish", "digit", "look_up", "on_curve",
                 "right_side", "lift", "montgomery", "update_*", "steps", *WORD_SYMBOLS]  # fmt: skip
BINARY_SYMBOLS = ["ev_ec2_*", "ev_ec_*", "ev_gf2_*", "ev_ecdsa_*", "ev_curve_*", "EC2_*", "ladder*", "comb",
                  "*_vartime*", "tau_multiples*", "odd_multiples*", "invert_all*", "advance*", "set_affine*",
                  "double_point*", "add_affine*", "to_affine*", "residue*", "quotient*", "multiply*",
                  "add_multiple*"]  # fmt: skip


def prime_field_case(name: str, what: str) -> Case:
    rng = drawn(name)
    f = primes()[name]
    a, b = rng.randrange(f.p), rng.randrange(f.p)
    symbols, expected = PRIME_FIELD[what]

    def check(out: Output) -> tuple[bool, str]:
        right = expected(a, f.p if what == "inv" else b) % f.p
        return v.number(out.files["out"]) % f.p == right, "equal to Python integers"

    return Case(
        sources=[SOURCE], label="field", check=check,
        symbols=[*(f"ev_fp_{f.label}{s}" for s in symbols), "ev_fp_add", "ev_fp_sub", "ev_fp_correct",
                 "ev_fp_words_*", "ev_fp_mul_?", "ev_fp_sqr_?", "ev_fp_reduce_*", *WORD_SYMBOLS],
        files={"in": v.words(a, f.words) + v.words(b, f.words)}, defines={"PRIME": f.label, f"WHAT_{what}": 1},
        params={"prime": f.name},
    )  # fmt: skip


def x25519_case(what: str) -> Case:
    rng = drawn(what)
    key, peer = rng.randbytes(32), prime.exchange(rng.randbytes(32), x25519().u.to_bytes(32, "little"))

    def check(out: Output) -> tuple[bool, str]:
        u = x25519().u.to_bytes(32, "little") if what == "public" else peer
        return out.files["out"] == prime.exchange(key, u), "equal to a ladder on Python integers"

    return Case(
        sources=[SOURCE], label="curve", check=check,
        symbols=["ev_x25519*", "ev_fp_*", "ev_ec_inverse*", "agree", "multiply", "step", "double_point", "times_a24",
                 "exchange", "has_small_order", "update_*", "steps", *WORD_SYMBOLS],
        files={"in": key + peer}, defines={"X25519": 1, f"WHAT_{what}": 1}, params={"curve": "x25519"},
    )  # fmt: skip


def curve_case(c: Curve, what: str) -> Case:
    rng = drawn(c.name)
    g = ref.generator(c)
    p = ref.multiply(c, rng.randrange(1, c.n), g)
    k, u = rng.randrange(1, c.n), rng.randrange(1, c.n)
    assert p is not None
    digest = hashlib.sha256(b"evariste").digest()
    oracle = "equal to the reference on Python integers"
    expected: bytes | None = None
    signature = b""
    match what:
        case "mul" | "vartime":
            expected = v.point(c, ref.multiply(c, k, p))
        case "base":
            expected = v.point(c, ref.multiply(c, k, g))
        case "mul2":
            expected = v.point(c, ref.add(c, ref.multiply(c, u, g), ref.multiply(c, k, p)))
        case "scalar_mul":
            expected = v.words(k * u % c.n, 2 * c.words)
        case "scalar_inv":
            expected = v.words(pow(k, -1, c.n), 2 * c.words)
        case "check":
            expected, oracle = bytes(8 * c.words), "a point of the base point's group is accepted"
        case "verify":
            p = ref.multiply(c, k, g)
            signature = v.raw(c, *sign(c, k, u, digest))
            expected, oracle = bytes(8 * c.words), "a signature made by the definition is accepted"
        case "sign_nonce" | "ecdsa":
            p = ref.multiply(c, k, g)
            r, s = sign(c, k, u, digest)
            expected = v.scalar(c, r) + v.scalar(c, s)
            oracle = "equal to the reference on Python integers" + (", and accepted" if what == "ecdsa" else "")
        case "ecdh":
            shared = ref.multiply(c, k, p)
            assert shared is not None
            expected = shared[0].to_bytes(c.octets)

    def check(out: Output) -> tuple[bool, str]:
        if expected is not None:
            return out.files["out"] == expected, oracle
        return verifies(c, ref.multiply(c, k, g), v.big(out.files["out"]), digest), "verified by the definition"

    return Case(
        sources=[SOURCE], label="curve", check=check,
        symbols=PRIME_SYMBOLS if isinstance(c, PrimeCurve) else BINARY_SYMBOLS,
        files={"in": v.scalar(c, k) + v.scalar(c, u) + v.point(c, p) + digest + signature},
        defines={"CURVE": f"ev_curve_{c.name}", f"WHAT_{what}": 1},
        params={"curve": c.name, "scalar_bits": c.n.bit_length()},
    )  # fmt: skip


def sign(c: Curve, d: int, nonce: int, digest: bytes) -> tuple[int, int]:
    kg = ref.multiply(c, nonce, ref.generator(c))
    assert kg is not None
    r = kg[0] % c.n
    return r, (_z(c, digest) + r * d) * pow(nonce, -1, c.n) % c.n


def verifies(c: Curve, q: ref.Point, signature: tuple[int, int], digest: bytes) -> bool:
    r, s = signature
    if not (0 < r < c.n and 0 < s < c.n):
        return False
    w = pow(s, -1, c.n)
    x = ref.add(c, ref.multiply(c, _z(c, digest) * w % c.n, ref.generator(c)), ref.multiply(c, r * w % c.n, q))
    return x is not None and x[0] % c.n == r


def _z(c: Curve, digest: bytes) -> int:
    return int.from_bytes(digest, "big") >> max(0, 8 * len(digest) - c.n.bit_length())


def _register() -> None:
    def field(m: int, what: str) -> Callable[[str, str], Case]:
        return lambda backend, engine: field_case(m, what)

    def curve(c: Curve, what: str) -> Callable[[str, str], Case]:
        return lambda backend, engine: curve_case(c, what)

    for m in fields():
        for what in FIELD:
            workload(f"gf2_{m}.{what}", "binary_curves")(field(m, what))
    names = {"mul.ct": "mul", "mul.base": "base", "mul.vartime": "vartime", "mul2.vartime": "mul2",
             "check": "check", "ecdh": "ecdh", "ecdsa.sign": "sign", "ecdsa.verify": "verify",
             "ecdsa.sign.nonce": "sign_nonce", "scalar.mul": "scalar_mul", "scalar.inv": "scalar_inv"}  # fmt: skip
    for c in curves().values():
        family = "binary_curves" if c.name in binary_curves() else "prime_curves"
        for name, what in names.items():
            workload(f"{c.name}.{name}", family)(curve(c, what))

    def of_prime(name: str, what: str) -> Callable[[str, str], Case]:
        return lambda backend, engine: prime_field_case(name, what)

    def of_x25519(what: str) -> Callable[[str, str], Case]:
        return lambda backend, engine: x25519_case(what)

    for name in primes():
        for what in PRIME_FIELD:
            workload(f"f{name}.{what}", "prime_curves")(of_prime(name, what))
    for what in ("public", "agree"):
        workload(f"x25519.{what}", "prime_curves")(of_x25519(what))


_register()
