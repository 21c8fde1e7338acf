# SPDX-License-Identifier: Apache-2.0
"""Random inputs of a task, for a program that reads many, and what is right.

The programs are those that the tests of the library use: one of each serves all tasks of a subject. An answer is what a
task gives, without how it is written: a number of a prime field is taken modulo the prime.

Points and signatures among the inputs come from the portable code, built for this computer. The judges are others:
reedsolo, PyPI `cryptography`, Python's hashlib and zlib, and the definitions on Python's integers.
"""

import hashlib
import hmac
import random
import re
import struct
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from evariste import aes
from evariste.codes import jobs
from evariste.codes.reference import Bch, ReedSolomon
from evariste.ecc import prime
from evariste.ecc import reference as ref
from evariste.ecc import vectors as v
from evariste.ecc.curves import Curve, curves, fields, primes, x25519
from evariste.workloads import codes, ecc

Files = dict[str, bytes]


@dataclass(frozen=True)
class Questions:
    """A run of `source` on these files and arguments. `read` gives the answer for each input from the files that it
    wrote. `right` says whether the answer of an input, by its place, is right.
    """

    source: str
    files: Files
    args: tuple[str, ...]
    read: Callable[[Files], list[bytes]]
    right: Callable[[int, bytes], bool]


def draws(task: str, first: int, count: int) -> list[random.Random]:
    """Where each input comes from. An input depends on its task and number alone."""
    return [random.Random(f"{task} {i}") for i in range(first, first + count)]


def questions(task: str, first: int, count: int) -> Questions:
    """The inputs of a task with these numbers."""
    rngs = draws(task, first, count)
    for pattern, make in _MAKERS:
        if found := re.fullmatch(pattern, task):
            return make(rngs, *found.groups())
    raise LookupError(f"{task} has no random inputs; `_MAKERS` in evariste/family/questions.py says how they are made")


def _expecting(expected: Sequence[bytes]) -> Callable[[int, bytes], bool]:
    return lambda i, answer: answer == expected[i]


# Error-correcting codes.

_SHORT_BCH = {"bch31_11": (31, Bch(0x25, 31, 5)), "bch63_51": (63, Bch(0x43, 63, 2))}


def _reed_solomon(rngs: list[random.Random], name: str, what: str, errors: str | None) -> Questions:
    from reedsolo import RSCodec

    code: ReedSolomon = codes.REED_SOLOMON[name]
    coder = RSCodec(code.checks, nsize=code.n, fcr=code.first_root, prim=code.polynomial,
                    generator=code.field.alpha(code.step))  # fmt: skip
    sent = [bytes(coder.encode(rng.randbytes(code.k))) for rng in rngs]
    plan, count = jobs.Jobs(), int(errors or 0)
    codes.choose(plan, code)
    if what == "encode":
        plan.encode(code, [word[: code.k] for word in sent])
    else:
        plan.decode(code, [_damaged(word, count, rng) for word, rng in zip(sent, rngs, strict=True)])

    return _jobs(plan, count, sent)


def _jobs(plan: jobs.Jobs, count: int, sent: list[bytes]) -> Questions:
    """Of the last of these jobs: so many corrections of each word, and the word as it was sent."""

    def read(written: Files) -> list[bytes]:
        return [struct.pack("<h", status) + word for status, word in plan.results(written["results"])[-1]]

    return Questions(jobs.SOURCE, {"jobs": bytes(plan.content)}, ("jobs", "results"), read,
                     _expecting([struct.pack("<h", count) + word for word in sent]))  # fmt: skip


def _damaged(word: bytes, errors: int, rng: random.Random) -> bytes:
    received = bytearray(word)
    for place in rng.sample(range(len(word)), errors):
        received[place] ^= rng.randrange(1, 256)
    return bytes(received)


def _bch(rngs: list[random.Random], name: str, many: str | None, errors: str) -> Questions:
    if name in _SHORT_BCH:
        return _short_bch(rngs, name, many, errors)
    code, plan, count = codes.BCH[name], jobs.Jobs(), int(errors)
    sent = [code.encode(rng.getrandbits(code.k)) for rng in rngs]
    plan.make(code)
    plan.decode(code, [codes.stored(code, word ^ sum(1 << place for place in rng.sample(range(code.n), count)))
                       for word, rng in zip(sent, rngs, strict=True)])  # fmt: skip
    return _jobs(plan, count, [codes.stored(code, word) for word in sent])


def _short_bch(rngs: list[random.Random], name: str, many: str | None, errors: str) -> Questions:
    length, code = _SHORT_BCH[name]
    count, lanes, size = int(errors), 4 if many else 1, 8 if length == 63 else 4
    sent = [[code.encode(rng.getrandbits(code.k)) for _ in range(lanes)] for rng in rngs]
    received = [word ^ sum(1 << place for place in rng.sample(range(code.n), count))
                for words, rng in zip(sent, rngs, strict=True) for word in words]  # fmt: skip
    status = bytes([count] * 4) if many else struct.pack("<i", count)
    expected = [status + b"".join(word.to_bytes(size, "little") for word in words) for words in sent]
    return Questions("sw/apps/bench_bch_short.c", {"in": b"".join(word.to_bytes(size, "little") for word in received)},
                     ("4" if many else str(length), "in", "out", "quiet"), _cut("out", len(status) + lanes * size),
                     _expecting(expected))  # fmt: skip


def _cut(name: str, size: int) -> Callable[[Files], list[bytes]]:
    return lambda written: [written[name][at : at + size] for at in range(0, len(written[name]), size)]


# AES, GHASH, CRC.

_BLOCKS = 5  # of a message
_NONCES = {"ccm": 13, "gcm": 12, "ocb": 12}


def _aes(rngs: list[random.Random], name: str, bits: str, what: str) -> Questions:
    asked, expected = [], []
    for rng in rngs:
        key, iv, data = rng.randbytes(int(bits) // 8), rng.randbytes(16), rng.randbytes(16 * _BLOCKS)
        job, right = _aes_job(name, what, key, iv, data)
        asked.append(job)
        expected.append(right)
    return Questions("sw/apps/aes_vectors.c", {"jobs.bin": b"".join(job.pack() for job in asked)}, (), _aes_read,
                     _expecting(expected))  # fmt: skip


def _aes_job(name: str, what: str, key: bytes, iv: bytes, data: bytes) -> tuple[aes.Job, bytes]:
    """A job, and what it must give. A GHASH is asked for as the tag of GCM without a message."""
    from cryptography.hazmat.decrepit.ciphers.modes import CFB, OFB
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
    from cryptography.hazmat.primitives.ciphers.aead import AESCCM, AESGCM, AESOCB3
    from cryptography.hazmat.primitives.cmac import CMAC

    decrypt = what.startswith("decrypt")
    if name == "aes":
        data = data[:16]
    if name == "ghash":
        aad = data[:16] if what == "call" else data
        return (aes.Job(aes.Mode.GCM, key, iv=iv[:12], aad=aad, tag_length=16), AESGCM(key).encrypt(iv[:12], b"", aad))
    if name == "cmac":
        mac = CMAC(algorithms.AES(key))
        mac.update(data)
        return aes.Job(aes.Mode.CMAC, key, data, tag_length=16), mac.finalize()
    if name in _NONCES:
        seal = {"ccm": AESCCM, "gcm": AESGCM, "ocb": AESOCB3}[name](key)
        nonce = iv[: _NONCES[name]]
        job = aes.Job(aes.Mode[name.upper()], key, data, iv=nonce, tag_length=16)
        return job, seal.encrypt(nonce, data, None)
    mode = {"aes": modes.ECB, "ecb": modes.ECB, "cbc": modes.CBC, "ctr": modes.CTR, "cfb": CFB, "ofb": OFB}[name]
    plain = name in ("aes", "ecb")
    cipher = Cipher(algorithms.AES(key), mode() if plain else mode(iv))
    worked = cipher.decryptor() if decrypt else cipher.encryptor()
    job = aes.Job(aes.Mode["ECB" if plain else "CFB128" if name == "cfb" else name.upper()], key, data,
                  iv=b"" if plain else iv, decrypt=decrypt)  # fmt: skip
    return job, worked.update(data)


def _aes_read(written: Files) -> list[bytes]:
    """Output and tag of each job. A job that failed has its status instead."""
    content, at, found = written["results.bin"], 0, []
    while at < len(content):
        status, length, tag = struct.unpack_from("<3I", content, at)
        at += 12 + length + tag
        found.append(content[at - length - tag : at] if status == 0 else b"status %d" % status)
    return found


def _crc(rngs: list[random.Random]) -> Questions:
    messages = [rng.randbytes(1024) for rng in rngs]
    head = struct.pack("<8I", 0x04C11DB7, 0xFFFFFFFF, 0xFFFFFFFF, 32, 1, 0, 0, 1024)

    def read(written: Files) -> list[bytes]:  # the last one is the measured one's
        return _cut("results.bin", 4)(written)[:-1]

    return Questions("sw/apps/crc_jobs.c", {"jobs.bin": b"".join(head + m for m in messages)}, (), read,
                     _expecting([zlib.crc32(m).to_bytes(4, "little") for m in messages]))  # fmt: skip


# Hashes, fields, curves: requests to one program.


def _asking(requests: list[v.Request], right: Callable[[int, bytes], bool], modulus: int = 0) -> Questions:
    def read(written: Files) -> list[bytes]:
        found = v.unpack(written["out"])
        if modulus:
            return [(v.number(data) % modulus).to_bytes(len(data), "little") for _, data in found]
        return [bytes([status]) + data for status, data in found]

    return Questions(v.PROGRAM, {"in": v.pack(requests)}, ("in", "out"), read, right)


def _hash(rngs: list[random.Random], keyed: str | None, name: str, what: str) -> Questions:
    length = 64 if what == "call" else 8 * hashlib.new(name).block_size
    asked, expected = [], []
    for rng in rngs:
        key, message = rng.randbytes(32), rng.randbytes(length)
        op, load = (v.HMAC, key + message) if keyed else (v.HASH, message)
        asked.append((op, v.HASHES.index(name), 32 if keyed else 0, load))
        expected.append(b"\0" + (hmac.digest(key, message, name) if keyed else hashlib.new(name, message).digest()))
    return _asking(asked, _expecting(expected))


def _binary_field(rngs: list[random.Random], degree: str, what: str) -> Questions:
    m, op = int(degree), {"mul": v.MUL, "sqr": v.SQR, "inv": v.INV}[what]
    pairs = [(rng.getrandbits(m), rng.getrandbits(m)) for rng in rngs]
    _, by_definition = ecc.FIELD[what]
    asked = [v.field(op, m, *(pair if what == "mul" else pair[:1])) for pair in pairs]

    def right(i: int, answer: bytes) -> bool:
        return answer[0] == 0 and v.number(answer[1:]) == by_definition(*pairs[i], 0, fields()[m])

    return _asking(asked, right)


def _prime_field(rngs: list[random.Random], name: str, what: str) -> Questions:
    f, op = primes()[name], {"mul": v.MUL, "sqr": v.SQR, "inv": v.INV}[what]
    pairs = [(rng.randrange(1, f.p), rng.randrange(f.p)) for rng in rngs]
    _, by_definition = ecc.PRIME_FIELD[what]

    def right(i: int, answer: bytes) -> bool:
        a, b = pairs[i]
        return v.number(answer) == by_definition(a, f.p if what == "inv" else b) % f.p

    return _asking([v.prime_field(op, f, *(pair if what == "mul" else pair[:1])) for pair in pairs], right, f.p)


def _x25519(rngs: list[random.Random], what: str) -> Questions:
    keys = [(rng.randbytes(32), rng.randbytes(32)) for rng in rngs]
    base = x25519().u.to_bytes(32, "little")
    asked = [(v.X25519, 0, 0, key + (peer if what == "agree" else b"")) for key, peer in keys]

    def right(i: int, answer: bytes) -> bool:
        key, peer = keys[i]
        return answer == b"\0" + prime.exchange(key, peer if what == "agree" else base)

    return _asking(asked, right)


@dataclass(frozen=True)
class _Drawn:
    """Secrets of an input on a curve: a key, another scalar, whose point is the other party's, and a digest."""

    key: int
    other: int
    digest: bytes
    damage: int | None  # the bit of a signature that is wrong


def _curve(rngs: list[random.Random], name: str, what: str) -> Questions:
    c = curves()[name]
    bits = 8 * len(v.octets(c, 0))
    drawn = [_Drawn(rng.randrange(1, c.n), rng.randrange(1, c.n), rng.randbytes(32),
                    rng.randrange(bits) if i % 2 else None) for i, rng in enumerate(rngs)]  # fmt: skip
    return _CURVE[what](c, drawn)


def _points(c: Curve, scalars: list[int]) -> list[tuple[int, int]]:
    """Multiples of the base point, by the code for this computer."""
    return [v.two(c, data) for _, data in v.ask([v.on(c, v.BASE_MUL, v.scalar(c, k)) for k in scalars], "host")]


def _known(c: Curve, k: int, start: ref.Point = None) -> tuple[int, int]:
    found = ref.multiply(c, k, start or ref.generator(c))
    assert found is not None
    return found


def _multiple(c: Curve, drawn: list[_Drawn]) -> Questions:
    points = _points(c, [d.other for d in drawn])
    asked = [v.on(c, v.POINT_MUL, v.scalar(c, d.key), v.point(c, p)) for d, p in zip(drawn, points, strict=True)]
    return _asking(asked, lambda i, a: a == b"\0" + v.point(c, _known(c, drawn[i].key, points[i])))


def _base(c: Curve, drawn: list[_Drawn]) -> Questions:
    return _asking([v.on(c, v.BASE_MUL, v.scalar(c, d.key)) for d in drawn],
                   lambda i, a: a == b"\0" + v.point(c, _known(c, drawn[i].key)))  # fmt: skip


def _sum(c: Curve, drawn: list[_Drawn]) -> Questions:
    points = _points(c, [d.other for d in drawn])
    asked = [v.on(c, v.MUL2_VARTIME, v.scalar(c, d.other), v.scalar(c, d.key), v.point(c, p))
             for d, p in zip(drawn, points, strict=True)]  # fmt: skip

    def right(i: int, answer: bytes) -> bool:
        d = drawn[i]
        both = ref.add(c, _known(c, d.other), _known(c, d.key, points[i]))
        return both is not None and answer == b"\0" + v.point(c, both)

    return _asking(asked, right)


def _ecdh(c: Curve, drawn: list[_Drawn]) -> Questions:
    points = _points(c, [d.other for d in drawn])
    asked = [v.on(c, v.ECDH, v.octets(c, d.key), v.encoded(c, p)) for d, p in zip(drawn, points, strict=True)]
    return _asking(asked, lambda i, a: a == b"\0" + _known(c, drawn[i].key, points[i])[0].to_bytes(c.octets))


def _signatures(c: Curve, drawn: list[_Drawn]) -> list[v.Request]:
    return [v.sign(c, v.SIGN, d.key, d.digest) for d in drawn]


def _sign(c: Curve, drawn: list[_Drawn]) -> Questions:
    def right(i: int, answer: bytes) -> bool:
        d = drawn[i]
        return answer[0] == 0 and ecc.verifies(c, _known(c, d.key), v.big(answer[1:]), d.digest)

    return _asking(_signatures(c, drawn), right)


def _sign_nonce(c: Curve, drawn: list[_Drawn]) -> Questions:
    asked = [v.on(c, v.SIGN_NONCE, v.scalar(c, d.key), v.scalar(c, d.other), d.digest) for d in drawn]

    def right(i: int, answer: bytes) -> bool:
        r, s = ecc.sign(c, drawn[i].key, drawn[i].other, drawn[i].digest)
        return answer == b"\0" + v.scalar(c, r) + v.scalar(c, s)

    return _asking(asked, right)


def _verify(c: Curve, drawn: list[_Drawn]) -> Questions:
    """Each second signature has a wrong bit and must be refused, with the status that says so."""
    points = _points(c, [d.key for d in drawn])
    asked = []
    for d, p, (_, signature) in zip(drawn, points, v.ask(_signatures(c, drawn), "host"), strict=True):
        wrong = int.from_bytes(signature) ^ (0 if d.damage is None else 1 << d.damage)
        asked.append(v.verify(c, v.VERIFY, v.encoded(c, p), d.digest, wrong.to_bytes(len(signature))))
    refused = bytes([v.statuses().index("bad signature")])
    return _asking(asked, lambda i, a: a == (b"\0" if drawn[i].damage is None else refused))


_CURVE: dict[str, Callable[[Curve, list[_Drawn]], Questions]] = {
    "mul.ct": _multiple, "mul.base": _base, "mul2.vartime": _sum, "ecdh": _ecdh, "ecdsa.sign": _sign,
    "ecdsa.sign.nonce": _sign_nonce, "ecdsa.verify": _verify,
}  # fmt: skip
_MAKERS: tuple[tuple[str, Callable[..., Questions]], ...] = (
    (r"(rs\d+_\d+)\.(encode|decode)(?:\.e(\d+))?", _reed_solomon),
    (r"(bch\d+_\d+)\.decode(_4_words)?\.e(\d+)", _bch),
    (r"(aes)(\d+)\.(\w+)", _aes),
    (r"(ghash)()\.(\w+)", lambda rngs, name, _, what: _aes(rngs, name, "128", what)),
    (r"([a-z]{3,4})(128)\.(\w+)", lambda rngs, name, bits, what: _aes(rngs, name, bits, what)),
    (r"crc32\.kib", _crc),
    (r"(hmac_)?(sha\d+)\.(\w+)", _hash),
    (r"gf2_(\d+)\.(mul|sqr|inv)", _binary_field),
    (r"f(p\d+)\.(mul|sqr|inv)", _prime_field),
    (r"x25519\.(\w+)", _x25519),
    (r"([bkp]\d+)\.(.+)", _curve),
)
