#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Verilator for a model whose signals are recorded: in the place of Verilator itself, with the same words.

Every signal can be read (recorded.vlt), the model has recording.cpp in it, and before each evaluation it looks whether
the clock clk_i rises. The environment's EVARISTE_VERILATOR names the program. Nothing else of the build changes.
A model that the recorded one calls is not recorded.
"""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
EVAL = "void eval() { eval_step(); }"
CALLED = ("Vgf_unit",)  # the prefixes of such models
RECORDED = "void eval() { evariste_before(clk_i); eval_step(); }"


def main(words: list[str]) -> int:
    program = os.environ["EVARISTE_VERILATOR"]
    if "--Mdir" not in words or words[words.index("--prefix") + 1] in CALLED:
        return subprocess.run([program, *words]).returncode
    done = subprocess.run([program, *words, str(HERE / "recorded.vlt")])
    if done.returncode:
        return done.returncode
    folder, prefix = Path(words[words.index("--Mdir") + 1]), words[words.index("--prefix") + 1]
    header = folder / f"{prefix}.h"
    text = header.read_text()
    if text.count(EVAL) != 1 or "clk_i" not in text:
        print(f"{header} is not as expected: it has no clk_i, or another eval().", file=sys.stderr)
        return 1
    head = 'extern "C" void evariste_before(uint8_t clock);\n'
    header.write_text(_declared(text.replace(EVAL, RECORDED), head))
    (folder / f"{prefix}__recording.cpp").write_text(f'#include "{HERE / "recording.cpp"}"\n')
    return 0


def _declared(text: str, head: str) -> str:
    """With the declaration behind the includes."""
    at = text.index("\n", text.rindex("#include")) + 1
    return text[:at] + head + text[at:]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
