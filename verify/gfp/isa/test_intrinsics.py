# SPDX-License-Identifier: Apache-2.0
"""The C intrinsics never cross a gf_cfg, cost nothing beside their instruction, and are otherwise pure."""

import re
import subprocess

import pytest

from evariste.build import cc
from evariste.paths import ROOT

LEVELS = ["-O1", "-O2", "-O3", "-Os"]
DEPENDENT = {"gf_mul(a, b)": "gfmul", "gf_inv(a)": "gfinv", "gf_sq(a)": "gfsq", "gf_pow(a, b)": "gfpow"}
EXTENDED = {"gf_mul_b(a, b)": "gfmulb", "gf_inv_b(a)": "gfinvb", "gf_sq_b(a)": "gfsqb", "gf_pow_b(a, b)": "gfpowb"}
DEPENDENT |= EXTENDED | {"gf_ma(a, a, b)": "gfma"}
INDEPENDENT = {"gf_add(a, b)": "gfadd", "gf_mul32_lo(a, b)": "gfmul32", "(uint32_t)(gf_mul32(a, b) >> 32)": "gfmul32"}


def compiled(body: str, level: str, before: str = "") -> list[str]:
    """The instructions of `uint32_t f(uint32_t a, uint32_t b, const gf_field_t *p, const gf_field_t *q)`."""
    source = (
        f'#include "gfp.h"\n{before}\n'
        "uint32_t f(uint32_t a, uint32_t b, const gf_field_t *p, const gf_field_t *q);\n"
        "uint32_t f(uint32_t a, uint32_t b, const gf_field_t *p, const gf_field_t *q) {\n"
        f"(void)a, (void)b, (void)p, (void)q;\n{body}\n}}\n"
    )
    flags = [*cc.usual().flags, "-Wall", "-Wextra", "-Werror", f"-I{ROOT}/gen/gfp", level, "-S", "-o-", "-xc", "-"]
    done = subprocess.run([cc.tool("gcc"), *flags], input=source, text=True, capture_output=True, check=True)
    function = done.stdout[done.stdout.index("\nf:\n") : done.stdout.index("\t.size\tf,")]
    lines = [line.strip() for line in function.splitlines()[2:]]
    return [line for line in lines if line and not line.startswith((".", "@")) and not line.endswith(":")]


def mnemonics(lines: list[str]) -> list[str]:
    return [line.split()[0] for line in lines]


def galois(lines: list[str]) -> list[str]:
    return [m for m in mnemonics(lines) if m.startswith("gf")]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("call", DEPENDENT)
def test_a_result_belongs_to_the_field_configured_before_it(call: str, level: str) -> None:
    body = f"gf_cfg(p); uint32_t x = {call}; gf_cfg(q); uint32_t y = {call}; return x * 3 + y;"
    assert galois(compiled(body, level)) == ["gfcfg", DEPENDENT[call], "gfcfg", DEPENDENT[call]]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("call", DEPENDENT)
def test_a_result_used_late_is_still_computed_early(call: str, level: str) -> None:
    body = f"uint32_t x = {call}; gf_cfg(p); return q ? x : 0;"
    assert galois(compiled(body, level)) == [DEPENDENT[call], "gfcfg"]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("call", DEPENDENT)
def test_a_call_that_may_configure_a_field_is_not_crossed(call: str, level: str) -> None:
    body = f"uint32_t x = {call}; other(); uint32_t y = {call}; return x * 3 + y;"
    found = [m for m in mnemonics(compiled(body, level, "void other(void);")) if m.startswith("gf") or m == "bl"]
    assert found == [DEPENDENT[call], "bl", DEPENDENT[call]]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("call", DEPENDENT)
def test_a_function_that_computes_in_the_field_is_called_once_for_each_field(call: str, level: str) -> None:
    """The compiler may find out that a function is pure; it must not think that it is constant."""
    before = f"static __attribute__((noinline)) uint32_t g(uint32_t a, uint32_t b) {{ (void)b; return {call} * 5; }}"
    body = "gf_cfg(p); uint32_t x = g(a, b); gf_cfg(q); uint32_t y = g(a, b); return x * 3 + y;"
    found = [m for m in mnemonics(compiled(body, level, before)) if m.startswith("gf") or m == "bl"]
    assert found == ["gfcfg", "bl", "gfcfg", "bl"]


@pytest.mark.parametrize("level", LEVELS)
def test_a_result_is_computed_again_in_every_turn_that_configures(level: str) -> None:
    """Once unrolled nine times, once as a loop with both instructions before the branch back."""
    body = "uint32_t s = 0; for (int i = 0; i < {}; i++) {{ gf_cfg(p + i); s = s * 3 + gf_mul(a, b); }} return s;"
    found = galois(compiled(body.format(9), level))
    assert found == ["gfcfg", "gfmul"] * (len(found) // 2)
    lines = mnemonics(compiled(body.format("n"), level, "int n;"))
    back = max(i for i, m in enumerate(lines) if m in ("b", "bne", "blt", "bgt"))
    assert galois(lines[:back])[-2:] == ["gfcfg", "gfmul"]
    assert lines.index("gfcfg") < lines.index("gfmul")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("call", "name"), [*DEPENDENT.items(), *INDEPENDENT.items()])
def test_an_intrinsic_costs_its_instruction_and_no_other(call: str, name: str, level: str) -> None:
    lines = compiled(f"return {call};", level)
    assert [m for m in mnemonics(lines) if m != "movs"] == [name, "bx"]
    assert len(lines) <= 3  # gf_mul32's high word may be moved to r0


@pytest.mark.parametrize("level", LEVELS)
def test_an_accumulating_product_moves_nothing(level: str) -> None:
    body = "uint64_t s = 0; for (int i = 0; i < 3; i++) s = gf_mac32(s, a + i, b); return s ^ s >> 32;"
    found = mnemonics(compiled(body, level))
    assert found.count("gfmac32") in (1, 3) and "mov" not in found[found.index("gfmac32") + 1 :]


@pytest.mark.parametrize("level", LEVELS)
def test_no_memory_is_touched_between_two_fields(level: str) -> None:
    body = "gf_cfg(p); uint32_t x = gf_mul(a, b); gf_cfg(q); return x ^ gf_mul(a, b);"
    assert not re.search(r"\b(ldr|str|ldm|stm|push|pop)", "\n".join(compiled(body, level)))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("call", "name"), [*DEPENDENT.items(), *INDEPENDENT.items()])
def test_equal_results_in_one_field_are_computed_once_and_unused_ones_not(call: str, name: str, level: str) -> None:
    if "gf_mul32(" not in call:  # gcc merges no assembly with two results
        assert galois(compiled(f"uint32_t x = {call}, y = {call}; return x + y * 3;", level)) == [name]
    assert galois(compiled(f"(void){call}; return b;", level)) == []


@pytest.mark.parametrize("level", LEVELS)
def test_a_result_that_no_field_changes_may_cross_a_configuration(level: str) -> None:
    body = "uint32_t x = gf_add(a, b); gf_cfg(p); return x * 3 + gf_add(a, b);"
    assert sorted(galois(compiled(body, level))) == ["gfadd", "gfcfg"]


@pytest.mark.parametrize("level", ["-O2", "-O3"])
def test_a_counted_loop_is_as_short_as_without_the_dependence(level: str) -> None:
    """Load, multiply, add, compare, branch: five instructions a turn."""
    before = "const uint32_t *t; int n;"
    body = "uint32_t s = 0; for (int i = 0; i < n; i++) s = t[i] ^ gf_mul(s, a); return s;"
    lines = compiled(body, level, before)
    end = max(i for i, line in enumerate(lines) if line.startswith("bne"))
    turn = mnemonics(lines[end - 4 : end + 1])
    assert sorted(turn) == sorted(["gfmul", "ldmia", "eors", "cmp", "bne"])


def test_a_store_to_the_descriptor_is_made_before_it_is_loaded() -> None:
    body = "gf_field_t d = *p; d.byte[0] ^= (uint8_t)a; gf_cfg(&d); return gf_mul(a, b);"
    found = mnemonics(compiled(body, "-O2"))
    assert "gfcfg" in found
    assert any(m.startswith("str") for m in found[: found.index("gfcfg")])


@pytest.mark.parametrize("level", LEVELS)
def test_the_field_is_stored_where_the_program_says(level: str) -> None:
    """Between the configurations around it, and its bytes can be read behind it."""
    body = "gf_field_t f; gf_cfg(p); gf_store(&f); gf_cfg(q); return f.word[0] ^ f.word[1];"
    assert galois(compiled(body, level)) == ["gfcfg", "gfst", "gfcfg"]
    found = mnemonics(compiled(body, level))
    assert "ldr" in found[found.index("gfst") :] or "ldrd" in found
