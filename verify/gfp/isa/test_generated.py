# SPDX-License-Identifier: Apache-2.0
"""gen/ follows from isa/, and its decoders and headers mean what the Python model means."""

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from evariste.build import cc
from evariste.commands.gen import command as gen
from evariste.gf import lanes
from evariste.isa import generate, load, machine
from evariste.isa.model import Decoded
from evariste.paths import ROOT
from verify.gfp.isa.words import choices, wide_words

GFP = machine("gfp")
COPROCESSOR = 0b111011  # the prefix of the instructions for the field unit, and of extensions

RECORD = np.dtype(
    [(n, "u1") for n in ("insn", "rd", "rn", "rm", "rh", "cond", "zero")] + [("list", "<u2"), ("imm", "<i4")]
)


def record(found: Decoded | None) -> tuple[int, ...]:
    operands = found.operands if found else {}
    number = found.insn.index + 1 if found else 0
    return (number, *(operands.get(n, 0) for n in ("rd", "rn", "rm", "rh", "cond", "zero", "list", "imm")))


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = tmp_path_factory.mktemp("decode") / "decode_table"
    flags = ["-std=c++20", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", f"-I{ROOT}/gen/gfp"]
    subprocess.run(["g++", *flags, "-o", program, ROOT / "verify/gfp/isa/decode_table.cpp"], check=True)
    return program


def test_gen_is_up_to_date() -> None:
    assert generate.stale() == []


def test_a_stale_file_fails_the_check_and_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    true = generate.outputs()
    altered = true | {"gen/gfp/memory.ld": true["gen/gfp/memory.ld"] + "\n"}
    monkeypatch.setattr(generate, "outputs", lambda: altered)
    result = CliRunner().invoke(gen, ["isa", "--check"])
    assert result.exit_code == 1
    assert "out of date with isa/ or rtl/: gen/gfp/memory.ld; run `ev gen`" in result.output


def test_a_file_that_nothing_generates_is_named_too(monkeypatch: pytest.MonkeyPatch) -> None:
    fewer = {p: t for p, t in generate.outputs().items() if p != "gen/gfp/memory.ld"}
    monkeypatch.setattr(generate, "outputs", lambda: fewer)
    assert generate.stale() == ["gen/gfp/memory.ld"]


@pytest.mark.parametrize("path", sorted(generate.outputs()))
def test_a_generated_file_says_by_what_and_from_what(path: str) -> None:
    first = (ROOT / path).read_text(encoding="utf-8").splitlines()[0]
    assert "`ev gen` from isa/" in first
    assert "Do not edit" in first


def test_the_simulators_decoder_agrees_on_every_halfword(table: Path) -> None:
    found = np.frombuffer(subprocess.run([table, "16"], capture_output=True, check=True).stdout, RECORD)
    assert len(found) == 1 << 16
    for word, row in enumerate(found.tolist()):
        assert row == record(None if GFP.is_long(word) else GFP.decode(word, 2)), f"{word:#06x}"


def test_the_simulators_decoder_agrees_on_wide_words(table: Path) -> None:
    words = wide_words(32, 1500)
    given = np.array(words, "<u4").tobytes()
    found = np.frombuffer(subprocess.run([table, "32"], input=given, capture_output=True, check=True).stdout, RECORD)
    for word, row in zip(words, found.tolist(), strict=True):
        assert row == record(GFP.decode(word, 4)), f"{word:#010x}"


def test_the_simulators_decoder_finds_the_same_instructions_in_the_coprocessor_space(table: Path) -> None:
    """All 2^26 words: as many of each instruction as there are choices of its operands, each where it should be."""
    found = np.frombuffer(subprocess.run([table, "space"], capture_output=True, check=True).stdout, np.uint8)
    assert len(found) == 1 << 26
    counts = np.bincount(found, minlength=len(GFP.instructions) + 1)
    for insn in GFP:
        if insn.match >> 26 == COPROCESSOR:
            assert counts[insn.index + 1] == choices(insn)
            at = np.flatnonzero(found == insn.index + 1).astype(np.uint32) + np.uint32(0xEC000000)
            assert (at & np.uint32(insn.mask) == insn.match).all()
    assert np.count_nonzero(found) == sum(choices(i) for i in GFP if i.match >> 26 == COPROCESSOR)


def test_the_disassembler_table_holds_every_instruction() -> None:
    data = json.loads((ROOT / "gen/gfp/disasm.json").read_text(encoding="utf-8"))
    assert [i["name"] for i in data["instructions"]] == [i.name for i in GFP]
    for row, insn in zip(data["instructions"], GFP, strict=True):
        assert (int(row["mask"], 16), int(row["match"], 16)) == (insn.mask, insn.match)


LANGUAGES = [
    pytest.param("gcc", ["-xc", "-std=c11"], id="C11"),
    pytest.param("gcc", ["-xc", "-std=gnu17"], id="GNU17"),
    pytest.param("g++", ["-xc++", "-std=c++11"], id="C++11"),
    pytest.param("g++", ["-xc++", "-std=c++20"], id="C++20"),
]

HEADERS = """
#include "gfp.h"
#include "gfp_soc.h"
extern "C" uint32_t use(uint32_t a, uint32_t b);
uint32_t use(uint32_t a, uint32_t b) {
  gf_cfg(&GF_FIELD_0x11d);
  a = gf_mul(a, b) ^ gf_inv(a) ^ gf_sq(b);
  gf_cfg(&GF_RING_AES_AFFINE);
  a ^= gf_pow(a, b) ^ gf_add(a, b) ^ (uint32_t)(gf_mul32(a, b) >> 32) ^ gf_mul32_lo(a, b);
  return a ^ GFP_REGISTER(GFP_CYCLE_LO);
}
"""


@pytest.mark.parametrize("level", ["-O0", "-O2"])
@pytest.mark.parametrize(("compiler", "language"), LANGUAGES)
def test_the_c_headers_compile_without_a_warning(compiler: str, language: list[str], level: str) -> None:
    source = HEADERS if "-xc++" in language else HEADERS.replace('extern "C" ', "")
    flags = [*cc.usual().flags, "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{ROOT}/gen/gfp", level, *language]
    done = subprocess.run(
        [cc.tool(compiler), *flags, "-c", "-o", "/dev/null", "-"], input=source, text=True, capture_output=True
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_field_header_holds_the_descriptors(tmp_path: Path) -> None:
    """Compiled for the host: each constant's bytes are the reference's descriptor, on a word boundary."""
    fields = load.fields()
    names = {f"GF_FIELD_0x{f.poly:x}": f.poly for f in fields.small}
    names |= {f"GF_RING_{r.name.upper()}": r.poly for r in fields.rings}
    lines = "".join(f"  fwrite(&{name}, 1, sizeof {name}, stdout);\n" for name in names)
    program = (
        '#include <stdio.h>\n#include "fields.h"\n'
        '_Static_assert(sizeof(gf_field_t) == 8 && _Alignof(gf_field_t) == 4, "");\n'
        f"int main(void) {{\n{lines}  return 0;\n}}\n"
    )
    binary = tmp_path / "fields"
    flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{ROOT}/gen", "-o", str(binary), "-xc", "-"]
    subprocess.run(["gcc", *flags], input=program, text=True, check=True)
    data = subprocess.run([binary], capture_output=True, check=True).stdout
    assert len(names) == 70
    assert data == b"".join(lanes.descriptor(poly) for poly in names.values())
