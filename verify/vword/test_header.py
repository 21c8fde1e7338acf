# SPDX-License-Identifier: Apache-2.0
"""The header of an instance compiles, and its macros assemble."""

import subprocess
from pathlib import Path

import pytest

from evariste.build import cc
from evariste.errors import UserError
from evariste.machines import PORTABLE, named
from evariste.machines.vword.assembly import code, function
from evariste.machines.vword.header import header, macros
from evariste.machines.vword.instance import from_parameters, instance
from evariste.sim import Machine

F163 = "x^163+x^7+x^6+x^3+1"
MAIN = """\
#include <stdio.h>
#include <string.h>
#include "vword.h"
int main(void) {
    static vword_t product[VWORD_WORDS_IN], result[VWORD_WORDS_OUT], sum;
    if (vword_check() != 1) {
        printf("this program is for %s, words of %d bits, level %s\\n", VWORD_POLYNOMIAL, VWORD_BITS, VWORD_LEVEL_NAME);
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


def built(folder: Path, name: str) -> Path:
    """A program with the header and the reduction of a named instance."""
    made = from_parameters(named("vword").configurations[name].parameters)
    (folder / "vword.h").write_text(header(made, "for a test"))
    (folder / "vword_reduce.S").write_text(function("vword_reduce", made.program.instructions))
    (folder / "main.c").write_text(MAIN)
    return cc.compile([folder / "main.c", folder / "vword_reduce.S"], machine="vword", backend=PORTABLE)


def run(program: Path, configuration: str) -> tuple[int, str]:
    core, said = Machine("vword", configuration), list[bytes]()
    core.load(program)
    core.host(stdout=said.append)
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


@pytest.mark.parametrize("configuration", ["f163_w169", "none"])
def test_a_program_of_another_instance_ends_with_both_named(configuration: str, tmp_path: Path) -> None:
    status, said = run(built(tmp_path, "f283_w294"), configuration)
    assert (status, said) == (3, "this program is for x^283+x^12+x^7+x^5+1, words of 294 bits, level paper\n")


def test_an_amount_that_is_not_there_does_not_compile(tmp_path: Path) -> None:
    built(tmp_path, "f283_w294")
    (tmp_path / "main.c").write_text(MAIN.replace("vw_shift(4, 3, 0)", "vw_shift(4, 3, 9)"))
    with pytest.raises(UserError, match="an amount of the instance"):
        cc.compile([tmp_path / "main.c"], machine="vword", backend=PORTABLE)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_macros_assemble_to_our_words(level: int, tmp_path: Path) -> None:
    made = instance(F163, 163 if level == 3 else 169, level, 32 if level == 3 else None)
    work = [i for i in made.program.instructions if i.name in ("vxor", "vsh", "vshx", "vmask")]
    order = {"vxor": ("vd", "vs", "vt"), "vsh": ("vd", "vs", "amount"), "vshx": ("vd", "vs", "vt", "amount"),
             "vmask": ("vd", "vs")}  # fmt: skip
    lines = [f"{i.name} {', '.join(str(i.operands[o]) for o in order[i.name])}" for i in work]
    source, made_object, binary = (tmp_path / f"m.{kind}" for kind in ("s", "o", "bin"))
    source.write_text(macros(made, "for a test") + ".set noreorder\n.text\n" + "\n".join(lines) + "\n")
    chain = named("vword").compiler()
    for tool, *words in (("as", "-EL", "-mabi=32", "-march=mips2", "-o", made_object, source),
                         ("objcopy", "-O", "binary", "-j", ".text", made_object, binary)):  # fmt: skip
        subprocess.run([cc.tool(tool, chain), *map(str, words)], check=True, capture_output=True)
    assert binary.read_bytes()[: 4 * len(work)] == code(work)
