# SPDX-License-Identifier: Apache-2.0
"""The header of an instance compiles, and its macros assemble."""

import subprocess
from pathlib import Path
from random import Random

import pytest

from evariste.build import cc
from evariste.ecc import reference as ref
from evariste.errors import UserError
from evariste.machines import PORTABLE, named
from evariste.machines.vword.assembly import code, function
from evariste.machines.vword.convert import conversions
from evariste.machines.vword.header import header, macros
from evariste.machines.vword.instance import from_parameters, instance
from evariste.machines.vword.program import Instruction
from evariste.sim import Machine

F163 = "x^163+x^7+x^6+x^3+1"
MAIN = """\
#include <stdio.h>
#include <string.h>
#include "vword.h"
int main(void) {
    static vword_t product[VWORD_WORDS_IN], result[VWORD_WORDS_OUT], sum;
    if (vword_check() != 1) {
        printf("this program is for %s, words of %d bits, level %d", VWORD_POLYNOMIAL, VWORD_BITS, VWORD_LEVEL);
        if (vword_check() == 0) printf("; the machine has degree %lu, words of %lu bits, level %lu",
                                       (unsigned long)vw_degree(), (unsigned long)vw_bits(), (unsigned long)vw_level());
        return 3;
    }
    product[VWORD_WORDS_IN - 1].word[0] = 0x1234567;
    product[0].word[0] = 0x89ABCDE;
    vword_reduce(result, product);
    vw_load(1, &product[0]);
    vw_load(2, &result[0]);
    vw_xor(3, 1, 2);
    vw_shift(4, 3, 0);
    vw_store(4, &sum);
    for (int i = VWORD_PARTS - 1; i >= 0; i--) printf("%08lx", (unsigned long)result[0].word[i]);
    printf("\\n%08lx\\n", (unsigned long)sum.word[VWORD_SHIFT0 / 32]);
    return 0;
}
"""


WORDS = """\
#include <stdio.h>
#include "vword.h"
int main(void) {
    static uint32_t words[2 * VWORD_DEGREE / 32 + 1], reduced[VWORD_DEGREE / 32 + 1];
    static vword_t product[VWORD_WORDS_IN], result[VWORD_WORDS_OUT];
    if (vword_check() != 1 || !fread(words, 4, (2 * VWORD_DEGREE - 1 + 31) / 32, stdin)) return 3;
    vword_pack(product, words);
    vword_reduce(result, product);
    vword_unpack(reduced, result);
    for (int i = VWORD_DEGREE / 32; i >= 0; i--) printf("%08lx", (unsigned long)reduced[i]);
    return 0;
}
"""
FIELD_OPERATIONS = """\
#include <stdio.h>
#include "vword.h"
static void show(const vword_t *row) {
    for (int i = VWORD_PARTS - 1; i >= 0; i--) printf("%08lx", (unsigned long)row->word[i]);
    printf("\\n");
}
int main(void) {
    static vword_t a, b, r;
    uint32_t part;
    if (vword_check() != 1 || !fread(a.word, 4, VWORD_PARTS, stdin) || !fread(b.word, 4, VWORD_PARTS, stdin)) return 3;
    vw_load(1, &a);
    vw_load(2, &b);
    vw_multiply(0, 1, 2);
    vw_product(3);
    vw_square(4, 1);
    vw_reduce(5, 1, 2);
    vw_set_condition(1u << 31);
    vw_select(6, 1, 2);
    vw_set_condition(0);
    vw_select(7, 1, 2);
    vw_mask(8, 1);
    vw_shift_xor(9, 1, 2, 1);
    vw_xor(10, 1, 0);
    vw_get_part(part, 2, 1);
    vw_set_part(10, VWORD_PARTS - 1, 5);
    vw_store(3, &r);
    show(&r);
    vw_store(4, &r);
    show(&r);
    vw_store(5, &r);
    show(&r);
    vw_store(6, &r);
    show(&r);
    vw_store(7, &r);
    show(&r);
    vw_store(8, &r);
    show(&r);
    vw_store(9, &r);
    show(&r);
    vw_store(10, &r);
    show(&r);
    printf("%08lx\\n", (unsigned long)part);
    return 0;
}
"""


def built(folder: Path, name: str, text: str = MAIN) -> Path:
    """A program with the header, the reduction and the conversions of a named instance."""
    made = from_parameters(named("vword").configurations[name].parameters)
    (folder / "vword.h").write_text(header(made, "for a test"))
    (folder / "vword_reduce.S").write_text(function("vword_reduce", made.program.instructions))
    moves = "\n".join(function(c.name, c.program.instructions) for c in conversions(made))
    (folder / "vword_convert.S").write_text(moves)
    (folder / "main.c").write_text(text)
    sources = [folder / name for name in ("main.c", "vword_reduce.S", "vword_convert.S")]
    return cc.compile(sources, machine="vword", backend=PORTABLE)


def run(program: Path, configuration: str, stdin: bytes = b"") -> tuple[int, str]:
    core, said = Machine("vword", configuration), list[bytes]()
    core.load(program)
    core.host(stdout=said.append, stdin=stdin)
    stop = core.run(max_cycles=10_000_000)
    return stop.status, b"".join(said).decode()


@pytest.mark.parametrize("name", ["f283_w294", "f163_w169_fused"])
def test_a_c_program_reduces_and_uses_the_intrinsics(name: str, tmp_path: Path) -> None:
    made = from_parameters(named("vword").configurations[name].parameters)
    product = 0x1234567 << made.word * (made.reduction.words_in - 1) | 0x89ABCDE
    result = made.polynomial.reduce(product)
    word = (1 << made.word) - 1
    shifted = ((result ^ product) & word) << made.amounts[0] & word
    status, said = run(built(tmp_path, name), name)
    assert status == 0, said
    assert said.split() == [f"{result:0{8 * made.parts}x}", f"{shifted >> made.amounts[0] // 32 * 32 & 0xFFFFFFFF:08x}"]


@pytest.mark.parametrize(
    ("configuration", "machine"),
    [("f163_w169", "; the machine has degree 163, words of 169 bits, level 1"),
     ("f283_w294_fused", "; the machine has degree 283, words of 294 bits, level 2"), ("none", "")],
)  # fmt: skip
def test_a_program_of_another_instance_ends_with_both_named(configuration: str, machine: str, tmp_path: Path) -> None:
    status, said = run(built(tmp_path, "f283_w294"), configuration)
    assert (status, said) == (3, f"this program is for x^283+x^12+x^7+x^5+1, words of 294 bits, level 1{machine}")


@pytest.mark.parametrize("name", ["f283_w294", "f283_w320", "f241_w57", "f163_w32"])
def test_a_c_program_reduces_arrays_of_32_bit_words(name: str, tmp_path: Path) -> None:
    f = from_parameters(named("vword").configurations[name].parameters).polynomial
    value = Random(name).getrandbits(2 * f.degree - 1)
    words = value.to_bytes(-(-(2 * f.degree - 1) // 32) * 4, "little")
    status, said = run(built(tmp_path, name, WORDS), name, words)
    assert (status, said) == (0, f"{f.reduce(value):0{8 * (f.degree // 32 + 1)}x}")


def test_the_intrinsics_of_level_field_compute_what_they_say(tmp_path: Path) -> None:
    made = from_parameters(named("vword").configurations["f163_d32"].parameters)
    rng, f, top = Random(3), made.polynomial, made.parts - 1
    a, b = rng.getrandbits(162), rng.getrandbits(163)
    given = b"".join(value.to_bytes(4 * made.parts, "little") for value in (a, b))
    status, said = run(built(tmp_path, "f163_d32", FIELD_OPERATIONS), "f163_d32", given)
    assert status == 0
    moved = b ^ (a << made.amounts[1] if made.amounts[1] > 0 else a >> -made.amounts[1])
    low = (1 << 32 * top) - 1
    expected = [ref.mul(a, b, f.bits), ref.sqr(a, f.bits), f.reduce(a << 163 ^ b), a, b, a, moved & (1 << 163) - 1,
                a & low | 5 << 32 * top, b >> 32 & 0xFFFFFFFF]  # fmt: skip
    assert [int(line, 16) for line in said.split()] == expected


@pytest.mark.parametrize(
    ("right", "wrong", "sentence"),
    [("vw_shift(4, 3, 0)", "vw_shift(4, 3, 9)", "an amount of the instance"),
     ("vw_xor(3, 1, 2)", "vw_xor(3, 1, 32)", "v0 to v31"),
     ("vw_xor(3, 1, 2)", "vw_set_part(3, VWORD_PARTS, 2)", "a part of the word")],
)  # fmt: skip
def test_what_is_not_there_does_not_compile(right: str, wrong: str, sentence: str, tmp_path: Path) -> None:
    assert right in MAIN
    with pytest.raises(UserError, match=sentence):
        built(tmp_path, "f283_w294", MAIN.replace(right, wrong))


@pytest.mark.parametrize("level", [1, 2, 3])
def test_macros_assemble_to_our_words(level: int, tmp_path: Path) -> None:
    made = instance(F163, 163 if level == 3 else 169, level, 32 if level == 3 else None)
    work = [i for i in made.program.instructions if i.name in ("vxor", "vsh", "vshx", "vmask")]
    if level == 3:
        three = {"vd": 7, "vs": 8, "vt": 9}
        work += [Instruction(name, three, 0) for name in ("vsel", "vfmul", "vred")]
        work += [Instruction("vfmf", {"vd": 31}, 0), Instruction("vfsq", {"vd": 30, "vs": 17}, 0)]
    order = {"vsh": ("vd", "vs", "amount"), "vshx": ("vd", "vs", "vt", "amount"), "vmask": ("vd", "vs"),
             "vfsq": ("vd", "vs"), "vfmf": ("vd",)}  # fmt: skip
    orders = {i.name: order.get(i.name, ("vd", "vs", "vt")) for i in work}
    lines = [f"{i.name} {', '.join(str(i.operands[o]) for o in orders[i.name])}" for i in work]
    source, made_object, binary = (tmp_path / f"m.{kind}" for kind in ("s", "o", "bin"))
    source.write_text(macros(made, "for a test") + ".set noreorder\n.text\n" + "\n".join(lines) + "\n")
    chain = named("vword").compiler()
    for tool, *words in (("as", "-EL", "-mabi=32", "-march=mips2", "-o", made_object, source),
                         ("objcopy", "-O", "binary", "-j", ".text", made_object, binary)):  # fmt: skip
        subprocess.run([cc.tool(tool, chain), *map(str, words)], check=True, capture_output=True)
    assert binary.read_bytes()[: 4 * len(work)] == code(work)
