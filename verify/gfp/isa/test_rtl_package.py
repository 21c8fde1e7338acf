# SPDX-License-Identifier: Apache-2.0
"""The recognisers of the generated SystemVerilog package, run by Verilator, agree with the Python model."""

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from evariste import verilator
from evariste.isa import Instruction, machine
from evariste.paths import ROOT
from verify.gfp.isa.words import wide_words

GFP = machine("gfp")

PACKAGE = ROOT / "gen/gfp/gfp_isa_pkg.sv"

# hit[i] is the recogniser of instruction i; all read the same word, 16-bit ones its low half.
TOP = """module recognisers
  import gfp_isa_pkg::*;
(
    input logic [31:0] w_i,
    output logic wide_o,
    output logic [{last}:0] hit_o
);
  assign wide_o = is_wide(w_i[15:11]);
{assigns}
endmodule
"""

MAIN = """#include <cstdio>
#include "Vrecognisers.h"
int main() {
  Vrecognisers top;
  uint32_t w;
  while (std::fread(&w, 4, 1, stdin) == 1) {
    top.w_i = w;
    top.eval();
    uint8_t record[%(count)d];
    record[0] = top.wide_o;
    for (int i = 0; i < %(hits)d; ++i) record[i + 1] = top.hit_o[i / 32] >> (i %% 32) & 1;
    std::fwrite(record, 1, sizeof record, stdout);
  }
}
"""


@pytest.fixture(scope="module")
def recognisers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recognisers")
    insns = GFP.instructions
    assigns = "\n".join(
        f"  assign hit_o[{i.index}] = is_{i.name}(w_i{'[15:0]' if i.size == 2 else ''});" for i in insns
    )
    (folder / "recognisers.sv").write_text(TOP.format(last=len(insns) - 1, assigns=assigns))
    (folder / "main.cpp").write_text(MAIN % {"count": len(insns) + 1, "hits": len(insns)})
    lint = [verilator.program(), "-Wall", "--cc", "--quiet", "--output-split", "0", "--Mdir", folder]
    subprocess.run([*lint, "--top-module", "recognisers", PACKAGE, folder / "recognisers.sv"], check=True,
                   env=verilator.environment())  # fmt: skip
    include = verilator.root() / "include"
    sources = [folder / "main.cpp", *folder.glob("Vrecognisers*.cpp"), include / "verilated.cpp"]
    sources.append(include / "verilated_threads.cpp")
    compiler = [*(["ccache"] if shutil.which("ccache") else []), "g++", "-std=c++20", "-O1", "-w"]
    compiler += [f"-I{folder}", f"-I{include}", f"-I{include / 'vltstd'}"]
    objects = []
    for source in sources:
        objects.append(folder / f"{source.stem}.o")
        subprocess.run([*compiler, "-c", source, "-o", objects[-1]], check=True, cwd=folder)
    subprocess.run(["g++", "-o", folder / "recognisers", *objects, "-pthread"], check=True)
    return folder / "recognisers"


def hits(program: Path, words: list[int]) -> np.ndarray:
    """A row for each word: is it wide, then whether each instruction recognises it."""
    given = np.array(words, "<u4").tobytes()
    out = subprocess.run([program], input=given, capture_output=True, check=True).stdout
    return np.frombuffer(out, np.uint8).reshape(len(words), -1).astype(bool)


def expected(insns: list[Instruction], word: int, size: int) -> list[int]:
    found = GFP.decode(word, size)
    return [found is not None and found.insn is insn for insn in insns]


def test_every_halfword_is_recognised_as_the_model_decodes_it(recognisers: Path) -> None:
    rows = hits(recognisers, list(range(1 << 16)))
    insns = GFP.of_size(2)
    columns = [i.index + 1 for i in insns]
    for word in range(1 << 16):
        assert rows[word, 0] == GFP.is_long(word)
        assert rows[word, columns].tolist() == expected(insns, word, 2), f"{word:#06x}"


def test_wide_words_are_recognised_as_the_model_decodes_them(recognisers: Path) -> None:
    words = wide_words(64, 1500)
    insns = GFP.of_size(4)
    rows = hits(recognisers, words)[:, [i.index + 1 for i in insns]]
    for word, row in zip(words, rows.tolist(), strict=True):
        assert row == expected(insns, word, 4), f"{word:#010x}"
