# SPDX-License-Identifier: Apache-2.0
"""gen/<machine>/kernels: what each file should contain, which differ, and writing them."""

from functools import cache

from evariste import generated, machines
from evariste.kernels import ladder
from evariste.kernels.table import assembly, fields, kernels, product_assembly

FOLDER = f"{machines.default().generated}/kernels"


@cache
def outputs() -> dict[str, str]:
    """The contents of every generated kernel, by its path from the repository's root."""
    texts = {f"{FOLDER}/{name}.S": assembly(kernel) for name, kernel in kernels().items()}
    texts[f"{FOLDER}/chen_product_k.S"] = product_assembly()
    for m in fields():
        texts[f"{FOLDER}/gf2_{m}_steps_k.S"] = ladder.assembly(m, koblitz=True)
        texts[f"{FOLDER}/gf2_{m}_stepsb_k.S"] = ladder.assembly(m, koblitz=False)
    return texts


def stale() -> list[str]:
    return generated.stale(outputs(), (FOLDER,))


def write(paths: list[str]) -> list[str]:
    return generated.write(outputs(), paths)
