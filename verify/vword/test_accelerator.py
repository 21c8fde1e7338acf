# SPDX-License-Identifier: Apache-2.0
"""The accelerator's instructions one by one: results, how long one waits for another, how a wrong one ends.

On the interpreter with several instances, and on the circuit, in lock-step with the interpreter, with two.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

import galois
import pytest

from evariste.isa import machine
from evariste.machines import named
from evariste.machines.vword.instance import FIELD, FUSED, PAPER, Instance, from_parameters, instance
from evariste.sim import Machine

ISA = machine("vword")
ROM, VECTOR, RAM = 0xBFC00000, 0xBFC00380, 0x80000000
NOP, RESET = ("nop", {}), 3
USABLE = [("lui", {"rt": 8, "imm": 0x4040}), ("mtc0", {"rt": 8, "cd": 12})]  # Status.BEV, Status.CU2
PAPER_294 = instance("x^283+x^12+x^7+x^5+1", 294, PAPER)
FUSED_57 = instance("x^241+x^70+1", 57, FUSED)
FIELD_163 = instance("x^163+x^7+x^6+x^3+1", 163, FIELD, 32)
FIELD_40 = instance("x^33+x^10+1", 40, FIELD, 5)
SMALL = instance("x^11+x^2+1", 11, FIELD, 3)
Step = tuple[str, dict[str, int]]


@dataclass(frozen=True)
class Target:
    """An instance on the interpreter, or that of a configuration on the circuit too."""

    made: Instance
    circuit: str | None = None

    def __str__(self) -> str:
        return f"{self.made.about}{', circuit' if self.circuit else ''}"


CIRCUITS = (Target(PAPER_294, "f283_w294"), Target(FIELD_163, "f163_d32"))
ALL = (*map(Target, (PAPER_294, FUSED_57, FIELD_163, FIELD_40, SMALL)), *CIRCUITS)
each_field = pytest.mark.parametrize("at", (Target(FIELD_163), CIRCUITS[1]), ids=str)
everywhere = pytest.mark.parametrize("at", ALL, ids=str)


@cache
def simulator(at: Target) -> Machine:
    if at.circuit:
        return Machine("vword", at.circuit, engine="lockstep")
    return Machine("vword", parameters=at.made.parameters)


def ready(at: Instance | Target, program: list[Step], handler: Sequence[Step] = (), **registers: int) -> Machine:
    """The machine in front of a program, with the accelerator usable."""
    core = simulator(at if isinstance(at, Target) else Target(at))
    core.write(ROM, b"".join(ISA.encode(name, **operands) for name, operands in [*USABLE, *program, *[NOP] * 4]))
    core.write(VECTOR, b"".join(ISA.encode(name, **operands) for name, operands in [*handler, *[NOP] * 8]))
    core.reset()
    core.step(len(USABLE))
    for name, value in registers.items():
        core.set_reg(core.registers.index(name), value)
    return core


def after(at: Instance | Target, program: list[Step], result: str = "v3", **registers: int) -> int:
    """A register after a program."""
    core = ready(at, program, **registers)
    stop = core.step(len(program))
    assert stop.reason == "step", stop.sentence
    return core.reg(result)


def words(made: Instance) -> list[tuple[int, int]]:
    rng, full = Random(made.word), (1 << made.word) - 1
    return [(0, full), (full, full), (1, 1 << made.word - 1),
            *((rng.getrandbits(made.word), rng.getrandbits(made.word)) for _ in range(8))]  # fmt: skip


def elements(made: Instance) -> list[tuple[int, int]]:
    low = (1 << made.polynomial.degree) - 1
    return [(a & low, b & low) for a, b in words(made)]


def modulo(made: Instance, value: int) -> int:
    return int(galois.Poly.Int(value) % galois.Poly.Int(made.polynomial.bits)) if value else 0


def times(a: int, b: int) -> int:
    return int(galois.Poly.Int(a) * galois.Poly.Int(b)) if a and b else 0


THREE = {"vd": 3, "vs": 1, "vt": 2}


@everywhere
def test_words_are_added_and_shifted(at: Target) -> None:
    made = at.made
    full = (1 << made.word) - 1
    for a, b in words(made):
        assert after(at, [("vxor", THREE)], v1=a, v2=b) == a ^ b
        for k, amount in enumerate(made.amounts):
            moved = (a << amount if amount > 0 else a >> -amount) & full
            assert after(at, [("vsh", {"vd": 3, "vs": 1, "amount": k})], v1=a) == moved
            if made.level >= FUSED:
                assert after(at, [("vshx", THREE | {"amount": k})], v1=a, v2=b) == moved ^ b


@pytest.mark.parametrize(("made", "kept"), [(FUSED_57, 241 % 57), (FIELD_163, 163), (FIELD_40, 33), (SMALL, 11)])
def test_a_mask_keeps_the_part_below_the_field(made: Instance, kept: int) -> None:
    for a, _ in words(made):
        assert after(made, [("vmask", {"vd": 3, "vs": 1})], v1=a) == a & (1 << kept) - 1


@pytest.mark.parametrize("at", [*map(Target, (FIELD_163, FIELD_40, SMALL)), CIRCUITS[1]], ids=str)
def test_field_arithmetic_is_that_of_galois(at: Target) -> None:
    made = at.made
    m, w = made.polynomial.degree, made.word
    for a, b in elements(made):
        assert after(at, [("vfmul", {"vd": 4, "vs": 1, "vt": 2}), ("vfmf", {"vd": 3})], v1=a, v2=b) == modulo(
            made, times(a, b)
        )
        assert after(at, [("vfsq", {"vd": 3, "vs": 1})], v1=a) == modulo(made, times(a, a))
        product = times(a, b)
        high, low = product >> w, product & (1 << w) - 1
        assert after(at, [("vred", THREE)], v1=high, v2=low) == modulo(made, product)
        assert (2 * m - 2) // w <= 1


def test_a_product_leaves_as_the_next_one_begins() -> None:
    a, b = 0x5A5, 0x3C3
    program = [("vfmul", {"vd": 1, "vs": 1, "vt": 2}), ("vfmul", {"vd": 1, "vs": 2, "vt": 2}), ("vfmf", {"vd": 2})]
    core = ready(SMALL, program, v1=a, v2=b)
    core.step(3)
    assert core.reg("v1") == modulo(SMALL, times(a, b))
    assert core.reg("v2") == modulo(SMALL, times(b, b))


@pytest.mark.parametrize("cond", [0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF])
def test_a_selection_takes_the_highest_bit_of_cond(cond: int) -> None:
    program = [("ctc2", {"rt": 9}), ("vsel", THREE), ("cfc2", {"rt": 10, "control": 31})]
    core = ready(SMALL, program, r9=cond, v1=5, v2=6)
    assert core.step(3).cycles - RESET - len(USABLE) == 3
    assert core.reg("v3") == (5 if cond >> 31 else 6) and core.reg("r10") == cond


@everywhere
def test_parts_of_a_word_are_moved(at: Target) -> None:
    made = at.made
    full = (1 << made.word) - 1
    for part in range(made.parts):
        for a, b in words(made):
            value = b & 0xFFFFFFFF
            wanted = (a & ~(0xFFFFFFFF << 32 * part) | value << 32 * part) & full
            assert after(at, [("mtc2", {"rt": 9, "vd": 3, "part": part})], r9=value, v3=a) == wanted
            assert after(at, [("mfc2", {"rt": 9, "vs": 1, "part": part})], "r9", v1=a) == a >> 32 * part & 0xFFFFFFFF


@everywhere
def test_control_registers_tell_the_instance(at: Target) -> None:
    made = at.made
    facts = [made.fingerprint, made.word, made.row, made.polynomial.degree, made.level, made.digit]
    for number, value in [*enumerate(facts), *enumerate(made.amounts, 16)]:
        assert after(at, [("cfc2", {"rt": 9, "control": number})], "r9") == value & 0xFFFFFFFF


@everywhere
def test_a_row_is_loaded_and_stored(at: Target) -> None:
    made = at.made
    size, middle = made.row // 8, RAM + 0x400
    program = [("vl", {"vd": 1, "rs": 9, "imm": -size}), ("vs", {"vt": 1, "rs": 9, "imm": size})]
    core = ready(at, program, r9=middle)
    core.write(middle - size, bytes(range(255, 255 - size, -1)))
    core.write(middle + size, b"\xee" * size)
    core.step(2)
    value = int.from_bytes(core.read(middle - size, size), "little") & (1 << made.word) - 1
    assert core.reg("v1") == value
    above = b"\xee" * (size - 4 * made.parts)
    assert core.read(middle + size, size) == value.to_bytes(4 * made.parts, "little") + above


def test_v0_is_0() -> None:
    assert after(SMALL, [("vxor", {"vd": 0, "vs": 1, "vt": 2}), ("vxor", {"vd": 3, "vs": 0, "vt": 0})], v1=1, v2=2) == 0


LOAD: Step = ("vl", {"vd": 1, "rs": 9, "imm": 0})
XOR: Step = ("vxor", {"vd": 1, "vs": 2, "vt": 2})
MOVE: Step = ("mtc2", {"rt": 9, "vd": 1, "part": 0})
TAKE: Step = ("mfc2", {"rt": 10, "vs": 1, "part": 0})
CONTROL: Step = ("cfc2", {"rt": 10, "control": 1})
USES: list[Step] = [("vxor", {"vd": 3, "vs": 1, "vt": 2}), ("vxor", {"vd": 3, "vs": 2, "vt": 1}),
                    ("vsh", {"vd": 3, "vs": 1, "amount": 0}), ("vshx", {"vd": 3, "vs": 2, "vt": 1, "amount": 0}),
                    ("vmask", {"vd": 3, "vs": 1}), ("vsel", {"vd": 3, "vs": 2, "vt": 1}), MOVE, TAKE,
                    ("vfmul", {"vd": 3, "vs": 2, "vt": 1}), ("vfsq", {"vd": 3, "vs": 1}),
                    ("vred", {"vd": 3, "vs": 2, "vt": 1})]  # fmt: skip
STORE: Step = ("vs", {"vt": 1, "rs": 9, "imm": 0})
MULTIPLY: Step = ("vfmul", {"vd": 3, "vs": 2, "vt": 2})
FETCH: Step = ("vfmf", {"vd": 4})
ADD: Step = ("addu", {"rd": 11, "rs": 10, "rt": 0})
BRANCH: Step = ("beq", {"rs": 10, "rt": 0, "imm": 4})
SAVE: Step = ("sw", {"rt": 10, "rs": 9, "imm": 0})
PRODUCT = FIELD_163.product_cycles  # 6
STALLS: list[tuple[Step, Step, int]] = [
    *((LOAD, use, 1) for use in USES), (LOAD, STORE, 0),
    *((XOR, use, 0) for use in USES), (XOR, STORE, 0), (MOVE, USES[0], 0), (MOVE, STORE, 0), (MOVE, MOVE, 0),
    (MULTIPLY, MULTIPLY, PRODUCT), (MULTIPLY, FETCH, PRODUCT), (MULTIPLY, XOR, 0), (MULTIPLY, STORE, 0),
    (MULTIPLY, ("vxor", {"vd": 1, "vs": 3, "vt": 3}), 0), (FETCH, MULTIPLY, 0),
    *((take, use, stall) for take in (TAKE, CONTROL) for use, stall in ((ADD, 1), (BRANCH, 2), (SAVE, 0))),
    (LOAD, ("vl", {"vd": 1, "rs": 9, "imm": 32}), 0), (LOAD, ("vxor", {"vd": 1, "vs": 2, "vt": 2}), 0),
]  # fmt: skip


@each_field
@pytest.mark.parametrize(("producer", "consumer", "stall"), STALLS, ids=lambda v: v[0] if isinstance(v, tuple) else "")
def test_a_result_is_there_in_its_cycle(producer: Step, consumer: Step, stall: int, at: Target) -> None:
    for distance in range(1, stall + 3):
        program = [producer, *[NOP] * (distance - 1), consumer]
        core = ready(at, program, r9=RAM + 0x400)
        assert core.step(len(program)).cycles == RESET + len(USABLE) + 1 + distance + max(0, stall + 1 - distance)


def test_an_address_waits_as_in_other_loads() -> None:
    for first, stall in ((("addu", {"rd": 9, "rs": 12, "rt": 0}), 0), (("lw", {"rt": 9, "rs": 12, "imm": 0}), 1)):
        core = ready(SMALL, [first, LOAD], r12=RAM + 0x400)
        core.write(RAM + 0x400, (RAM + 0x400).to_bytes(4, "little"))
        assert core.step(2).cycles == RESET + len(USABLE) + 2 + stall


def fault(at: Instance | Target, word: int, enabled: bool = True, **registers: int) -> tuple[int, int, int, int]:
    """Cause.ExcCode, Cause.CE, BadVAddr and EPC after one word."""
    core = ready(at, [NOP], **registers)
    core.write(ROM + 4 * len(USABLE), word.to_bytes(4, "little"))
    if not enabled:
        core.set_reg(core.registers.index("status"), 1 << 22)
    before = [core.reg(f"v{i}") for i in range(32)]
    stop = core.step()
    assert (stop.reason, stop.cycles) == ("step", RESET + len(USABLE) + 4), stop.sentence
    assert [core.reg(f"v{i}") for i in range(32)] == before
    cause = core.reg("cause")
    return cause >> 2 & 31, cause >> 28 & 3, core.reg("badvaddr"), core.reg("epc")


def absent(made: Instance) -> list[int]:
    """Words of coprocessor 2 that the instance does not have."""
    e = {insn.name: insn for insn in ISA}
    words = [e["mtc2"].encode(rt=9, vd=1, part=made.parts), e["mfc2"].encode(rt=9, vs=1, part=31),
             e["vxor"].encode(**THREE) | 1 << 21, e["vsh"].encode(vd=1, vs=1, amount=len(made.amounts)),
             e["vsh"].encode(vd=1, vs=1, amount=0) | 1 << 16, e["cfc2"].encode(rt=9, control=0) | 6 << 11,
             e["mtc2"].encode(rt=9, vd=1, part=0) | 1 << 5, 0x4A00003F, 0x49000000, 0x48600000]  # fmt: skip
    if len(made.amounts) < 15:
        words.append(e["cfc2"].encode(rt=9, control=16 + len(made.amounts)))
    if made.level < FUSED:
        words += [e["vshx"].encode(**THREE, amount=0), e["vmask"].encode(vd=1, vs=1)]
    if made.level < FIELD:
        words += [e[n].encode(**THREE) for n in ("vsel", "vfmul", "vred")]
        words += [e["vfmf"].encode(vd=1), e["vfsq"].encode(vd=1, vs=1), e["ctc2"].encode(rt=9),
                  e["cfc2"].encode(rt=9, control=31)]  # fmt: skip
    return words


@everywhere
def test_what_an_instance_lacks_is_reserved(at: Target) -> None:
    made = at.made
    for word in absent(made):
        assert fault(at, word)[:2] == (10, 0), f"{word:08x}"
        assert fault(at, word, enabled=False)[:2] == (11, 2), f"{word:08x}"


@pytest.mark.parametrize("at", (Target(SMALL), *CIRCUITS), ids=str)
@pytest.mark.parametrize("insn", [i for i in ISA if i.group in ("rows", "words", "field")], ids=lambda i: i.name)
def test_an_accelerator_that_is_off_is_unusable(insn: object, at: Target) -> None:
    assert fault(at, insn.match, enabled=False)[:2] == (11, 2)  # type: ignore[attr-defined]


@pytest.mark.parametrize("engine", ["iss", "lockstep"])
def test_a_core_without_an_accelerator_cannot_switch_it_on(engine: str) -> None:
    core = Machine("vword", engine=engine)
    core.write(ROM, b"".join(ISA.encode(n, **o) for n, o in [*USABLE, ("vxor", THREE)]))
    core.reset()
    core.step(3)
    assert core.reg("cause") >> 2 & 31 == 11 and core.reg("status") >> 30 & 1 == 0


@pytest.mark.parametrize("at", (Target(PAPER_294), *CIRCUITS), ids=str)
@pytest.mark.parametrize(("name", "code"), [("vl", 4), ("vs", 5)])
def test_a_misaligned_row_is_an_address_error(name: str, code: int, at: Target) -> None:
    register = "vd" if name == "vl" else "vt"
    word = ISA.by_name[name].encode(**{register: 1, "rs": 9, "imm": 0})
    for off in range(1, at.made.row // 8):
        assert fault(at, word, r9=RAM + off) == (code, 0, RAM + off, ROM + 8)


@pytest.mark.parametrize("at", (Target(PAPER_294), *CIRCUITS), ids=str)
@pytest.mark.parametrize("name", ["vl", "vs"])
@pytest.mark.parametrize("address", [ROM, 0xBF000000, 0x40000000, RAM + (1 << 20)])
def test_a_row_outside_ram_is_a_bus_error(name: str, address: int, at: Target) -> None:
    register = "vd" if name == "vl" else "vt"
    word = ISA.by_name[name].encode(**{register: 1, "rs": 9, "imm": 0})
    assert fault(at, word, r9=address)[0] == 7


WRONG: list[tuple[Step, int]] = [  # and the code of the exception; $9 is the address of a row, $12 of no memory
    (("vl", {"vd": 5, "rs": 9, "imm": 4}), 4), (("vs", {"vt": 5, "rs": 9, "imm": 1}), 5),
    (("vl", {"vd": 5, "rs": 12, "imm": 0}), 7), (("vs", {"vt": 5, "rs": 12, "imm": 0}), 7),
    (("mfc2", {"rt": 10, "vs": 1, "part": 31}), 10), (("syscall", {"code": 0}), 8),
]  # fmt: skip
POINTERS = {"r9": RAM + 0x400, "r12": 0x40000000}


@pytest.mark.parametrize("at", (Target(PAPER_294), *CIRCUITS), ids=str)
@pytest.mark.parametrize(("wrong", "code"), WRONG)
def test_an_exception_in_a_delay_slot_names_the_branch(wrong: Step, code: int, at: Target) -> None:
    core = ready(at, [("beq", {"rs": 0, "rt": 0, "imm": 8}), wrong], v5=5, **POINTERS)
    stop = core.step(2)
    assert stop.reason == "step", stop.sentence
    cause = core.reg("cause")
    assert (cause >> 31, cause >> 2 & 31, core.reg("epc")) == (1, code, ROM + 8)
    assert core.reg("v5") == 5


@each_field
@pytest.mark.parametrize("branch", [0, 1])
@pytest.mark.parametrize(("wrong", "code"), WRONG)
def test_an_exception_in_the_shadow_of_a_product_leaves_it_alone(
    wrong: Step, code: int, branch: int, at: Target
) -> None:
    """The product goes on while the exception is taken, also one in a delay slot; the handler takes the result."""
    a, b = elements(at.made)[-1]
    start: Step = ("vfmul", {"vd": 0, "vs": 1, "vt": 2})
    for distance in range(at.made.product_cycles + 3):
        middle = [NOP] * distance + [("beq", {"rs": 0, "rt": 0, "imm": 8})] * branch
        core = ready(at, [start, *middle, wrong], [("vfmf", {"vd": 4})], v1=a, v2=b, v5=5, **POINTERS)
        stop = core.step(len(middle) + 3)
        assert stop.reason == "step", stop.sentence
        assert core.reg("cause") >> 2 & 31 == code and core.reg("cause") >> 31 == branch
        assert core.reg("v4") == modulo(at.made, times(a, b)) and core.reg("v5") == 5


@each_field
def test_a_product_goes_on_while_the_accelerator_is_off(at: Target) -> None:
    """It is switched off in the product's shadow. The handler switches it on again, and takes the result."""
    a, b = elements(at.made)[-1]
    start: Step = ("vfmul", {"vd": 0, "vs": 1, "vt": 2})
    off: Step = ("mtc0", {"rt": 13, "cd": 12})
    on: list[Step] = [("mtc0", {"rt": 14, "cd": 12}), NOP, ("vfmf", {"vd": 4})]
    for distance in range(at.made.product_cycles + 3):
        program = [start, *[NOP] * distance, off, NOP, ("vfmf", {"vd": 5})]
        core = ready(at, program, on, v1=a, v2=b, v5=5, r13=1 << 22, r14=1 << 22 | 1 << 30 | 2)
        stop = core.step(len(program) + len(on))
        assert stop.reason == "step", stop.sentence
        assert core.reg("cause") >> 2 & 31 == 11 and core.reg("v5") == 5
        assert core.reg("v4") == modulo(at.made, times(a, b))


def test_a_configuration_is_its_instance() -> None:
    for name, configuration in named("vword").configurations.items():
        if "W" not in configuration.parameters:
            continue
        made = from_parameters(configuration.parameters)
        lines = {"INTERRUPTS": 6} if name.startswith("interrupts_") else {}
        assert configuration.parameters == made.parameters | lines
        assert name.removeprefix("interrupts_").startswith(f"f{made.polynomial.degree}_")


def test_fingerprints_differ() -> None:
    made = [from_parameters(c.parameters) for c in named("vword").configurations.values() if "W" in c.parameters]
    assert len({i.fingerprint for i in made}) == len(made)
