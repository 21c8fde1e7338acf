# SPDX-License-Identifier: Apache-2.0
"""`ev field`: a field's descriptor, what kind of field it is, and its C initialiser."""

import re

import click


@click.command()
@click.argument("polynomial")
@click.option("--ring", is_flag=True, help="Accept a reducible polynomial, and give the descriptor of its ring.")
def command(polynomial: str, ring: bool) -> None:
    """Describe the field of POLYNOMIAL, as in 0x11d, 285 or x^8+x^4+x^3+x^2+1 (degree 2 to 8).

    Bit i of the number is the coefficient of x^i, the leading one included.
    """
    from evariste.errors import UserError
    from evariste.gf import polynomial as gf2
    from evariste.gf.lanes import descriptor

    poly = _parse(polynomial)
    m = gf2.degree(poly)
    written = f"{poly:#x} = {gf2.text(poly)}"
    if not 2 <= m <= 8:
        raise UserError(
            f"{written} has degree {m}; a descriptor holds degrees 2 to 8 (larger fields are computed with gfmul32)."
        )
    field = gf2.is_irreducible(poly)
    if not field and not ring:
        raise UserError(f"{written} is not irreducible: it is {_factors(poly)}. Its ring's descriptor: --ring.")
    data = descriptor(poly)
    inner = ", ".join(f"0x{b:02x}" for b in data[:7])
    rows = [("polynomial", f"{written}, degree {m}")]
    rows.append(("irreducible", "yes" if field else f"no: {_factors(poly)}, a ring and not a field"))
    if poly & 1:
        order = gf2.order_of_x(poly)
        rows.append(("primitive", f"{'yes' if field and order == 2**m - 1 else 'no'}, x has order {order}"))
    else:
        rows.append(("primitive", "no, x has no inverse"))
    columns = f"x^{m} .. x^{2 * m - 2}" if m > 2 else "x^2"
    zeros = ", zeros" if m < 8 else ""
    rows.append(("descriptor", f"{data.hex(' ')}   ({columns} modulo the polynomial{zeros}, the degree)"))
    rows.append(("C", f"static const gf_field_t field = {{{{{{{inner}}}, {m}}}}};"))
    if field:
        rows.append(("", f"the same stands in gen/fields.h as GF_FIELD_0x{poly:x}"))
    rows.append(("check", _check(poly, field)))
    for key, value in rows:
        click.echo(f"{key:<13}{value}")


def _parse(written: str) -> int:
    """A polynomial from a number or from powers of x."""
    from evariste.errors import UserError

    compact = re.sub(r"[\s*]", "", written).lower()
    if re.fullmatch(r"(x(\^\d{1,3})?|1)(\+(x(\^\d{1,3})?|1))*", compact):
        poly = 0
        for term in compact.split("+"):
            poly ^= 1 << (0 if term == "1" else int(term[2:] or "1"))
        if compact != "1" and poly > 1:
            return poly
    try:
        poly = int(compact, 0)
    except ValueError:
        poly = 0
    if poly < 2:
        raise UserError(f"{written!r} is not a polynomial; write it like 0x11d or x^8+x^4+x^3+x^2+1.")
    return poly


def _factors(poly: int) -> str:
    """The factorisation, as a product of irreducible polynomials."""
    from evariste.gf import polynomial as gf2

    found: list[int] = []
    candidate = 2
    while gf2.degree(poly) > 0:
        if 2 * gf2.degree(candidate) > gf2.degree(poly):
            candidate = poly  # what is left has no smaller factor
        quotient, rest = gf2.divide(poly, candidate)
        if rest:
            candidate += 1
        else:
            found.append(candidate)
            poly = quotient
    powers = [(f, found.count(f)) for f in dict.fromkeys(found)]
    return " * ".join(f"({gf2.text(f)})" + (f"^{n}" if n > 1 else "") for f, n in powers)


def _check(poly: int, field: bool) -> str:
    """Multiply every pair of elements in two ways: by the descriptor's matrix, and by polynomial division."""
    import numpy as np

    from evariste.gf import polynomial as gf2
    from evariste.gf.lanes import Lanes, descriptor

    lanes, n = Lanes(descriptor(poly)), 1 << gf2.degree(poly)
    every = np.arange(n, dtype=np.uint8)
    table = lanes.multiply(np.repeat(every, n).reshape(n, n), np.tile(every, (n, 1)))
    for a in range(n):
        for b in range(a, n):
            if not table[a, b] == table[b, a] == gf2.remainder(gf2.multiply(a, b), poly):
                raise AssertionError(f"the descriptor of {poly:#x} gives a wrong product of {a} and {b}")
    said = f"all {n * n} products by the matrix are right"
    if field:
        inverses = lanes.multiply(every, lanes.inverse(every))
        if inverses[0] or any(inverses[1:] != 1):
            raise AssertionError(f"the descriptor of {poly:#x} gives a wrong inverse")
        said += f", and all {n - 1} inverses"
    return said
