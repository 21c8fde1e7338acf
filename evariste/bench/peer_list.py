# SPDX-License-Identifier: Apache-2.0
"""The software that our machines are compared with: which of its files are compiled, which of our tasks it can do, and
what it says about itself. Nothing here is fetched: the user names the folder of his copy.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

APPS = "sw/apps/peers"  # our drivers, and the frames that they fill
Words = Mapping[str, str]
# How time depends on secrets: not at all; it is hidden by random numbers; it does; there are no secrets.
CONSTANT, BLINDED, VARIES, PUBLIC = "constant", "blinded", "varies", "-"


@dataclass(frozen=True)
class Program:
    """One driver of ours, the files of the copy that it needs, and the tasks that both can do, with the words of each
    for the compiler.

    `sources` are patterns of paths in the copy, `includes` its folders of headers. In `flags`, {sources} is the folder
    of our drivers. `timing` says how its time
    depends on secrets, as its authors claim; `remark` is what a reader must know.
    """

    driver: str
    sources: tuple[str, ...]
    includes: tuple[str, ...]
    tasks: Mapping[str, Words]
    timing: str
    remark: str
    variant: str = ""
    flags: tuple[str, ...] = ()


@dataclass(frozen=True)
class Peer:
    """A library. `configure` is what its user runs once in the copy, if it cannot be compiled as it is. `says` is a
    file and a pattern by which it tells its version.
    """

    programs: tuple[Program, ...]
    configure: str = ""
    says: tuple[str, str] | None = None


def _each(tasks: Iterable[str], **words: str) -> dict[str, Words]:
    return dict.fromkeys(tasks, words)


def _curves(names: Mapping[str, str], operations: Iterable[str]) -> dict[str, Words]:
    """The operations on each curve, whose name in C is CURVE."""
    return {f"{curve}.{operation}": {"CURVE": name} for curve, name in names.items() for operation in operations}


_CALLS = ("aes128.encrypt", "aes128.decrypt", "aes128.expand")
_MODES = ("cbc128.encrypt_block", "cbc128.decrypt_block", "ctr128.block")
_HASH = ("sha256.block", "sha256.call")
_CODES = ("rs255_239.encode", "rs255_239.decode.e0", "rs255_239.decode.e8", "rs255_223.encode", "rs255_223.decode.e16")
_GIVEN = ("mul.base", "ecdh", "ecdsa.sign.nonce", "ecdsa.verify")  # the nonce of a signature comes from outside
_TABLES = "its time depends on secrets where memory has a cache"

_BEARSSL_EC = (
    "src/int/i15_*.c", "src/int/i3*.c", "src/ec/*_m15.c", "src/ec/*_m31.c", "src/ec/ec_*_i15.c", "src/ec/ec_*_i31.c",
    "src/ec/ec_sec*.c", "src/ec/ec_curve25519.c", "src/ec/ec_default.c", "src/ec/ecdsa_i*_bits.c",
    "src/ec/ecdsa_i*_raw.c", "src/ec/ecdsa_default_*_raw.c", "src/codec/dec32be.c", "src/codec/enc32be.c",
    "src/codec/ccopy.c", "src/hash/sha2small.c", "src/mac/hmac.c", "src/rand/hmac_drbg.c",
)  # fmt: skip


def _bearssl_aes(kind: str, timing: str, remark: str) -> Program:
    return Program(
        "bearssl_aes.c", (f"src/symcipher/aes_{kind}*.c", "src/symcipher/aes_common.c", "src/aead/gcm.c",
                          "src/hash/ghash_ctmul32.c", "src/codec/dec32*.c", "src/codec/enc32*.c", "src/codec/ccopy.c"),
        ("inc", "src"), _each((*_CALLS, *_MODES, "gcm128.block"), KIND=kind), timing, remark, f"aes_{kind}",
    )  # fmt: skip


_RELIC = ("src/relic_core.c", "src/relic_err.c", "src/relic_conf.c", "src/relic_util.c", "src/arch/relic_arch_none.c",
          "src/rand/relic_rand_core.c", "src/rand/relic_rand_hashd.c", "src/bn/*.c", "src/dv/*.c", "src/md/*.c",
          "src/low/easy/relic_bn_*.c")  # fmt: skip
_RELIC_BINARY = (*_RELIC, "src/fb/*.c", "src/eb/*.c", "src/low/easy/relic_fb_*.c")
_RELIC_PRIME = (*_RELIC, "src/fp/*.c", "src/ep/*.c", "src/cp/relic_cp_ecdsa.c", "src/low/easy/relic_fp_*.c")
_RELIC_MADE = """\
made() { cmake -S . -B build-$1 -DARCH= -DWSIZE=32 -DOPSYS= -DTIMER= -DSEED= -DCHECK=off -DVERBS=off -DQUIET=on \\
    -DDOCUM=off -DTESTS=0 -DBENCH=0 -DSHLIB=off "-DWITH=BN;DV;MD;$2" "$3" "$4" "$5"; }
for m in 163 233 283; do made $m "FB;EB" -DFB_POLYN=$m -DBN_PRECI=320 -DRLC_DEPTH=5; done
made p256 "FP;EP;EC;CP" -DFP_PRIME=256 -DEC_METHD=PRIME "-DFP_METHD=INTEG;COMBA;COMBA;MONTY;MONTY;JMPDS;SLIDE"
"""


def _relic_includes(build: str) -> tuple[str, ...]:
    return (f"{build}/include", "include", "include/low", "src/tmpl")


def _relic_binary(degree: int, multiply: str, variant: str, operations: Iterable[str], remark: str) -> Program:
    names = {f"{kind}{degree}": f"NIST_{kind.upper()}{degree}" for kind in "bk"}
    tasks = {task: {**words, "MULTIPLY": multiply} for task, words in _curves(names, operations).items()}
    return Program("relic_binary.c", _RELIC_BINARY, _relic_includes(f"build-{degree}"), tasks,
                   CONSTANT if variant else VARIES, remark, variant)  # fmt: skip


def _relic_prime(multiply: str, variant: str, operations: Iterable[str], remark: str) -> Program:
    curves = _curves({"p256": "NIST_P256"}, operations)
    tasks = {task: {**words, "MULTIPLY": multiply} for task, words in curves.items()}
    return Program("relic_prime.c", _RELIC_PRIME, _relic_includes("build-p256"), tasks, CONSTANT if variant else VARIES,
                   remark, variant)  # fmt: skip


_MIRACL = ("build/hash.c", "build/hmac.c", "build/oct.c", "build/rand.c")


def _miracl(curve: str, big: str, task: str) -> Program:
    sources = (f"build/big_{big}.c", *(f"build/{part}_{curve}.c" for part in
               ("fp", "ecp", "ecdh", "rom_field", "rom_curve")), *_MIRACL)  # fmt: skip
    tasks = {t: {**words, "HEADER": f'"ecdh_{curve}.h"'} for t, words in _curves({task: curve}, _GIVEN).items()}
    return Program("miracl_curve.c", sources, ("build",), tasks, CONSTANT,
                   "fixed windows, products unrolled; a signature also hides the inverse of its nonce")  # fmt: skip


_MBEDTLS = ('-DMBEDTLS_CONFIG_FILE="{sources}/mbedtls_options.h"',)

PEERS = {
    "micro-ecc": Peer((
        Program(
            "micro_ecc_curve.c", ("uECC.c",), (".",),
            _curves({p: f"uECC_sec{p}r1" for p in ("p192", "p224", "p256")}, _GIVEN), BLINDED,
            "a ladder of fixed length with random coordinates; products unrolled, on ARM in assembly",
            flags=("-DuECC_OPTIMIZATION_LEVEL=3", "-DuECC_SQUARE_FUNC=1"),
        ),
    )),
    "BearSSL": Peer((
        Program(
            "bearssl_curve.c", _BEARSSL_EC, ("inc", "src"),
            _curves({p: f"BR_EC_sec{p}r1" for p in ("p256", "p384", "p521")},
                    ("mul.base", "ecdh", "ecdsa.sign", "ecdsa.verify")), CONSTANT,
            "the implementation that it takes itself on the core; the nonce of a signature by RFC 6979",
        ),
        Program("bearssl_x25519.c", _BEARSSL_EC, ("inc", "src"), _each(("x25519.public", "x25519.agree")), CONSTANT,
                "the implementation that it takes itself on the core"),
        _bearssl_aes("ct", CONSTANT, "bit-sliced, two blocks at a time; a single block costs as much as two"),
        _bearssl_aes("big", VARIES, f"T-tables; {_TABLES}"),
        _bearssl_aes("small", VARIES, f"made to be small; {_TABLES}"),
        Program("bearssl_hash.c", ("src/hash/sha2small.c", "src/codec/dec32be.c", "src/codec/enc32be.c"),
                ("inc", "src"), _each(_HASH), CONSTANT, "eight rounds in each turn of a loop"),
    )),
    "mbedTLS": Peer(
        (
            Program(
                "mbedtls_curve.c",
                tuple(f"library/{name}.c" for name in (
                    "asn1parse", "asn1write", "bignum", "bignum_core", "constant_time", "ecdh", "ecdsa", "ecp",
                    "ecp_curves", "platform_util")),
                ("include", "library"),
                _curves({p: f"MBEDTLS_ECP_DP_SEC{p.upper()}R1" for p in ("p256", "p384")}, _GIVEN), BLINDED,
                "a comb with random coordinates; its heap is in the time", flags=_MBEDTLS,
            ),
            Program("mbedtls_aes.c",
                    tuple(f"library/{name}.c" for name in (
                        "aes", "block_cipher", "constant_time", "gcm", "platform", "platform_util")),
                    ("include", "library"), _each((*_CALLS, *_MODES, "gcm128.block")), VARIES,
                    f"T-tables, made in RAM at the first key; {_TABLES}", flags=_MBEDTLS),
            Program("mbedtls_hash.c", ("library/sha256.c", "library/platform_util.c"), ("include", "library"),
                    _each(_HASH), CONSTANT, "eight rounds in each turn of a loop", flags=_MBEDTLS),
        ),
        says=("include/mbedtls/build_info.h", r'MBEDTLS_VERSION_STRING\s+"([\d.]+)"'),
    ),
    "tiny-AES": Peer((
        Program("tiny_aes.c", ("aes.c",), (".",), _each((*_CALLS, *_MODES)), VARIES,
                f"made to be small, one column at a time; {_TABLES}"),
    )),
    "libfec": Peer(
        (
            Program("libfec.c", ("encode_rs_char.c", "decode_rs_char.c", "init_rs_char.c"), (".",), _each(_CODES),
                    PUBLIC, "any code: parameters and tables of logarithms in memory", "any"),
            Program("libfec.c", ("encode_rs_8.c", "decode_rs_8.c", "ccsds_tab.c"), (".",),
                    _each((t for t in _CODES if t.startswith("rs255_223")), FIXED="1"), PUBLIC,
                    "the code of CCSDS with constant parameters", "fixed"),
        ),
        configure="cc -o gen_ccsds gen_ccsds.c init_rs_char_local.c && ./gen_ccsds > ccsds_tab.c",
    ),
    "libcorrect": Peer((
        Program("libcorrect.c", ("src/reed-solomon/*.c",), ("include",), _each(_CODES), PUBLIC,
                "any code; tables of powers for each root and each element, made with the decoder"),
    )),
    "RELIC": Peer(
        (
            *(_relic_binary(m, "eb_mul", "", ("mul.vartime", "mul.base"),
                            "windows of NAF, or of tau-adic NAF; a comb with a table in RAM for the base point")
              for m in (163, 233, 283)),
            *(_relic_binary(m, "eb_mul_lodah", "ladder", ("mul.ct",), "a ladder in random projective coordinates")
              for m in (163, 233, 283)),
            _relic_prime("ep_mul", "", _GIVEN, "windows of NAF; a comb with a table in RAM for the base point"),
            _relic_prime("ep_mul_lwreg", "regular", ("ecdh",), "a regular recoding of the scalar"),
            Program("relic_hash.c", _RELIC, _relic_includes("build-p256"),
                    _each(_HASH), CONSTANT, "the code of RFC 6234"),
        ),
        configure=_RELIC_MADE,
    ),
    "MIRACL": Peer(
        (
            _miracl("NIST256", "256_28", "p256"), _miracl("NIST384", "384_29", "p384"),
            _miracl("NIST521", "528_28", "p521"),
            Program("miracl_x25519.c", ("build/big_256_29.c", "build/fp_F25519.c", "build/ecp_C25519.c",
                                        "build/ecdh_C25519.c", "build/rom_field_F25519.c", "build/rom_curve_C25519.c",
                                        *_MIRACL), ("build",), _each(("x25519.public", "x25519.agree")), CONSTANT,
                    "a Montgomery ladder, products unrolled"),
            Program("miracl_hash.c", ("build/hash.c",), ("build",), _each(_HASH), CONSTANT,
                    "takes one octet at a time"),
        ),
        configure="""\
cp -r c build && cd build
printf '2\\n3\\n8\\n10\\n0\\n' |
    python3 -c "$(sed -e '/^my_compiler/s/=.*/= \\"true\\"/' -e '/^#clean up/,$d' config32.py)"
""",
    ),
}  # fmt: skip
