# SPDX-License-Identifier: Apache-2.0
"""Are the generated kernels right for any operands, in any place, and do they leave the caller what is the caller's?"""

import re
from collections.abc import Callable
from random import Random

import pytest

from evariste.bench import registry, runner
from evariste.ecc import reference as ref
from evariste.ecc.curves import binary_curves, fields
from evariste.machines.coreva.kernels import field, files, point
from evariste.machines.coreva.kernels.elements import FUNCTIONS
from evariste.machines.coreva.recipes import ISA, RAM
from evariste.machines.coreva.workloads import SMALL_ON
from evariste.sim import Machine
from evariste.vliw.assembler import Assembler
from evariste.vliw.code import KEPT, STACK
from evariste.vliw.kernel import Kernel, NoRegister, Way, search

M, WORDS, BITS = field.DEGREE, field.WORDS, 32
F = fields()[M]
PLACES = tuple(RAM + 0x100 * i for i in range(4))  # of the result and three operands
TOP = RAM + 0x4000
CONFIGURATION = {"integer": "base", "plain": "base", "guarded": "ise", "fused": "ise", "polynomial": "clmul",
                 "unit": "ff233", "x": "x"}  # fmt: skip
# Elements that a function reads, and what it makes of them; the last argument is a bit or a number.
MEANS: dict[str, tuple[int, Callable[..., int]]] = {
    "mul": (2, lambda a, b, c, n: ref.mul(a, b, F)),
    "muladd": (3, lambda a, b, c, n: ref.mul(a, b, F) ^ c),
    "mulsqr": (2, lambda a, b, c, n: ref.sqr(ref.mul(a, b, F), F)),
    "sqr": (1, lambda a, b, c, n: ref.sqr(a, F)),
    "sqrn": (1, lambda a, b, c, n: ref.sqrn(a, n, F)),
    "sumsqr": (2, lambda a, b, c, n: ref.sqr(a ^ b, F)),
    "selsqr": (2, lambda a, b, c, n: ref.sqr(b if n & 1 else a, F)),
    "inv": (1, lambda a, b, c, n: ref.inverse(a, F)),
    "half_trace": (1, lambda a, b, c, n: ref.half_trace(a, F)),
}
FIELD = [name for name in files.ENTRIES if name.rpartition("_")[0] in MEANS]


def text_of(name: str) -> str:
    return files.outputs()[f"{files.FOLDER}/{name}.s"]


class Called:
    """A machine that calls one kernel."""

    def __init__(self, name: str, text: str = "", behind: str = "") -> None:
        self.core = Machine("coreva", CONFIGURATION[name.rpartition("_")[2]])
        body = re.sub(r"^\.section.*\n", "", text or text_of(name), flags=re.M)
        start = f"    call {files.PREFIX}{name} ;;\n    nop ;;\n{behind}end:\n    br end ;;\n    nop ;;\n"
        self.core.write(0, bytes(Assembler(ISA).assemble(start + body, name).sections[".text"].data))

    def __call__(self, *arguments: int) -> int:
        core, rng = self.core, Random(1)
        core.reset()
        kept = {r: rng.getrandbits(32) for r in KEPT} | {STACK: TOP}
        for register, value in (kept | {10 + i: v for i, v in enumerate(arguments)}).items():
            core.set_reg(register, value)
        stop = core.run(max_cycles=100_000)
        assert stop.reason == "loop", stop.sentence
        assert {r: core.regs[r] for r in kept} == kept
        return core.cycles

    def put(self, place: int, value: int, words: int = WORDS) -> None:
        self.core.write(place, value.to_bytes(4 * words, "little"))

    def get(self, place: int, words: int = WORDS) -> int:
        return int.from_bytes(self.core.read(place, 4 * words), "little")


LEFT = RAM + 0x800
# Copies the elements of the accelerator to LEFT.
COPY = (f"movi r5, 0 ;;\nmovhi r5, 0x4000 ;;\nmovi r6, {LEFT & 0xFFFF} ;;\nmovhi r6, {LEFT >> 16} ;;\n"
        + "".join(f"lw r7, {i}(r5) ;;\nsw r7, {i}(r6) ;;\n" for i in range(0, 0x100, 4)))  # fmt: skip


def operands(rng: Random) -> int:
    return rng.choice((rng.getrandbits(M), (1 << M) - 1, 1 << rng.randrange(M), 0, rng.getrandbits(M)))


def check(name: str, kernel: Called, runs: int) -> None:
    """Any operands, the result apart or in place of one of them, and always the same time."""
    count, means = MEANS[name.rpartition("_")[0]]
    numbered = name.startswith(("sqrn", "selsqr"))
    rng, times = Random(name), set()
    for run in range(runs):
        values, n = [operands(rng) for _ in range(3)], 1 + (rng.randrange(255) if run else 0)
        if name.startswith("selsqr"):
            n &= 1
        for place, value in zip(PLACES[1:], values, strict=True):
            kernel.put(place, value)
        r = PLACES[run % (1 + count)]
        kernel.put(PLACES[0] + 4 * WORDS, 0x5A)
        cycles = kernel(r, *PLACES[1 : 1 + count], *([n] if numbered else []))
        times.add(cycles if not name.startswith("sqrn") else 0)
        assert kernel.get(r) == means(*values, n), f"{name}, run {run}"
        assert kernel.get(PLACES[0] + 4 * WORDS) == 0x5A
        assert all(kernel.get(p) == v for p, v in zip(PLACES[1:], values, strict=True) if p != r)
    assert len(times) == 1, f"{name} takes {times} cycles"


@pytest.mark.parametrize("name", FIELD)
def test_a_kernel_computes_what_its_name_says_in_a_constant_time(name: str) -> None:
    check(name, Called(name), 24)


@pytest.mark.parametrize("name", [n for n in FIELD if n.startswith(("mul_", "sqr_"))])
def test_bits_of_every_place_are_right(name: str) -> None:
    """A square is linear: all unit vectors prove it. A product is bilinear: each bit of one with some of the other."""
    kernel, rng = Called(name), Random(name)
    step = 1 if name.startswith("sqr") else 4
    for i in range(0, M, step):
        b = 1 << rng.randrange(M)
        kernel.put(PLACES[1], 1 << i)
        kernel.put(PLACES[2], b)
        kernel(PLACES[0], PLACES[1], PLACES[2])
        expected = ref.sqr(1 << i, F) if name.startswith("sqr") else ref.mul(1 << i, b, F)
        assert kernel.get(PLACES[0]) == expected, f"bit {i}"


@pytest.mark.parametrize("kind", ["integer", "guarded"])
def test_words_are_multiplied_as_polynomials(kind: str) -> None:
    kernel, rng, times = Called(f"word_{kind}"), Random(kind), set()
    for _ in range(200):
        a, b = (rng.choice((rng.getrandbits(BITS), (1 << BITS) - 1, 1 << rng.randrange(BITS))) for _ in range(2))
        times.add(kernel(a, b))
        assert kernel.core.regs[11] << BITS | kernel.core.regs[10] == ref.clmul(a, b)
    assert len(times) == 1


@pytest.mark.parametrize("kind", ["plain", "fused", "unit"])
def test_the_step_of_the_ladder_selects_and_squares(kind: str) -> None:
    """Its second result may be where the first choice is."""
    kernel, rng = Called(f"ladder_{kind}"), Random(kind)
    for run in range(20):
        pairs = [[operands(rng), operands(rng)] for _ in range(2)]
        r, a, b, bit = RAM, RAM + (8 * WORDS if run % 2 else 0x200), RAM + 0x300, rng.getrandbits(1)
        for place, pair in ((a, pairs[0]), (b, pairs[1])):
            kernel.put(place, pair[0] | pair[1] << 32 * WORDS, 2 * WORDS)
        kernel(r, a, b, bit)
        x, z = pairs[bit]
        assert (kernel.get(r), kernel.get(r + 4 * WORDS)) == (x, z)
        assert kernel.get(r + 8 * WORDS) == ref.sqrn(x ^ z, 2, F)


@pytest.mark.parametrize("name", ["k233", "b233"])
def test_points_are_multiplied_with_any_scalar(name: str) -> None:
    """Also 0, 1, n - 1 and n - 2. The unit keeps no secret."""
    c, rng, times = binary_curves()[name], Random(name), set()
    kernel = Called("point_x", behind=COPY)
    bits = c.n.bit_length()
    p = ref.multiply(c, rng.randrange(1, c.n), ref.generator(c))
    assert p is not None
    r, k, at, root = RAM, RAM + 0x200, RAM + 0x300, RAM + 0x400
    for scalar in (0, 1, 2, c.n - 1, c.n - 2, *(rng.randrange(c.n) for _ in range(3))):
        kernel.put(k, scalar)
        kernel.put(at, p[0])
        kernel.put(at + point.Y, p[1])
        kernel.put(root, ref.sqrt(c.b, F))
        kernel.core.write(LEFT, bytes([0xFF]) * 0x100)
        times.add(kernel(r, k, bits, at, 0 if c.b == 1 else root))
        expected = ref.multiply(c, scalar, p)
        assert kernel.core.regs[10] == (expected is None)
        if expected is not None:
            assert (kernel.get(r), kernel.get(r + point.Y)) == expected, f"{scalar:#x}"
        assert not any(kernel.core.read(LEFT, 0x100))
    assert len(times) == 1


@pytest.mark.parametrize("name", ["mul_guarded", "mul_integer", "sqr_fused", "sqr_plain"])
def test_a_wrong_operation_is_noticed(name: str) -> None:
    """One of the operations of a kernel is exchanged for another one."""
    lines = text_of(name).splitlines()
    places = [i for i, line in enumerate(lines) if "xor r" in line]
    i = places[len(places) // 2]
    lines[i] = re.sub(r"(?<=[ |])(xor|l[sl]+rxor|lslxor) (r\d+, r\d+, r\d+)(, \d+)?", r"and \2", lines[i], count=1)
    with pytest.raises(AssertionError):
        check(name, Called(name, "\n".join(lines)), 24)


def test_a_kernel_that_needs_too_many_registers_is_refused() -> None:
    k = Kernel(ISA, "k")
    values = [k.op("lw", k.stack, imm=4 * i) for i in range(40)]
    total = k.op("add", values[0], values[1])
    for a, b in zip(values[2:], reversed(values), strict=False):
        total = k.op("add", total, k.op("xor", a, b))
    k.result(total, 10)
    k.finish()
    with pytest.raises(NoRegister):
        k.text(Way(window=400, spare=0))


def test_the_search_finds_a_way_that_is_as_short_as_the_text() -> None:
    entry = files.ENTRIES["sqr_fused"]
    kernel = entry.kernel("sqr_fused")
    count, way = search(kernel, [Way(20, 0, 0), entry.way, Way(60, 4, 1)])
    assert kernel.text(way).count(";;") == count <= kernel.text(Way(20, 0, 0)).count(";;")


@pytest.mark.parametrize("name", ["mul_unit", "muladd_unit", "sqr_unit"])
def test_each_bundle_of_a_kernel_of_the_accelerator_has_an_access(name: str) -> None:
    bundles = [line for line in text_of(name).splitlines() if line.endswith(";;")]
    assert bundles and all(re.search(r"\b(lw|sw) ", line) for line in bundles)


def test_every_function_of_the_accelerator_has_a_kernel() -> None:
    assert {f"{name}_x" for name in FUNCTIONS} <= set(FIELD)


@pytest.mark.parametrize("configuration", ["ise", *(pytest.param(c, marks=pytest.mark.full) for c in SMALL_ON)])
def test_products_built_for_size_are_right_and_smaller(configuration: str) -> None:
    fast, small = (runner.run(registry()[f"gf2_233.mul.{form}.{configuration}"], "coreva", "coreva", "iss")
                   for form in ("on", "small.on"))  # fmt: skip
    assert fast["verdict"]["passed"] and small["verdict"]["passed"]
    assert small["code_bytes"] <= fast["code_bytes"]


def test_a_record_counts_calls_of_the_functions_that_ran_and_their_bytes() -> None:
    """A step of the ladder for each bit of the scalar; b = 1, so a step has one kernel of its own."""
    found = runner.run(registry()["k233.mul.ct.on.ff233"], "coreva", "coreva", "iss")
    calls = found["params"]["calls"]
    assert calls["ev_coreva_ladder_unit"] == found["params"]["scalar_bits"]
    assert not any("guarded" in name or "vartime" in name for name in calls)
    assert 0 < found["code_bytes"] < 8_000
