# SPDX-License-Identifier: Apache-2.0
"""The library's workloads without one pass of the compiler, and with the fused operations.

Their names are those of the library's workloads, with what is different behind: `aes128.encrypt.without.guards`,
`gf2_233.mul.ise`. On a configuration, with the kernels that it has or in portable C: `gf2_233.mul.on.mul233`; and
built for size: `gf2_233.mul.small.on.mul233`. Their records count calls, and their code bytes are those of functions
that ran.
"""

import random
from dataclasses import replace

from evariste.bench import Case, Output, registry, workload
from evariste.ecc import reference as ref
from evariste.ecc.curves import binary_curves
from evariste.machines import PORTABLE

NAME = "coreva"
STUDIED = ("aes128.encrypt", "sha256.call", "crc32.kib", "rs255_239.decode.e8", "rs255_239.decode.e0",
           "rs255_239.encode", "b233.mul.ct")  # fmt: skip
OVERLAP = "pipeline"
PASSES = {"inlining": "-fno-inline-more", "guards": "-fno-guards", OVERLAP: f"-fno-{OVERLAP}", "order": "-fno-order",
          "bundles": "-fno-bundles"}  # fmt: skip
# Workloads that show what two rounds of a loop at a time give.
OVERLAPPED = ("rs255_239.encode", "rs255_239.decode.e8", "rs255_239.decode.e0", "fp256.mul", "fp256.inv",
              "fp384.mul", "p256.mul.ct", "x25519.agree", "sha256.call", "b233.mul.ct")  # fmt: skip
FUSED = ("aes128.encrypt", "sha256.call", "crc32.kib", "gf2_233.mul", "gf2_233.sqr", "k233.mul.ct",
         "b233.mul.ct")  # fmt: skip


# Fused operations, each of them left out, and alone; without the pass that joins sums anew for them; and workloads that
# show what that gives.
PAIRS_APART = ("lslxor", "lsrxor", "mvbits")
APART = {**{f"without.{pair}": f"-fno-fuse={pair}" for pair in PAIRS_APART}, "without.sums": "-fno-sums",
         **{f"with.{pair}": " ".join(f"-fno-fuse={other}" for other in PAIRS_APART if other != pair)
            for pair in PAIRS_APART}}  # fmt: skip
# The fused operation for addresses, and workloads that look up.
ADDRESSES, CONFIGURED = "lsladd", "clmul"
LOOKING_UP = ("aes128.encrypt", "sha256.call", "crc32.kib", "rs255_239.decode.e8", "rs255_239.encode", "gcm128.block")
# The library on each configuration without an accelerator. The other ones are `base` for it.
GENERAL = ("aes128.encrypt", "aes128.decrypt", "gcm128.block", "sha256.call", "crc32.kib", "rs255_239.decode.e8",
           "rs255_239.decode.e0", "rs255_239.encode", "bch63_51.decode.e2")  # fmt: skip
STALLED = "interlock"
FORWARDED = ("gf2_233.mul", "gf2_233.sqr", "b233.mul.ct")
GHASH = ("gcm128.block", "ghash.block", "ghash.call")  # with carry-less products
CONFIGURED_AS = {"ise": (*GENERAL, *FUSED), CONFIGURED: (*GENERAL, *LOOKING_UP, *GHASH),
                 STALLED: (*GENERAL, *FORWARDED)}  # fmt: skip
OWN = {(name, on) for on in CONFIGURED_AS for name in GENERAL if name.startswith("rs")}  # with the backend's files, too
OWN |= {*((name, CONFIGURED) for name in GHASH), *((name, STALLED) for name in FORWARDED)}
# With the kernels of the backend, on configurations with and without accelerators; some of them also in portable C, and
# built for size.
KERNELS = ("gf2_233.mul", "gf2_233.muladd", "gf2_233.sqr", "gf2_233.sqrn", "gf2_233.inv", "k233.mul.ct", "b233.mul.ct")
# What else the curves are for.
PROTOCOLS = tuple(f"{curve}233.{what}" for curve in "bk" for what in (
    "mul.base", "mul2.vartime", "ecdh", "ecdsa.sign", "ecdsa.sign.nonce", "ecdsa.verify"))  # fmt: skip
CONFIGURATIONS = ("base", "ise", "clmul", "squ233", "mul233", "ff233", "ff233_d64", "x")
COMPILED = ("gf2_233.mul", "gf2_233.sqr", "k233.mul.ct", "b233.mul.ct")
COMPILED_ON, SMALL_ON = ("base", "ise"), ("base", "ise", "squ233", "mul233", "ff233")
AT_REST = (("gf2_233.mul", "squ233"), ("gf2_233.sqr", "mul233"))  # in portable C, which leaves the accelerator alone
CALLED = ["ev_coreva_*", "product_*", "clmul32"]
PAIRS = 32  # of words
WORDS = {  # the product of two words: what is called, in which configuration, and what else defines it
    "c": ("clmul32", "base", "CLMUL32"), "c-ise": ("clmul32", "ise", "CLMUL32"), "paper": ("paper", "base", "PAPER"),
    "paper-ise": ("paper", "ise", "PAPER"), "asm": ("ev_coreva_word_integer", "base", ""),
    "asm-ise": ("ev_coreva_word_guarded", "ise", ""), "clmul": ("ev_coreva_word_polynomial", "clmul", ""),
    **{f"paper-{on}": ("paper", on, "PAPER") for on in ("squ233", "mul233", "ff233")},  # with the accelerator at rest
}  # fmt: skip


def word_case(what: str) -> Case:
    """Products of two words: random ones, and words with few or many ones."""
    called, configuration, define = WORDS[what]
    rng = random.Random(what)
    values = [rng.choice((rng.getrandbits(32), 0xFFFFFFFF, 1 << rng.randrange(32))) for _ in range(2 * PAIRS)]
    expected = b"".join(ref.clmul(a, b).to_bytes(8, "little") for a, b in zip(values[::2], values[1::2], strict=True))

    def check(out: Output) -> tuple[bool, str]:
        return out.files["out"] == expected, "equal to the reference on Python integers"

    return Case(sources=["sw/apps/coreva/word.c"], label="word", check=check, symbols=[called],
                files={"in": b"".join(v.to_bytes(4, "little") for v in values)},
                defines={"MEASURED": called} | ({define: 1} if define else {}), configuration=configuration,
                opt=f"-O2 -mcpu={configuration}")  # fmt: skip


PAPER = ("mul", "sqr", "point")  # by the paper's algorithms in C, as sw/apps/coreva/paper.c numbers them
PAPER_ON, PAPER_CASES = ("base", "ise"), 4
SUMMED = "paper.mul.ise"  # whose sums have many shifted terms


def paper_case(what: str, configuration: str) -> Case:
    """Random elements, or a random point of B-233 and a scalar with all its bits."""
    curve = binary_curves()["b233"]
    rng, cases, results = random.Random(what), list[list[int]](), list[list[int]]()
    for _ in range(PAPER_CASES):
        a, b, *rest = (rng.getrandbits(curve.degree) for _ in range(4))
        if what != "point":
            cases.append([a, b, *rest])
            results.append([ref.mul(a, b if what == "mul" else a, curve.poly), 0])
            continue
        p = ref.multiply(curve, rng.randrange(1, curve.n), ref.generator(curve))
        assert p is not None
        cases.append([rng.randrange(1 << curve.n.bit_length() - 1, curve.n), *p, curve.b])
        results.append([*(ref.multiply(curve, cases[-1][0], p) or ())])
    if what == "point":  # one is multiplied
        results[1:] = [[0, 0]] * (PAPER_CASES - 1)
    expected = words_of(results)

    def check(out: Output) -> tuple[bool, str]:
        return out.files["out"] == expected, "equal to the reference on Python integers"

    return Case(sources=["sw/apps/coreva/paper.c"], label="paper", check=check, calls=True, configuration=configuration,
                symbols=[*PAPER, "paper", "product_*", "reduce", "sqrn", "inverse"], files={"in": words_of(cases)},
                defines={"WHAT": PAPER.index(what)}, opt=f"-O2 -mcpu={configuration}")  # fmt: skip


def words_of(rows: list[list[int]]) -> bytes:
    """Elements, eight words each."""
    return b"".join(value.to_bytes(32, "little") for row in rows for value in row)


def _register_paper(what: str, on: str) -> None:
    workload(f"paper.{what}.{on}", backends=(NAME,), machine=NAME)(lambda backend, engine: paper_case(what, on))


def _register_words() -> None:
    for what in WORDS:
        def case(backend: str, engine: str, what: str = what) -> Case:
            return word_case(what)

        workload(f"clmul32.{what}", backends=(NAME,), machine=NAME)(case)


def _register(
    name: str, suffix: str, word: str, configuration: str = "", backends: tuple[str, ...] = (PORTABLE,)
) -> None:
    def case(backend: str, engine: str) -> Case:
        known = registry()[name].build(backend, engine)
        return replace(known, opt=f"{known.opt} {word}", configuration=configuration)

    workload(f"{name}.{suffix}", backends=backends, machine=NAME)(case)


def _register_on(name: str, suffix: str, opt: str, configuration: str, backends: tuple[str, ...]) -> None:
    def case(backend: str, engine: str) -> Case:
        known = registry()[name].build(backend, engine)
        return replace(known, opt=f"{opt} -mcpu={configuration}", configuration=configuration, calls=True,
                       symbols=[*known.symbols, *CALLED])  # fmt: skip

    workload(f"{name}.{suffix}.{configuration}", backends=backends, machine=NAME)(case)


for _name in STUDIED:
    for _pass, _word in PASSES.items():
        _register(_name, f"without.{_pass}", _word)
for _name in (name for name in OVERLAPPED if name not in STUDIED):
    _register(_name, f"without.{OVERLAP}", PASSES[OVERLAP])
for _on, _names in CONFIGURED_AS.items():
    for _name in dict.fromkeys(_names):
        _register(_name, _on, f"-mcpu={_on}", _on, (NAME, PORTABLE) if (_name, _on) in OWN else (PORTABLE,))
for _name in FUSED:
    for _what, _word in APART.items():
        _register(_name, f"ise.{_what}", f"-mcpu=ise {_word}", "ise")
for _name in LOOKING_UP:
    _register(_name, f"{CONFIGURED}.without.{ADDRESSES}", f"-mcpu={CONFIGURED} -fno-fuse={ADDRESSES}", CONFIGURED)
for _name in KERNELS:
    for _on in CONFIGURATIONS:
        _in_c = (_name in COMPILED and _on in COMPILED_ON) or (_name, _on) in AT_REST
        _register_on(_name, "on", "-O2", _on, (NAME, PORTABLE) if _in_c else (NAME,))
for _name in PROTOCOLS:
    for _on in CONFIGURATIONS:
        _register_on(_name, "on", "-O2", _on, (NAME,))
for _name in COMPILED:
    for _on in SMALL_ON:
        _register_on(_name, "small.on", "-Os", _on, (NAME, PORTABLE) if _on in COMPILED_ON else (NAME,))
_register_words()
for _what in PAPER:
    for _on in PAPER_ON:
        _register_paper(_what, _on)
_register(SUMMED, "without.sums", APART["without.sums"], "ise", (NAME,))
