# SPDX-License-Identifier: Apache-2.0
"""What a peer's program is asked for one of our tasks, and what it must answer: the inputs and oracles of our own
workloads, in the form of the frames in sw/apps/peers.
"""

import hashlib
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from evariste.codes.reference import ReedSolomon
from evariste.ecc import prime
from evariste.ecc import reference as ref
from evariste.ecc.curves import Curve, curve, x25519
from evariste.errors import UserError
from evariste.workloads import aes, codes, drawn, ecc

MESSAGE = b"evariste"  # its hash is signed
OPERATIONS = {
    "mul.base": "public", "mul.ct": "multiply", "mul.vartime": "multiply", "ecdh": "ecdh", "ecdsa.sign": "sign",
    "ecdsa.sign.nonce": "sign", "ecdsa.verify": "verify",
}  # fmt: skip
EQUAL = "equal to the reference on Python integers"


@dataclass(frozen=True)
class Question:
    """The file "in", the check of the file "out", words for the driver, and the parameters of the record."""

    given: bytes
    check: Callable[[bytes], tuple[bool, str]]
    defines: dict[str, str | int] = field(default_factory=dict)
    params: dict[str, object] = field(default_factory=dict)


def question(task: str) -> Question:
    """The question of a task, by its name."""
    for pattern, make in _MAKERS:
        if found := re.fullmatch(pattern, task):
            return make(*found.groups())
    raise UserError(f"no frame of sw/apps/peers can ask for {task}.")


def _equal(right: bytes, oracle: str) -> Callable[[bytes], tuple[bool, str]]:
    return lambda said: (said[: len(right)] == right, oracle)


def _code(name: str, what: str, errors: str | None) -> Question:
    code = {"rs255_239": codes.RS, "rs255_223": codes.CCSDS}[name]
    words = codes.encoded(code)
    defines = {"N": code.n, "K": code.k, "POLYNOMIAL": code.polynomial, "FIRST_ROOT": code.first_root,
               "STEP": code.step, "WORDS": len(words), f"WHAT_{what}": 1}  # fmt: skip
    if what == "encode":
        given, oracle = [word[: code.k] + bytes(code.n - code.k) for word in words], "equal to reedsolo's encoding"
    else:
        given, oracle = codes.damaged(words, int(errors or 0)), "messages encoded by reedsolo came back"
    kept = code.n if what == "encode" else code.k  # some correct the message only

    def check(said: bytes) -> tuple[bool, str]:
        return _cut(said, code, kept) == [word[:kept] for word in words], oracle

    return Question(b"".join(given), check, defines, {"words": len(words)})


def _cut(said: bytes, code: ReedSolomon, kept: int) -> list[bytes]:
    return [said[at : at + kept] for at in range(0, len(said), code.n)]


def _aes(mode: str, what: str) -> Question:
    name = what if mode == "aes" else f"{mode}_{what}".replace("_block", "")
    rng = drawn(128)
    key, text = rng.randbytes(16), rng.randbytes(aes.LENGTH)
    keys = {"ctr": "counter", "gcm": "sealing"}.get(name, "decryption" if "decrypt" in name else "encryption")
    defines: dict[str, str | int] = {"WHAT": name, "KEYS": keys} | ({"CALL": 1} if mode == "aes" else {})
    if name == "expand":
        defines["EXPAND"] = 1
    return Question(key + aes.IV + text, _equal(aes.answer(name, key, text), "cryptography's result"), defines)


def _hash(name: str, what: str) -> Question:
    new = hashlib.new(name)
    text = drawn(name).randbytes(8 * new.block_size)
    right = hashlib.new(name, text[:64] if what == "call" else text).digest()
    defines = {"BLOCK": new.block_size, "DIGEST": new.digest_size} | ({"CALL": 1} if what == "call" else {})
    return Question(text, _equal(right, "Python's hashlib"), defines)


def _curve(name: str, operation: str) -> Question:
    c, what, rng = curve(name), OPERATIONS[operation], random.Random(name)
    k, other, nonce = (rng.randrange(1, c.n) for _ in range(3))
    known = ref.multiply(c, k if what == "verify" else other, ref.generator(c))
    assert known is not None
    digest = hashlib.sha256(MESSAGE).digest()
    signature = ecc.sign(c, k, nonce, digest)
    return Question(octets(c, k, *known) + digest + octets(c, *signature) + MESSAGE,
                    _curve_check(c, what, k, known, digest), {"BYTES": c.octets, f"WHAT_{what}": 1})  # fmt: skip


def octets(c: Curve, *numbers: int) -> bytes:
    """Numbers as the frame takes and gives them."""
    return b"".join(x.to_bytes(c.octets) for x in numbers)


def _curve_check(
    c: Curve, what: str, k: int, known: tuple[int, int], digest: bytes
) -> Callable[[bytes], tuple[bool, str]]:
    def check(said: bytes) -> tuple[bool, str]:
        if what == "verify":
            return len(said) == 1, "a signature made by the definition is accepted"
        if what == "sign":
            numbers = (int.from_bytes(said[: c.octets]), int.from_bytes(said[c.octets :]))
            return ecc.verifies(c, ref.multiply(c, k, ref.generator(c)), numbers, digest), "verified by the definition"
        point = ref.multiply(c, k, ref.generator(c) if what == "public" else known)
        return point is not None and said == octets(c, *point)[: c.octets if what == "ecdh" else None], EQUAL

    return check


def _x25519(what: str) -> Question:
    """In the frame of curves: the public key is u alone, and the shared secret, too."""
    rng, base = random.Random(what), x25519().u.to_bytes(32, "little")
    key, peer = rng.randbytes(32), prime.exchange(rng.randbytes(32), base)
    right = prime.exchange(key, base if what == "public" else peer)
    given = key + peer + bytes(32) + bytes(32) + bytes(64) + MESSAGE
    return Question(given, _equal(right, "equal to a ladder on Python integers"),
                    {"BYTES": 32, f"WHAT_{'public' if what == 'public' else 'ecdh'}": 1})  # fmt: skip


_MAKERS: tuple[tuple[str, Callable[..., Question]], ...] = (
    (r"(rs255_2\d\d)\.(encode|decode)(?:\.e(\d+))?", _code),
    (r"(aes|cbc|ctr|gcm)128\.(\w+)", _aes),
    (r"(sha256)\.(block|call)", _hash),
    (r"x25519\.(public|agree)", _x25519),
    (r"([bkp]\d+)\.(.+)", _curve),
)
