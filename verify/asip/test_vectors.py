# SPDX-License-Identifier: Apache-2.0
"""Published vectors on the coprocessor: those of `cryptography-vectors` for its modes of AES, key pairs,
public keys and signatures on NIST's binary curves; `openssl` both ways; and that no secret changes the time of a task.
"""

import hashlib
import importlib.util
import random
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from evariste.ecc import reference
from evariste.ecc.curves import BinaryCurve, binary_curves
from evariste.machines.asip import driver
from evariste.machines.asip.host import Host
from evariste.machines.asip.modes import AES
from evariste.paths import ROOT

FOLDERS = ("ECB", "CBC", "CTR", "CCM", "GCM", "OCB3", "CMAC")
NIST = {c.nist: c for c in binary_curves().values() if c.nist}
EDITIONS = ("186-2", "186-3")
each_curve = pytest.mark.parametrize(
    "name", [pytest.param(c.name, marks=() if c.degree < 200 else pytest.mark.full) for c in NIST.values()]
)


def _loaded(name: str) -> ModuleType:
    """A module beside the shared tests that reads vectors."""
    spec = importlib.util.spec_from_file_location(name.replace("/", "_"), ROOT / f"verify/{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


aes_vectors, cavs = _loaded("aes/vectors"), _loaded("ecc/cavs")
FILES = [file for file in aes_vectors.files() if any(f"{folder}/" in file for folder in FOLDERS)]


@cache
def host(configuration: str = "full") -> Host:
    return Host(configuration)


def holds(case: Any) -> bool:
    """Whether the coprocessor gives what the vector says. A rejected message has another tag."""
    job, aes = case.job, AES(host(), case.job.key)
    match job.mode.name:
        case "ECB":
            return aes.ecb(job.data, job.decrypt) == case.data
        case "CBC":
            return aes.cbc(job.iv, job.data, job.decrypt) == case.data
        case "CTR":
            return aes.ctr(job.iv, job.data) == case.data
        case "CMAC":
            return aes.cmac(job.data) == case.tag
        case "CCM":
            length = len(job.tag) if job.decrypt else job.tag_length
            text, tag = aes.ccm(job.iv, job.data, job.aad, length, job.decrypt)
        case "GCM":
            text, tag = aes.gcm(job.iv, job.data, job.aad, job.decrypt)
            tag = tag[: len(job.tag) if job.decrypt else job.tag_length]
        case _:
            text, tag = aes.ocb(job.iv, job.data, job.aad, decrypt=job.decrypt)
    if case.data is None:
        return tag != job.tag
    return (text, tag) == (case.data, case.tag)


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_sample_of_the_vectors_of_each_mode(folder: str) -> None:
    files = [file for file in FILES if f"{folder}/" in file]
    cases = [case for file in files[:: max(1, len(files) // 3)] for case in aes_vectors.cases(file)]
    chosen = cases[:: max(1, len(cases) // 40)]
    assert len(chosen) > 5 and not [case.name for case in chosen if not holds(case)]


@pytest.mark.full
@pytest.mark.parametrize("file", FILES)
def test_every_vector_of_the_file(file: str) -> None:
    cases = aes_vectors.cases(file)
    assert cases and not [case.name for case in cases if not holds(case)]


def configuration(curve: BinaryCurve) -> str:
    return "full" if curve.degree <= 256 else "all_fast"


def product(curve: BinaryCurve, k: int, point: tuple[int, int]) -> tuple[int, ...]:
    on = host(configuration(curve))
    driver.load(on, curve)
    blinding = random.Random(k).randrange(1, 1 << 100)
    done = driver.checked(driver.multiply(on, k, point, curve.n.bit_length(), blinding, 3))
    return tuple(done.numbers(on.words))


def public(entry: dict[str, str]) -> tuple[int, int]:
    return int(entry["Qx"], 16), int(entry["Qy"], 16)


def key_pairs() -> Iterator[tuple[BinaryCurve, int, tuple[int, int]]]:
    for edition in EDITIONS:
        for curve, _, entry in cavs.cavs(edition, "KeyPair.rsp"):
            if isinstance(curve, BinaryCurve) and "d" in entry:
                yield curve, int(entry["d"], 16), public(entry)


def test_a_key_pair_of_each_curve() -> None:
    pairs = {curve.name: (curve, d, q) for curve, d, q in key_pairs()}
    assert len(pairs) == len(NIST)
    for curve, d, q in pairs.values():
        if curve.degree <= 256:
            assert product(curve, d, (curve.gx, curve.gy)) == q


@each_curve
def test_every_key_pair(name: str) -> None:
    pairs = [(c, d, q) for c, d, q in key_pairs() if c.name == name]
    assert pairs
    for curve, d, q in pairs:
        assert product(curve, d, (curve.gx, curve.gy)) == q


def belongs(curve: BinaryCurve, q: tuple[int, int]) -> bool:
    """Whether the coprocessor takes a point as a public key. Its registers have room for longer coordinates, too."""
    on = host(configuration(curve))
    driver.load(on, curve)
    if max(q) >> on.width:
        return False
    return not on.task("point_validate", driver.numbers(on, *q)).error


@each_curve
def test_every_public_key_right_or_wrong(name: str) -> None:
    """Wrong ones: too long, not on the curve, a point of order 2 added."""
    found = [(c, e) for edition in EDITIONS for c, _, e in cavs.cavs(edition, "PKV.rsp")
             if c.name == name and "Result" in e]  # fmt: skip
    wanted = [entry["Result"].startswith("P") for _, entry in found]
    assert any(wanted) and not all(wanted)
    assert [belongs(curve, public(entry)) for curve, entry in found] == wanted


def hashed(curve: BinaryCurve, digest: str, entry: dict[str, str]) -> int:
    value = hashlib.new(digest, bytes.fromhex(entry["Msg"])).digest()
    return int.from_bytes(value, "big") >> max(0, 8 * len(value) - curve.n.bit_length())


def accepted(curve: BinaryCurve, digest: str, entry: dict[str, str]) -> bool:
    """ECDSA by two products and a sum; integers are the host's."""
    r, s = int(entry["R"], 16), int(entry["S"], 16)
    q, e = public(entry), hashed(curve, digest, entry)
    if not (0 < r < curve.n and 0 < s < curve.n) or not belongs(curve, q):
        return False
    w = pow(s, -1, curve.n)
    one, two = (product(curve, k, p) for k, p in ((e * w % curve.n, (curve.gx, curve.gy)), (r * w % curve.n, q)))
    on = host(configuration(curve))
    total = driver.checked(on.task("point_add", driver.numbers(on, *one, *two))).numbers(on.words)
    return total[0] % curve.n == r


def signed(curve: BinaryCurve, digest: str, entry: dict[str, str]) -> tuple[int, int]:
    """The signature with the nonce of the file."""
    d, k = int(entry["d"], 16), int(entry["k"], 16)
    r = product(curve, k, (curve.gx, curve.gy))[0] % curve.n
    return r, pow(k, -1, curve.n) * (hashed(curve, digest, entry) + d * r) % curve.n


Entries = list[tuple[BinaryCurve, str, dict[str, str]]]


def entries(name: str, file: str, key: str, most: int) -> Entries:
    """So many of each edition, that have this value."""
    found: Entries = []
    for edition in EDITIONS:
        found += [one for one in cavs.cavs(edition, file) if one[0].name == name and key in one[2]][:most]
    assert len(found) > 1
    return found


@pytest.mark.parametrize("name", [c.name for c in NIST.values() if c.degree < 200])
def test_signatures(name: str) -> None:
    signatures(name, 3)


@pytest.mark.full
@pytest.mark.parametrize("name", [c.name for c in NIST.values()])
def test_every_signature(name: str) -> None:
    signatures(name, 10_000)


def signatures(name: str, most: int) -> None:
    for curve, digest, entry in entries(name, "SigVer.rsp", "Result", most):
        assert accepted(curve, digest, entry) is entry["Result"].startswith("P")
    for curve, digest, entry in entries(name, "SigGen.txt", "k", most):
        assert signed(curve, digest, entry) == (int(entry["R"], 16), int(entry["S"], 16))


def test_openssl_reads_what_the_coprocessor_wrote_and_the_other_way_round(tmp_path: Path) -> None:
    key, iv, data = (random.Random(5).randbytes(n) for n in (32, 16, 320))
    for name, ours in (("aes-256-cbc", AES(host(), key).cbc), ("aes-256-ctr", AES(host(), key).ctr)):
        (tmp_path / "in").write_bytes(data)
        command = ["openssl", "enc", f"-{name}", "-K", key.hex(), "-iv", iv.hex(), "-nopad", "-in", tmp_path / "in"]
        sent = subprocess.run(command, capture_output=True, check=True).stdout
        assert ours(iv, data) == sent
        (tmp_path / "in").write_bytes(ours(iv, data))
        assert subprocess.run([*command, "-d"], capture_output=True, check=True).stdout == data


@pytest.mark.parametrize("many", [20, pytest.param(1000, marks=pytest.mark.full)])
def test_no_secret_changes_the_time_of_a_task(many: int) -> None:
    rng, curve, on = random.Random(many), binary_curves()["b163"], Host()
    spent = set()
    for _ in range(many):
        keys = on.task("aes_key256", rng.randbytes(32)).cycles
        blocks = on.task("aes_encrypt", rng.randbytes(16)).cycles, on.task("aes_decrypt", rng.randbytes(16)).cycles
        spent.add((keys, *blocks))
    assert len(spent) == 1
    driver.load(on, curve)
    base = (curve.gx, curve.gy)
    times = {tuple(at for at, _ in on.trace("point_multiply", driver.numbers(on, *base, rng.randrange(1, curve.n), 7),
                                            count=163)) for _ in range(many // 4)}  # fmt: skip
    assert len(times) == 1


def test_a_longer_scalar_changes_it() -> None:
    """A control of the test above."""
    curve, on = binary_curves()["b163"], Host()
    driver.load(on, curve)
    base = reference.generator(curve)
    assert isinstance(base, tuple)
    assert driver.multiply(on, 5, base, 163).cycles != driver.multiply(on, 5, base, 162).cycles
