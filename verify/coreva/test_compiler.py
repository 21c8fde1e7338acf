# SPDX-License-Identifier: Apache-2.0
"""C programs print on coreva what they print on this computer, with every pass and without."""

import re
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from evariste.build import cc
from evariste.errors import UserError
from evariste.isa import load
from evariste.machines import named
from evariste.paths import ROOT
from evariste.sim import Machine
from evariste.vliw import build, compiler, frame, fuse, generate, guards, linker, mir, objects, places
from evariste.vliw.compiler import Passes
from evariste.vliw.sums import _Sums
from verify.coreva.ctext import Writer, pointing

CORPUS = ROOT / "sw/apps/corpus"
ARGUMENTS = {"arguments": ["one", "two words", 'a"b\\c']}
STATUS = {"arguments": 7}
LACKS = {"soft_float", "printf_forms"}  # of the small C library: floating point
PROGRAMS = sorted(p for p in CORPUS.glob("*.c") if p.stem not in LACKS)
PASSES = {
    "all": Passes(), "no fusion": Passes(fuse=False), "no guards": Passes(guards=False),
    "no first order": Passes(order=False), "one operation a bundle": Passes(wide=1),
    "a round at a time": Passes(pipeline=False), "no lslxor": Passes(apart=("lslxor",)),
    "no sums": Passes(sums=False), "less inlining": Passes(inline=False),
}  # fmt: skip
CYCLES = 1_000_000_000  # some random programs divide long numbers a million times
TOO_LONG = {50}  # random programs that take more with some settings
SOME, MANY, MORE = 3, 40, 400
SOC = load.soc("coreva")


class Endless(AssertionError):
    """A program that does not end within CYCLES."""


def run(elf: Path, folder: Path, *arguments: str, configuration: str = "ise") -> tuple[str, int]:
    """What a program prints, and its status."""
    printed = bytearray()
    core = Machine("coreva", configuration)
    core.load(elf)
    core.host(root=folder, args=arguments, stdout=printed.extend)
    stop = core.run(max_cycles=CYCLES)
    if stop.reason == "limit":
        raise Endless(stop.sentence)
    assert stop.reason == "exit", stop.sentence
    return printed.decode(), stop.status


def ported(program: Path, folder: Path, opt: str) -> None:
    elf = cc.compile([program], folder / "p.elf", machine="coreva", opt=opt)
    printed, status = run(elf, folder, *ARGUMENTS.get(program.stem, []))
    assert status == STATUS.get(program.stem, 0)
    assert printed == program.with_suffix(".expected").read_text(encoding="utf-8")


@pytest.mark.parametrize("opt", [pytest.param(opt, marks=() if opt == "-O2" else pytest.mark.full)
                                 for opt in ("-O1", "-O2", "-O3", "-Os")])  # fmt: skip
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.stem)
def test_a_program_prints_what_it_should_however_it_is_compiled(program: Path, opt: str, tmp_path: Path) -> None:
    ported(program, tmp_path, opt)


def natively(source: Path, *flags: str, seconds: float = 60) -> str:
    """What the program prints when this computer's compiler compiles it."""
    elf = source.with_suffix(".native")
    command = [compiler.clang(), "-w", "-O1", "-fwrapv", *flags, str(source), "-o", str(elf)]
    subprocess.run(command, check=True)  # the order of calls is clang's
    return subprocess.run([str(elf)], check=True, capture_output=True, text=True, timeout=seconds).stdout


class Source:
    """A C program for one configuration. What its compilations with several passes have in common is done once."""

    def __init__(self, path: Path, configuration: str, opt: str, *flags: str) -> None:
        self.path, self.setting = path, build.Setting("coreva", "portable", configuration, opt)
        self.flags = ("-w", *flags, *self.setting.flags)
        self.module = cache(self._module)

    def _module(self, inline: bool) -> compiler.Module:
        front = compiler.front_half(self.path, self.flags, inline)
        return compiler.Module(*front, self.path.name, self.setting.isa)

    def compiled(self, passes: Passes) -> bytes:
        """The program with these passes only; the run-time has all."""
        elf = self.setting.isa.spec.elf
        own = self.module(passes.inline).object(self.setting.lacks, passes)
        own = objects.parse(objects.write(own, elf), self.path.name, elf)
        return linker.Linker(self.setting.isa, SOC, [own], [lambda: runtime(self.setting)]).link()


@cache
def runtime(setting: build.Setting) -> list[linker.Member]:
    """The members of the run-time, each made once in this process."""
    return [linker.Member(one.defines, cache(one.load)) for one in build._runtime(setting, True)]


def compiled(source: Path, passes: Passes, configuration: str, opt: str) -> bytes:
    return Source(source, configuration, opt).compiled(passes)


def compare(
    seed: int, folder: Path, *passes: str, configuration: str = "ise", opt: str = "-O2", text: str = ""
) -> None:
    """`text`: of the program; else it is a random one."""
    source = folder / f"random{seed}.c"
    source.write_text(text or Writer(seed).program())
    wanted, made = natively(source), Source(source, configuration, opt)
    for name in passes:
        elf = folder / "random.elf"
        elf.write_bytes(made.compiled(PASSES[name]))
        assert run(elf, folder, configuration=configuration) == (wanted, 0), f"program {seed}, {name}, {opt}"


@pytest.mark.parametrize("seed", range(SOME))
def test_a_random_program_means_the_same_as_on_this_computer(seed: int, tmp_path: Path) -> None:
    compare(seed, tmp_path, "all")


@pytest.mark.parametrize("seed", range(SOME))
def test_random_pointers_mean_the_same_as_on_this_computer(seed: int, tmp_path: Path) -> None:
    compare(seed, tmp_path, "all", text=pointing(seed))


@pytest.mark.full
@pytest.mark.parametrize("opt", ["-O1", "-O2", "-O3", "-Os"])
def test_many_random_pointers_mean_the_same(opt: str, tmp_path: Path) -> None:
    for seed in range(SOME, SOME + MANY):
        compare(seed, tmp_path, *PASSES, opt=opt, text=pointing(seed))


def test_accesses_that_meet_and_are_taken_to_be_apart_are_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "apart", lambda one, other: True)
    with pytest.raises(AssertionError):
        for seed in range(SOME):
            compare(seed, tmp_path, "all", text=pointing(seed))


PASSED_THROUGH = """
    #include <stdio.h>
    __attribute__((noinline)) int divided(int a, int b) { return a / b; }
    __attribute__((noinline)) unsigned sum(const unsigned *a) {
        return a[0] ^ a[1] << 3 ^ a[2] << 5 ^ a[3] >> 7 ^ a[4] << 9 ^ a[5] >> 2;
    }
    __attribute__((noinline)) unsigned either(unsigned a, unsigned b) { return a | b; }
    int main(int argc, char **argv) {
        unsigned a[6], x = argc;
        for (int i = 0; i < 6; i++) a[i] = x += 2654435761u;
        printf("%d %08x %08x", divided(-6 - argc, 1 + argc), sum(a), either(0xf0e + argc, 0xfe + argc));
        return 0;
    }
"""


class Nothing(dict[int, int]):
    """No register has any bit."""

    def get(self, key: int, default: int = 0) -> int:  # type: ignore[override]
        return 0


def without_signs(right: Callable[..., None]) -> Callable[..., None]:
    return lambda reader, dest, a, b, signed, *rest: right(reader, dest, a, b, False, *rest)


def without_a_term(right: Callable[..., None]) -> Callable[..., None]:
    return lambda sums, root, plain, shifted: right(sums, root, plain, shifted[1:])


def without_bits(right: Callable[..., dict[int, int]]) -> Callable[..., dict[int, int]]:
    return lambda *of: Nothing(right(*of))


def without_the_high_half(right: Callable[..., Any]) -> Callable[..., Any]:
    return lambda made, dest, value, line: right(made, dest, value & 0xFFFF, line)


SABOTAGE: dict[str, tuple[Any, str, Callable[[Any], Any]]] = {
    "mir": (mir.Reader, "_division", without_signs),
    "sums": (_Sums, "_join", without_a_term),
    "fuse": (fuse, "known", without_bits),
    "generate": (generate.Generator, "_constant", without_the_high_half),
}


@pytest.mark.parametrize("name", [*SABOTAGE, ""])
def test_a_pass_with_an_error_is_found_out(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, elf = tmp_path / "passed.c", tmp_path / "passed.elf"
    source.write_text(PASSED_THROUGH)
    if name:
        module, what, wrong = SABOTAGE[name]
        monkeypatch.setattr(module, what, wrong(getattr(module, what)))
    elf.write_bytes(compiled(source, PASSES["all"], "ise", "-O2"))
    assert (run(elf, tmp_path) == (natively(source), 0)) == (not name)


def test_guards_that_mean_the_opposite_are_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guards, "partner", lambda flag: flag)
    with pytest.raises(AssertionError):
        compare(0, tmp_path, "all")


@pytest.mark.full
@pytest.mark.parametrize("opt", ["-O1", "-O2", "-O3"])
@pytest.mark.parametrize("configuration", ["base", "clmul"])
def test_many_random_programs_mean_the_same(configuration: str, opt: str, tmp_path: Path) -> None:
    for seed in sorted({*range(SOME, SOME + MORE // 6)} - TOO_LONG):
        compare(seed, tmp_path, *PASSES, configuration=configuration, opt=opt)


def test_halves_of_a_global_number_are_not_confused(tmp_path: Path) -> None:
    """LLVM gives both words of it one high part of the address, and each its own low part."""
    source = tmp_path / "wide.c"
    source.write_text("""
        #include <stdio.h>
        static unsigned long long count = 0xFFFFFFFFull;
        __attribute__((noinline)) void step(void) { ++count; }
        int main(void) {
            step();
            printf("%08x%08x", (unsigned)(count >> 32), (unsigned)count);
            return 0;
        }
    """)
    elf = tmp_path / "wide.elf"
    elf.write_bytes(compiled(source, PASSES["all"], "base", "-O2"))
    assert run(elf, tmp_path) == ("0000000100000000", 0)


def test_a_signed_number_times_an_unsigned_one(tmp_path: Path) -> None:
    source, elf = tmp_path / "mixed.c", tmp_path / "mixed.elf"
    source.write_text("""
        #include <stdint.h>
        #include <stdio.h>
        __attribute__((noinline)) static uint32_t high(int32_t a, uint32_t b) {
            return (uint64_t)((int64_t)a * b) >> 32;
        }
        int main(void) {
            static const uint32_t values[] = {0, 1, 2, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff, 42};
            for (int i = 0; i < 81; i++) printf("%08x ", (unsigned)high((int32_t)values[i / 9], values[i % 9]));
            return 0;
        }
    """)
    elf.write_bytes(compiled(source, PASSES["all"], "base", "-O2"))
    setting = build.Setting("coreva", "portable", "base", "-O2")
    assert "MULHSU" in compiler.front_half(source, ["-w", *setting.flags])[0]
    assert run(elf, tmp_path) == (natively(source), 0)


@pytest.mark.parametrize("order", ['__asm__ volatile("" ::: "memory")', "__sync_synchronize()",
                                   "atomic_signal_fence(memory_order_seq_cst)"])  # fmt: skip
@pytest.mark.parametrize("passes", PASSES)
def test_no_access_moves_over_a_barrier(order: str, passes: str, tmp_path: Path) -> None:
    """Three words go to a device that the fourth one starts. Without the barrier they come in another order."""
    source, elf, trace = tmp_path / "device.c", tmp_path / "device.elf", tmp_path / "trace"
    text = """
        #include <stdatomic.h>
        struct device { unsigned data, more, length; volatile unsigned go; } device;
        __attribute__((noinline)) void begun(struct device *d, unsigned v) {
            d->data = v * v * v;
            d->more = v * 5;
            d->length = v;
            ORDER;
            d->go = 1;
        }
        int main(void) { begun(&device, 7); return 0; }
    """

    def stores(order: str) -> list[int]:
        source.write_text(text.replace("ORDER", order))
        elf.write_bytes(compiled(source, PASSES[passes], "base", "-O2"))
        core = Machine("coreva", "base")
        core.load(elf)
        core.watch(trace=trace)
        core.run()
        core.close_trace()
        lines = [line.partition(";") for line in trace.read_text().splitlines()]
        return [int(value, 16) for did, _, where in lines if where.strip().startswith("begun")
                for value in re.findall(r"\]=(\w+)", did)]  # fmt: skip

    assert sorted(stores(order)[:3]) == [7, 35, 343] and stores(order)[3:] == [1]
    if passes == "all":
        assert stores("")[-1] != 1, "this test would notice"


def test_the_address_of_a_frame_is_where_the_caller_s_ends(tmp_path: Path) -> None:
    source, elf = tmp_path / "frame.c", tmp_path / "frame.elf"
    source.write_text("""
        #include <stdint.h>
        #include <stdio.h>
        #include <alloca.h>
        typedef volatile uint32_t *words;
        __attribute__((noinline)) static words alone(void) { return __builtin_frame_address(0); }
        __attribute__((noinline)) static words large(int n) {
            volatile char a[3000];
            a[n] = 1;
            return (words)__builtin_frame_address(0) + (a[n] - 1);
        }
        __attribute__((noinline)) static words varying(int n) {
            volatile char *const a = __builtin_alloca(n);
            a[0] = 1;
            return (words)__builtin_frame_address(0) + (a[0] - 1);
        }
        int main(void) {
            const words found[] = {alone(), large(7), varying(40)};
            volatile uint32_t mine[4];
            printf("%d %d %d", found[0] == found[1], found[0] == found[2], mine >= found[0] && mine < found[0] + 64);
            return 0;
        }
    """.replace("#include <alloca.h>", ""))
    elf.write_bytes(compiled(source, PASSES["all"], "base", "-O2"))
    assert run(elf, tmp_path) == ("1 1 1", 0)


def test_bytes_are_spread(tmp_path: Path) -> None:
    """LLVM has an operation for it, orc.b, which it puts in place of a difference."""
    source, elf = tmp_path / "bytes.c", tmp_path / "bytes.elf"
    source.write_text("""
        #include <stdint.h>
        #include <stdio.h>
        __attribute__((noinline)) uint32_t ones(uint32_t a) { return ((a & 0x01010101) << 8) - (a & 0x01010101); }
        #ifdef __riscv
        __attribute__((noinline)) uint32_t any(uint32_t a) { return __builtin_riscv_orc_b_32(a); }
        #else
        uint32_t any(uint32_t a) {
            uint32_t x = 0;
            for (int i = 0; i < 32; i += 8) x |= (a >> i & 255 ? 255u : 0u) << i;
            return x;
        }
        #endif
        int main(void) {
            const uint32_t bytes[] = {0, 1, 0x7F, 0x80, 0xFF};
            for (int i = 0; i < 625; i++) {
                const uint32_t low = bytes[i % 5] | bytes[i / 5 % 5] << 8;
                const uint32_t a = low | bytes[i / 25 % 5] << 16 | bytes[i / 125] << 24;
                printf("%08x %08x ", (unsigned)ones(a), (unsigned)any(a));
            }
            return 0;
        }
    """)
    made = Source(source, "base", "-O2")
    assert compiler.front_half(source, made.flags, True)[0].count("= ORC_B ") == 2
    elf.write_bytes(made.compiled(PASSES["all"]))
    assert run(elf, tmp_path) == (natively(source), 0)


@pytest.mark.parametrize("opt", ["-O2", "-Os", "-Oz"])
def test_numbers_of_64_bits_are_shifted_however_small_the_code(opt: str, tmp_path: Path) -> None:
    source, elf = tmp_path / "shift.c", tmp_path / "shift.elf"
    source.write_text("""
        #include <stdio.h>
        #define ALONE __attribute__((noinline))
        ALONE static unsigned long long left(unsigned long long a, int n) { return a << n; }
        ALONE static unsigned long long right(unsigned long long a, int n) { return a >> n; }
        ALONE static long long low(long long a, int n) { return a >> n; }
        int main(void) {
            static const unsigned long long values[] = {1, 0x8000000000000000, 0x123456789abcdef1, 0xfedcba9876543210};
            for (int n = 0; n < 64; n++)
                for (int i = 0; i < 4; i++) {
                    unsigned long long v[] = {left(values[i], n), right(values[i], n),
                                              (unsigned long long)low((long long)values[i], n)};
                    for (int j = 0; j < 3; j++) printf("%08x%08x ", (unsigned)(v[j] >> 32), (unsigned)v[j]);
                }
            return 0;
        }
    """)
    elf.write_bytes(compiled(source, PASSES["all"], "base", opt))
    assert run(elf, tmp_path) == (natively(source), 0)


FRAMES = ROOT / "verify/coreva/kept/frames.c"


def test_objects_of_a_large_frame_are_where_llvm_reaches_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It reaches one object from the address of another. The field GF(2^571) does, too."""
    source, elf = tmp_path / "frames.c", tmp_path / "frames.elf"
    source.write_text(FRAMES.read_text())
    wanted = natively(source)

    def printed() -> tuple[str, int]:
        elf.write_bytes(compiled(source, PASSES["all"], "base", "-O2"))
        return run(elf, tmp_path)

    assert printed() == (wanted, 0)
    monkeypatch.setattr(frame, "_together", lambda function, at: (at, {}))
    assert printed() != (wanted, 0)


def test_the_compiler_finds_fused_operations_by_itself(tmp_path: Path) -> None:
    """Shifts with exclusive-ors, and the spreading of bits, also in a loop, outside of which clang keeps the masks; not
    where the configuration lacks them."""
    source = tmp_path / "spread.c"
    source.write_text("""
        unsigned spread(unsigned x) {
            x = (x ^ x << 8) & 0x00ff00ff;
            x = (x ^ x << 4) & 0x0f0f0f0f;
            x = (x ^ x << 2) & 0x33333333;
            return (x ^ x << 1) & 0x55555555;
        }
        unsigned mix(unsigned x, unsigned y) { return x ^ y >> 7; }
        void halves(unsigned *r, unsigned x) { r[0] = spread(x & 0xffff); r[1] = spread(x >> 16); }
        void all(unsigned *r, const unsigned *a, int n) { for (int i = 0; i < n; i++) halves(r + 2 * i, a[i]); }
        unsigned sum(const unsigned *a) { return a[0] ^ a[1] << 3 ^ a[2] << 5 ^ a[3] >> 7 ^ a[4] << 9 ^ a[5] >> 2; }
    """)
    isa = load.machine("coreva")

    def names(configuration: str, passes: Passes | None = None) -> list[str]:
        lacks = frozenset(named("coreva").has(configuration).lacks)
        obj = compiler.compile_source(source, ["-O2"], isa, lacks, passes)
        code = b"".join(bytes(s.data) for s in obj.sections.values() if s.code)
        words = [int.from_bytes(code[i : i + 4], "little") & 0x7FFFFFFF for i in range(0, len(code), 4)]
        return [d.insn.name for w in words if (d := isa.decode(w, 4))]

    fused = names("ise")
    assert fused.count("mvbits") == 5 * 4
    assert fused.count("lslxor") == 3 and fused.count("lsrxor") == 1 + 2  # of a sum all terms but one
    assert not {"mvbits", "lslxor", "lsrxor"} & {*names("base")}
    without = names("ise", Passes(apart=("mvbits",)))
    assert "mvbits" not in without and "lsrxor" in without
    with pytest.raises(UserError, match="There is no fused operation 'add'; there are lslxor"):
        cc.compile([source], tmp_path / "s.elf", machine="coreva", extra=["-fno-fuse=add"])


def sums(rng: Random, count: int) -> str:
    """A program with functions that have what fuses, and what nearly does."""
    functions, calls = [], []
    for f in range(count):
        terms = [rng.choice(("x[{}]", "(x[{}] << {})", "(x[{}] >> {})", "(x[{}] & x[2] << {})")) for _ in range(9)]
        total = " ^ ".join(t.format(rng.randrange(6), rng.randrange(1, 32)) for t in terms)
        lines = [f"unsigned s = {total}, h = s{rng.choice((' & 0xffff', ' >> 16', ' & 0x1ffff', ''))};"]
        for n, mask in ((8, 0x00FF00FF), (4, 0x0F0F0F0F), (2, 0x33333333), (1, 0x55555555)):
            other = mask ^ rng.choice((0, 0, 0, 1 << rng.randrange(32)))
            cut = rng.choice(("h", "h", f"(h & {hex((1 << n) - 1)})"))
            lines.append(f"h = ({cut} {rng.choice('^|')} h << {n}) & {hex(other)};")
        lines.append("r += h ^ (s << 3 | s >> 29);")
        body = f"for (int j = 0; j < {1 if f % 2 else 4}; j++, x++) {{ {' '.join(lines)} }}"
        functions.append(f"static __attribute__((noinline)) unsigned f{f}(const unsigned *x) {{ unsigned r = 0; {body} "
                         f"return r; }}")  # fmt: skip
        calls.append(f'printf("%08x ", f{f}(x));')
    step = "for (int i = 0; i < 6; i++) x[i] = x[i] * 1664525u + 1013904223u + i;"
    loop = f"for (int k = 0; k < 20; k++) {{ {step} {' '.join(calls)} }}"
    return "\n".join(["#include <stdio.h>", *functions, f"int main(void) {{ static unsigned x[9]; {loop} return 0; }}"])


def test_sums_and_spread_bits_mean_the_same(tmp_path: Path) -> None:
    source = tmp_path / "sums.c"
    source.write_text(sums(Random(1), 40))
    wanted = natively(source)
    for name in ("all", "no lslxor"):
        elf = tmp_path / "sums.elf"
        elf.write_bytes(compiled(source, PASSES[name], "ise", "-O2"))
        assert run(elf, tmp_path) == (wanted, 0), name


def test_a_mask_that_changes_spreads_no_bits(tmp_path: Path) -> None:
    """It is one constant in the first round, and another one in the others."""
    source, elf = tmp_path / "masks.c", tmp_path / "masks.elf"
    loop = """
        static __attribute__((noinline)) unsigned {0}(const volatile unsigned *x, int n) {{
            unsigned mask = {1}, r = 0;
            for (int i = 0; i < n; i++, mask = {2}) {{ const unsigned v = x[i]; r += (v ^ v << 8) & mask; }}
            return r;
        }}"""
    source.write_text("#include <stdio.h>\n" + loop.format("first", "0x00ff00ff", "0x0f0f0f0f")
                      + loop.format("others", "0x0f0f0f0f", "0x00ff00ff") + """
        static const volatile unsigned x[3] = {0x12345678, 0x9abcdef0, 0x0fedcba9};
        int main(void) { printf("%x %x", first(x, 3), others(x, 3)); return 0; }
    """)  # fmt: skip
    for opt in ("-O1", "-O2", "-Os"):
        elf.write_bytes(compiled(source, PASSES["all"], "ise", opt))
        assert run(elf, tmp_path) == (natively(source), 0), opt


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\ndouble f(double x) {\nreturn x * 3; }", "bad.c, line 3, function f: floating point is not supported"),
        ("int g(int); int main(void) { return g(1); }", "bad.c, line 1: g is not defined, but main uses it"),
        ("int main(void) { return }", "does not compile"),
        (
            '\n__attribute__((target("arch=+zbc"))) int f(int x) {\nreturn __builtin_riscv_clmulr_32(x, x); }',
            "bad.c, line 3, function f: unknown operation CLMULR",
        ),
        ('int main(void) {\n__asm__("wfi"); return 0; }', "bad.c, line 2, function main: asm statements with text"),
        ('\nint main(void) {\n__asm__("add r1, r2, r3"); return 0; }', "bad.c, line 3: asm statements with text are"),
        ('int f(int x) {\nint y; __asm__("frob %0" : "=r"(y)); return y; }', "bad.c, line 2: asm statements with text"),
        ('__asm__("add r1, r2, r3"); int f(int x) { return x; }', "bad.c: asm outside of functions is not supported"),
        ("_Thread_local int y;\nint f(int x) { return y += x; }", "bad.c, line 2, function f: variables of a thread"),
        ('__asm__("g: nop"); int f(int x) { return x; }', "bad.c: asm outside of functions"),
        ("\n\nint f(int x) {\nreturn x + (int)__builtin_frame_address(1); }", "line 4, function f: the frame of a"),
        ("\nint f(int x) { int g(void *);\na: return x + g(&&a); }", "function f: the address of a label is"),
    ],
)
def test_what_cannot_be_built_is_refused_in_a_sentence(text: str, said: str, tmp_path: Path) -> None:
    source = tmp_path / "bad.c"
    source.write_text(text + ("" if "main" in text else "\nint main(void) { return (int)f(1); }"))
    with pytest.raises(UserError) as refusal:
        cc.compile([source], tmp_path / "bad.elf", machine="coreva", opt="-O0")
    assert said in refusal.value.message and not (tmp_path / "bad.elf").exists()


def test_a_symbol_of_two_sources_is_refused_with_their_names(tmp_path: Path) -> None:
    sources = [tmp_path / "one.c", tmp_path / "two.c"]
    for source in sources:
        source.write_text("int main(void) { return 0; }")
    with pytest.raises(UserError, match=r"^main is defined twice, in one\.c and in two\.c\.$"):
        cc.compile(sources, tmp_path / "bad.elf", machine="coreva")
    assert not (tmp_path / "bad.elf").exists()


@pytest.mark.parametrize("level", ["-O9", "-Ofast", "-O2.5"])
def test_a_level_that_is_not_there_is_refused_once(level: str, tmp_path: Path) -> None:
    """clang warns of it with each source of the library."""
    (tmp_path / "a.c").write_text("int main(void) { return 0; }")
    with pytest.raises(UserError, match=rf"^There is no level {level} of optimisation; there are -O0, -O1, "):
        cc.compile([tmp_path / "a.c"], machine="coreva", opt=level)
    with pytest.raises(UserError, match=f"There is no level {level} "):
        cc.compile([tmp_path / "a.c"], machine="coreva", extra=["-g", level])


def test_a_compiler_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    compiler.clang.cache_clear()
    with pytest.raises(UserError, match="clang-19 is not installed"):
        compiler.clang()
    (tmp_path / "clang-19").write_text("#!/bin/sh\necho clang version 18.1\n")
    (tmp_path / "clang-19").chmod(0o755)
    with pytest.raises(UserError, match="is not version 19 of clang"):
        compiler.clang()
    compiler.clang.cache_clear()
