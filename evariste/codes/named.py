# SPDX-License-Identifier: Apache-2.0
"""The codes of standards by name, and codes described on the command line.

A description is `rs:n=255,k=239,poly=0x11d[,first=0][,step=1][,punctured=0]` or
`bch:n=63,t=2,poly=0x43[,first=1][,extended=1]`.
"""

from dataclasses import dataclass
from math import gcd

from evariste.codes.reference import Bch, ReedSolomon
from evariste.errors import UserError

Code = ReedSolomon | Bch


@dataclass(frozen=True)
class Named:
    """A code, its standard, and a note for users."""

    code: Code
    standard: str
    note: str = ""


CODES: dict[str, Named] = {
    "paper-rs": Named(ReedSolomon(0x11D, 255, 239), "Chen et al., ISCA 2017, RS(255, 239, 8)"),
    "paper-bch": Named(Bch(0x25, 31, 5), "Chen et al., ISCA 2017, BCH(31, 11, 5)",
                       "evariste/bch_short.h has a faster decoder"),
    "wban": Named(Bch(0x43, 63, 2), "IEEE 802.15.6-2012, clause 8 (narrowband), payload",
                  "evariste/bch_short.h has a faster decoder"),
    "wban-header": Named(Bch(0x43, 31, 2), "IEEE 802.15.6-2012, clause 8 (narrowband), header",
                         "the (63, 51) code shortened to (31, 19)"),
    "uwb": Named(ReedSolomon(0x43, 63, 55, 1), "IEEE 802.15.4-2011, clause 14.3 (UWB), RS6(63, 55)"),
    "ccsds-16": Named(ReedSolomon(0x187, 255, 223, 112, 11), "CCSDS 131.0-B, section 4, E = 16",
                      "conventional basis; --dual-basis converts, --interleave 1 to 8"),
    "ccsds-8": Named(ReedSolomon(0x187, 255, 239, 120, 11), "CCSDS 131.0-B, section 4, E = 8",
                     "conventional basis; --dual-basis converts, --interleave 1 to 8"),
    "dvb": Named(ReedSolomon(0x11D, 204, 188), "ETSI EN 300 421, clause 4.4.2", "shortened from (255, 239)"),
    "otn": Named(ReedSolomon(0x11D, 255, 239), "ITU-T G.709, Annex A", "the standard interleaves 16 words"),
    "p25-ess": Named(ReedSolomon(0x43, 44, 16, 1), "TIA-102.BBAC, RS(44, 16, 29)", "RS(63, 35) shortened"),
    "p25-facch": Named(ReedSolomon(0x43, 45, 26, 1, 1, 9), "TIA-102.BBAC, RS(45, 26, 20)",
                       "RS(63, 35) shortened by 9 and punctured by 9"),
    "p25-sacch": Named(ReedSolomon(0x43, 52, 30, 1, 1, 6), "TIA-102.BBAC, RS(52, 30, 23)",
                       "RS(63, 35) shortened by 5 and punctured by 6"),
    "qr-1m": Named(ReedSolomon(0x11D, 26, 16), "ISO/IEC 18004, version 1-M",
                   "other versions: another n and k, same field and roots"),
    "datamatrix-10": Named(ReedSolomon(0x12D, 8, 3, 1), "ISO/IEC 16022, ECC 200, 10 x 10",
                           "other sizes: another n and k, same field and roots"),
    "pocsag": Named(Bch(0x25, 31, 2, extended=True), "ITU-R M.584-2, POCSAG (CCIR radiopaging code No. 1)",
                    "BCH(31, 21) with an even-parity bit"),
    "nand-8": Named(Bch(0x201B, 4096 + 104, 8), "NAND flash, 512-byte sectors, t = 8 (as Linux' lib/bch.c, m = 13)"),
}  # fmt: skip


def find(text: str) -> Code:
    """The code of a name or a description. Anything else is refused with a sentence."""
    if text in CODES:
        return CODES[text].code
    kind, colon, rest = text.partition(":")
    if not colon or kind not in ("rs", "bch"):
        raise UserError(f"There is no code '{text}'; `ev code list` shows the names, and `rs:n=255,k=239,poly=0x11d` "
                      "or `bch:n=63,t=2,poly=0x43` describes another.")  # fmt: skip
    known = (
        ("n", "k", "poly", "first", "step", "punctured") if kind == "rs" else ("n", "t", "poly", "first", "extended")
    )
    values: dict[str, int] = {}
    for part in rest.split(","):
        name, _, value = part.partition("=")
        if name not in known or name in values:
            raise UserError(f"'{part}' is not a part of a code description; the parts are {', '.join(known)}.")
        try:
            values[name] = int(value, 0)
        except ValueError:
            raise UserError(f"'{value}' is not a number: {name} in '{text}'.") from None
    for name in known[:3]:
        if name not in values:
            raise UserError(f"The description '{text}' lacks {name}.")
    if kind == "rs":
        return check_rs(values["poly"], values["n"], values["k"], values.get("first", 0), values.get("step", 1),
                        values.get("punctured", 0))  # fmt: skip
    return check_bch(values["poly"], values["n"], values["t"], values.get("first", 1), values.get("extended", 0))


def order_of_x(polynomial: int) -> int:
    """The least e > 0 with x^e = 1 mod the polynomial, 0 when there is none below 2^m."""
    m = polynomial.bit_length() - 1
    power, e = 1, 0
    while e < (1 << m):
        power, e = power << 1, e + 1
        if power >> m:
            power ^= polynomial
        if power == 1:
            return e
    return 0


def _check_field(polynomial: int, least: int, greatest: int, what: str) -> int:
    m = polynomial.bit_length() - 1
    if not least <= m <= greatest:
        raise UserError(
            f"The field polynomial {polynomial:#x} has degree {m}; {what} has degrees {least} to {greatest}."
        )
    order = order_of_x(polynomial)
    if order != (1 << m) - 1:
        reducible = any(_divides(f, polynomial) for f in range(2, 2 << (m // 2)))
        why = "has factors, so it makes no field" if reducible else f"is not primitive: x has order {order}"
        raise UserError(f"The polynomial {polynomial:#x} {why}; a primitive one of degree {m} is needed.")
    return (1 << m) - 1


def _divides(factor: int, polynomial: int) -> bool:
    from evariste.codes.reference import binary_remainder

    return binary_remainder(polynomial, factor) == 0


def check_rs(polynomial: int, n: int, k: int, first: int, step: int, punctured: int) -> ReedSolomon:
    """The Reed-Solomon code, or a UserError that says which parameter is wrong."""
    order = _check_field(polynomial, 2, 8, "the Reed-Solomon codec of this command")
    if not 2 <= n <= order:
        raise UserError(f"n = {n} is not between 2 and {order}, the longest code over this field.")
    if not 1 <= k < n:
        raise UserError(f"k = {k} is not between 1 and n - 1 = {n - 1}.")
    if punctured < 0 or n + punctured > order:
        raise UserError(f"{punctured} punctured symbols make the code longer than {order} symbols, or fewer than none.")
    if first < 0 or gcd(step, order) != 1:
        raise UserError(f"step = {step} must have no factor in common with {order}, and first = {first} be 0 or more.")
    return ReedSolomon(polynomial, n, k, first % order, step % order, punctured)


def check_bch(polynomial: int, n: int, t: int, first: int, extended: int) -> Bch:
    """The BCH code, or a UserError that says which parameter is wrong."""
    order = _check_field(polynomial, 3, 14, "the BCH codec")
    if not 2 <= n <= order:
        raise UserError(f"n = {n} is not between 2 and {order}, the longest code over this field.")
    if not 1 <= t <= 64:
        raise UserError(f"t = {t} is not between 1 and 64.")
    code = Bch(polynomial, n, t, first % order, bool(extended))
    if 2 * t >= order or code.k < 1:
        raise UserError(f"t = {t} is too large: a code of {n} bits that corrects so many errors has no message bits.")
    return code


def shape(code: Code) -> str:
    """The code's parameters in a few words."""
    if isinstance(code, ReedSolomon):
        return f"RS({code.n}, {code.k})" + (f" punctured by {code.punctured}" if code.punctured else "")
    return f"BCH({code.length}, {code.k})" + (" extended" if code.extended else "")


def reach(code: Code) -> int:
    """Errors corrected without erasures."""
    return (code.n - code.k) // 2 if isinstance(code, ReedSolomon) else code.t
