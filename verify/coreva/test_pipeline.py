# SPDX-License-Identifier: Apache-2.0
"""Loops with two rounds at a time compute what the loops compute; a sabotaged pass is found out."""

from collections.abc import Callable
from pathlib import Path

import pytest

from evariste.build import cc
from evariste.isa import load
from evariste.paths import ROOT
from evariste.vliw import build, compiler, pipeline, places
from evariste.vliw.compiler import Passes
from verify.coreva.test_compiler import compiled, natively, run

ALL, WITHOUT = Passes(), Passes(pipeline=False)
LOOPS = """
    #include <stdint.h>
    #include <stdio.h>
    #include <string.h>
    #define LOOP __attribute__((noinline)) unsigned
    static const uint8_t table[256] = {7, 1, 200, 3, 90, 5, 6, 250};
    LOOP product(const unsigned *a, unsigned *b, int n) {
        unsigned carry = 0;
        for (int i = 0; i < n; i++) {
            uint64_t sum = (uint64_t)a[i] * 2654435761u + b[i] + carry;
            b[i] = (unsigned)sum;
            carry = (unsigned)(sum >> 32);
        }
        return carry;
    }
    LOOP into_the_next(unsigned *a, int n) {
        for (int i = 0; i < n; i++) a[i + 1] = (a[i] * a[i] ^ a[i + 2]) + i;
        return a[n];
    }
    LOOP maybe_the_same(const unsigned *a, unsigned *b, int n) {
        for (int i = 0; i < n; i++) b[i] = a[i] * a[i] * a[i] + 1;
        return b[n - 1];
    }
    LOOP looked_up(const uint8_t *bytes, const uint8_t *from, int n) {
        uint8_t state[40];
        memset(state, bytes[0], sizeof state);
        for (int i = 0; i + 1 < n; i++) state[i] = state[i + 1] ^ from[table[bytes[i] & 7] & 31];
        unsigned sum = 0;
        for (int i = 0; i < 40; i++) sum = sum * 31 + state[i];
        return sum;
    }
    LOOP before_that(const unsigned *a, int n) {
        unsigned x = 1, y = 2, z = 3;
        for (int i = 0; i < n; i++) {
            unsigned next = a[i] * x + (z >> 3);
            z = y;
            y = x;
            x = next * next;
        }
        return x ^ y ^ z;
    }
    LOOP half_of_it(uint16_t *halves, int n) {
        unsigned sum = 0;
        for (int i = 0; i < n; i++) {
            unsigned x = halves[i];
            x = x * x * x + i;
            ((uint8_t *)&halves[i + 1])[0] = x >> 3;  // what the next round loads
            sum += x * 5;
        }
        return sum;
    }
    LOOP until(const unsigned *a, unsigned limit) {
        unsigned sum = 0, i = 0;
        do sum += a[i] * a[i] * 3; while (a[i++] < limit);
        return sum + i;
    }
    int main(void) {
        unsigned a[40], b[40];
        uint8_t bytes[40], from[40];
        for (int n = 1; n < 12; n++) {
            for (int i = 0; i < 40; i++) {
                a[i] = 40503u * (i + n), b[i] = i ^ 77u;
                bytes[i] = a[i] >> 3, from[i] = a[i] >> 5;
            }
            printf("%x %x ", product(a, b, n), before_that(a, n));
            printf("%x %x ", maybe_the_same(a, b, n), maybe_the_same(a, a + 1, n));
            printf("%x %x ", looked_up(bytes, from, n), looked_up(bytes, table, n));
            printf("%x %x ", into_the_next(a, n), until(b, b[n]));
            for (int i = 0; i < 40; i++) printf("%x%x", a[i], b[i]);
            printf("%x\\n", half_of_it((uint16_t *)from, n));
        }
        return 0;
    }
"""  # fmt: skip


def printed(folder: Path, passes: Passes) -> str:
    source = folder / "loops.c"
    source.write_text(LOOPS)
    elf = folder / "loops.elf"
    elf.write_bytes(compiled(source, passes, "ise", "-O2"))
    text, status = run(elf, folder, configuration="ise")
    assert status == 0
    return text


@pytest.fixture(scope="module")
def wanted(tmp_path_factory: pytest.TempPathFactory) -> str:
    source = tmp_path_factory.mktemp("native") / "loops.c"
    source.write_text(LOOPS)
    return natively(source)


def overlapped(source: str, opt: str = "-O2") -> dict[str, int]:
    """How many loops of each function have two rounds at a time."""
    setting = build.Setting("coreva", "portable", "base", opt)
    found = dict[str, int]()
    real = pipeline.pipeline

    def counted(function: compiler.Function, *rest: object) -> int:
        found[function.name] = real(function, *rest)  # type: ignore[arg-type]
        return found[function.name]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiler, "pipeline", counted)
        words = ["-w", "-g", *setting.flags]
        compiler.compile_source(ROOT / source, words, load.machine("coreva"), frozenset(), ALL)
    return found


def test_loops_print_what_they_print_on_this_computer(wanted: str, tmp_path: Path) -> None:
    assert printed(tmp_path, ALL) == printed(tmp_path, WITHOUT) == wanted


def test_a_program_built_for_size_has_none(tmp_path: Path) -> None:
    source = tmp_path / "loops.c"
    source.write_text(LOOPS)
    for opt, same in (("-Os", True), ("-O2", False)):
        one, two = (cc.compile([source], tmp_path / name, machine="coreva", opt=opt, extra=extra).read_bytes()
                    for name, extra in (("one.elf", ["-fno-pipeline"]), ("two.elf", [])))  # fmt: skip
        assert (one == two) is same


def test_loops_of_the_library_have_two_rounds_at_a_time() -> None:
    assert overlapped("sw/low/portable/rs_parity.c")["ev_rs_low_parity"] == 1
    assert overlapped("sw/low/portable/rs_forney.c")["ev_rs_low_forney"] >= 1
    assert sum(overlapped("sw/low/portable/fp_words.c").values()) > 10


def memory_is_of_one_round(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(pipeline._Loop, "_apart", lambda self, one, other, rounds: True)


def addresses_do_not_move(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(pipeline._Loop, "_step", lambda self, register: 0)


def nothing_comes_in(patch: pytest.MonkeyPatch) -> None:
    real = pipeline._Loop._blocks

    def blocks(self: pipeline._Loop, *rest: object) -> object:
        made = real(self, *rest)  # type: ignore[arg-type]
        made[0].ops = [op for op in made[0].ops if op.name != "copy"]
        return made

    patch.setattr(pipeline._Loop, "_blocks", blocks)


def nothing_is_kept(patch: pytest.MonkeyPatch) -> None:
    real = pipeline._Loop._blocks

    def blocks(self: pipeline._Loop, *rest: object) -> object:
        made = real(self, *rest)  # type: ignore[arg-type]
        for block in made[1:]:
            block.ops = [op for op in block.ops if op.name != "copy" or op.dest in self.last]
        return made

    patch.setattr(pipeline._Loop, "_blocks", blocks)


def local_objects_are_anywhere(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(places, "apart", lambda one, other: bool(one and other))


@pytest.mark.parametrize("sabotage", [memory_is_of_one_round, addresses_do_not_move, nothing_comes_in,
                                      nothing_is_kept, local_objects_are_anywhere])  # fmt: skip
def test_a_sabotaged_pass_is_found_out(
    sabotage: Callable[[pytest.MonkeyPatch], None], wanted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sabotage(monkeypatch)
    try:
        text = printed(tmp_path, ALL)
    except AssertionError as fault:
        text = str(fault)
    assert text != wanted


IR = """--- |
  define dso_local void @f(ptr %0, ptr noundef %1) #0 {
    %3 = alloca [8 x i8], align 1
    %4 = alloca [8 x i8], align 1
    #dbg_declare(ptr %3, !9, !DIExpression(), !10)
    %5 = getelementptr inbounds i8, ptr %3, i32 1, !dbg !11
    %6 = phi ptr [ %5, %2 ], [ %7, %2 ]
    %7 = getelementptr i8, ptr %6, i32 1
    %8 = load ptr, ptr %0, align 4
    %9 = select i1 true, ptr %5, ptr %8
    store ptr %4, ptr %0, align 4
    call void @g(ptr %8)
    %10 = phi ptr [ getelementptr inbounds (i8, ptr @t, i32 16), %2 ], [ %3, %2 ]
    %11 = select i1 true, ptr %3, ptr inttoptr (i32 1073741824 to ptr)
    %12 = tail call ptr @memset(ptr noundef nonnull align 4 dereferenceable(8) %3, i32 0, i32 noundef 8)
    %13 = phi ptr [ %3, %"a b" ], [ null, %2 ]
    %14 = alloca i32, align 4
    %15 = select i1 true, ptr %14, ptr null
    call void @g(ptr %15)
    ret void
  }
  @a = dso_local alias i32, ptr @t
---
"""


def test_where_pointers_come_from() -> None:
    found = places.Places(IR).function("f")

    def of(name: str) -> str:
        return found.place(f"(load (s8) from %ir.{name}, !tbaa !5)")

    assert of("3") == of("5") == of("6") == of("7") == "%3"
    assert of("4") == of("8") == of("0") == "other", "one of them is given away"
    assert of("9") == "" and found.place("(store (s32) into @t + 4)") == "@t" and found.place("(load (s32))") == ""
    assert of("10") == of("11") == of("13") == "", "local, or a constant"
    assert of("12") == "%3", "what memset gives back"
    assert of("14") == "other", "given away by another name"
    assert found.place("(load (s32) from @a)") == "other", "a further name of @t"
    assert found.place("(load (s32) from %ir.3), (load (s32) from @t)") == ""
    assert places.apart("%3", "other") and places.apart("%3", "@t") and places.apart("@s", "@t")
    assert not any(places.apart(*two) for two in (("%3", "%3"), ("other", "@t"), ("other", "other"), ("%3", "")))
