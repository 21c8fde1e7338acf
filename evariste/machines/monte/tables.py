# SPDX-License-Identifier: Apache-2.0
"""The tables of cycles in the documents."""

from evariste.ecc.curves import fields, prime_curves
from evariste.errors import UserError
from evariste.machines.monte.workloads import WORDS
from evariste.tables import Records, markdown, table

NAME = "monte"
DEGREES = tuple(fields())
CURVE = {
    "mul.ct": "k P, secret k",
    "mul.base": "k G, secret k",
    "ecdsa.sign.nonce": "sign, nonce given",
    "ecdsa.verify": "verify",
}


@table("monte.curves")
def _(records: Records) -> str:
    found = {r["workload"]: r["cycles"] for r in records if (r["machine"], r["backend"]) == (NAME, NAME)}
    if not found:
        raise UserError("no record of monte's cycles; `ev bench --machine monte` makes them.")
    names = {c.name: c.nist or c.name for c in prime_curves().values()}
    rows: list[tuple[object, ...]] = [
        (about, f"`{configuration}`", *(found.get(f"{name}.{key}.{configuration}", "-") for name in names),
         found.get(f"x25519.public.{configuration}", "-") if key == "mul.ct" else "-")
        for key, about in CURVE.items() for configuration in WORDS
    ]  # fmt: skip
    return markdown(("cycles", "", *names.values(), "X25519"), rows)
