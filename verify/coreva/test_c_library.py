# SPDX-License-Identifier: Apache-2.0
"""The small C library for coreva, and what runs before and behind `main`: as on the computer that runs the tests."""

from pathlib import Path

import pytest

from verify.coreva.test_compiler import PASSES, compiled, natively, run


def test_constructors_and_destructors_are_called_in_their_order(tmp_path: Path) -> None:
    source, elf = tmp_path / "order.c", tmp_path / "order.elf"
    source.write_text("""
        #include <stdio.h>
        static int order;
        __attribute__((constructor(200))) static void second(void) { order = order * 10 + 2; }
        __attribute__((constructor)) static void third(void) { order = order * 10 + 3; }
        __attribute__((constructor(101))) static void first(void) { order = order * 10 + 1; }
        __attribute__((destructor)) static void last(void) { printf(" last %d", order); }
        __attribute__((destructor(101))) static void behind(void) { printf(" behind"); }
        int main(void) { printf("%d", order); return 0; }
    """)
    elf.write_bytes(compiled(source, PASSES["all"], "base", "-O2"))
    assert run(elf, tmp_path) == ("123 last 123 behind", 0) == (natively(source), 0)


@pytest.mark.parametrize("opt", ["-O1", "-O2", "-Os"])
def test_a_jump_back_finds_what_was_live(opt: str, tmp_path: Path) -> None:
    """More values than there are registers, an array, and code between that uses them all for something else."""
    names = [f"v{i}" for i in range(30)]
    values = "; ".join(f"const unsigned {name} = a * {i + 3} ^ b[{i % 8}]" for i, name in enumerate(names))
    source, elf = tmp_path / "back.c", tmp_path / "back.elf"
    source.write_text(f"""
        #include <setjmp.h>
        #include <stdio.h>
        static jmp_buf place;
        __attribute__((noinline)) static unsigned other(unsigned a, const unsigned *b) {{
            {values}; unsigned x = a;
            for (unsigned i = 0; i < 5; i++) x = x * 5 + ({" ^ ".join(f"{n} * x" for n in names)});
            if (x != 1) longjmp(place, (int)(x & 255) + 1);
            return x;
        }}
        __attribute__((noinline)) static unsigned kept(unsigned a, unsigned *b) {{
            unsigned own[12];
            for (unsigned i = 0; i < 12; i++) own[i] = b[i % 8] * (a + i);
            {values};
            const int came = setjmp(place);
            if (came == 0) return other(a + 1, b) + ({" + ".join(names)});
            const unsigned x = {" ^ ".join(f"({n} << {i % 7})" for i, n in enumerate(names))};
            return came + x + own[a % 12] + own[came % 12];
        }}
        int main(void) {{
            unsigned b[8] = {{1, 2, 3, 5, 8, 13, 21, 34}};
            for (unsigned a = 0; a < 20; a++) printf("%x ", kept(a, b));
            return 0;
        }}
    """)
    elf.write_bytes(compiled(source, PASSES["all"], "base", opt))
    assert run(elf, tmp_path) == (natively(source), 0)


def test_sorting_and_searching(tmp_path: Path) -> None:
    """Lengths about those of a heap's levels, sorted in either direction, equal, and of elements of odd size."""
    source, elf = tmp_path / "sort.c", tmp_path / "sort.elf"
    source.write_text("""
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        typedef struct { unsigned char key, rest[2]; } entry;
        static int order(const void *a, const void *b) { return ((const entry *)a)->key - ((const entry *)b)->key; }
        int main(void) {
            static entry all[70];
            unsigned x = 1, sum = 0;
            for (int n = 0; n < 70; n++) {
                for (int kind = 0; kind < 4; kind++) {
                    for (int i = 0; i < n; i++) {
                        x = x * 1664525u + 1013904223u;
                        all[i].key = kind == 0 ? x >> 24 : kind == 1 ? 3 * i : kind == 2 ? 250 - 3 * i : 7;
                        memset(all[i].rest, all[i].key + 1, 2);
                    }
                    qsort(all, n, sizeof *all, order);
                    for (int i = 0; i < n; i++) {
                        if (i > 0 && all[i - 1].key > all[i].key) printf("unsorted ");
                        if (all[i].rest[1] != (unsigned char)(all[i].key + 1)) printf("torn ");
                        const entry *found = bsearch(&all[i], all, n, sizeof *all, order);
                        if (found == NULL || found->key != all[i].key) printf("lost ");
                        sum = sum * 31 + all[i].key;
                    }
                    const entry none = {255, {0, 0}};
                    if (bsearch(&none, all, kind == 0 ? 0 : n, sizeof *all, order) != NULL) printf("found ");
                }
            }
            printf("%08x", sum);
            return 0;
        }
    """)
    elf.write_bytes(compiled(source, PASSES["all"], "base", "-O2"))
    printed, status = run(elf, tmp_path)
    assert (printed, status) == (natively(source), 0) and len(printed) == 8


def test_formats_by_the_width_of_a_type(tmp_path: Path) -> None:
    source, elf = tmp_path / "widths.c", tmp_path / "widths.elf"
    source.write_text("""
        #include <inttypes.h>
        #include <stdio.h>
        int main(void) {
            printf("%" PRId8 " %" PRIx16 " %" PRIo32 " %" PRIu64, (int8_t)-3, (uint16_t)65535, (uint32_t)8, UINT64_MAX);
            printf(" %" PRIiLEAST16 " %" PRIuFAST8 " %" PRIXMAX " %" PRIdPTR, (int_least16_t)-7, (uint_fast8_t)255,
                   UINTMAX_MAX, (intptr_t)-5);
            return 0;
        }
    """)
    elf.write_bytes(compiled(source, PASSES["all"], "base", "-O2"))
    said = "-3 ffff 10 18446744073709551615 -7 255 FFFFFFFFFFFFFFFF -5"
    assert run(elf, tmp_path) == (said, 0) == (natively(source), 0)


ATOMIC = """
    #include <stdatomic.h>
    #include <stdio.h>
    #define ALL(type, name)                                                             \\
        static _Atomic type name;                                                       \\
        static void try_##name(type seed) {                                             \\
            type wanted = seed, other = (type)~seed;                                    \\
            atomic_store(&name, seed);                                                  \\
            unsigned long long seen = atomic_fetch_add(&name, (type)200);               \\
            seen = 31 * seen + atomic_fetch_sub(&name, (type)77);                       \\
            seen = 31 * seen + atomic_fetch_and(&name, (type)0xdb);                     \\
            seen = 31 * seen + atomic_fetch_or(&name, (type)0x5500000024);              \\
            seen = 31 * seen + atomic_fetch_xor(&name, (type)0x1800000018);             \\
            seen = 31 * seen + __atomic_fetch_nand((type *)&name, (type)0x3c, 5);       \\
            seen = 31 * seen + name++;                                                  \\
            seen = 31 * seen + (name *= 3);                                             \\
            seen = 31 * seen + atomic_compare_exchange_strong(&name, &wanted, other);   \\
            seen = 31 * seen + atomic_compare_exchange_strong_explicit(                 \\
                &name, &wanted, other, memory_order_acquire, memory_order_relaxed);     \\
            seen = 31 * seen + atomic_exchange(&name, (type)(seed + 1));                \\
            unsigned long long now = name, got = wanted;                                \\
            printf("%s %llx %llx %llx\\n", #name, now, got, seen);                      \\
        }
    ALL(unsigned char, bytes)
    ALL(signed char, signs)
    ALL(short, halves)
    ALL(unsigned, words)
    ALL(int, numbers)
    ALL(long long, pairs)
    static atomic_flag flag = ATOMIC_FLAG_INIT;
    static int place[2] = {5, 6}, *_Atomic pointer = place;
    int main(void) {
        for (unsigned i = 0; i < 40; i++) {
            const unsigned seed = i * 0x9e3779b9u;
            try_bytes(seed), try_signs(seed), try_halves(seed), try_words(seed), try_numbers(seed), try_pairs(seed);
        }
        pointer++;
        for (int i = 0; i < 4; i++) {
            printf("%d", atomic_flag_test_and_set(&flag));
            if (i == 1) atomic_flag_clear(&flag);
        }
        atomic_thread_fence(memory_order_seq_cst);
        return *pointer - 6 + !atomic_is_lock_free(&words);
    }
"""
ATOMIC_OBJECT = """
    #include <stdatomic.h>
    #include <stdio.h>
    struct object { int a[5]; };
    static _Atomic struct object object;
    int main(void) {
        struct object one = {{1, 2, 3, 4, 5}}, two = {{6, 7, 8, 9, 10}}, seen;
        atomic_store(&object, one);
        seen = atomic_exchange(&object, two);
        printf("%d", seen.a[4]);
        for (int i = 0; i < 2; i++) {
            const int same = atomic_compare_exchange_strong(&object, &one, seen);
            printf(" %d %d", same, one.a[4]);
        }
        seen = atomic_load(&object);
        printf(" %d", seen.a[4]);
        return 0;
    }
"""


@pytest.mark.parametrize("opt", ["-O1", "-O2", "-Os"])
def test_atomic_operations_are_those_of_this_computer(opt: str, tmp_path: Path) -> None:
    source, elf = tmp_path / "atomic.c", tmp_path / "atomic.elf"
    source.write_text(ATOMIC)
    elf.write_bytes(compiled(source, PASSES["all"], "base", opt))
    assert run(elf, tmp_path) == (natively(source), 0)
    source.write_text(ATOMIC_OBJECT)
    elf.write_bytes(compiled(source, PASSES["all"], "base", opt))
    assert run(elf, tmp_path) == ("5 0 10 1 10 5", 0)
