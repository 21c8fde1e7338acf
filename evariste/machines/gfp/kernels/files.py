# SPDX-License-Identifier: Apache-2.0
"""gen/gfp/kernels, and gen/gfp/<core>/kernels for each extended core: what each file should contain, which
differ, and writing them. An extended core takes from the former what the latter lacks.
"""

from functools import cache

from evariste import generated
from evariste.machines.gfp.kernels import ladder
from evariste.machines.gfp.kernels.problem import BASE, Core
from evariste.machines.gfp.kernels.table import LEVELS, assembly, fields, kernels, product_assembly

MACHINE = "gen/gfp"


@cache
def outputs() -> dict[str, str]:
    """The contents of every generated kernel, by its path from the repository's root."""
    texts = {f"{_folder(kernel.core)}/{kernel.name}.S": assembly(kernel) for kernel in kernels().values()}
    texts[f"{_folder(BASE)}/chen_product_k.S"] = product_assembly()
    for core in LEVELS:
        for m in fields():
            texts[f"{_folder(core)}/gf2_{m}_steps_k.S"] = ladder.assembly(core, m, koblitz=True)
            texts[f"{_folder(core)}/gf2_{m}_stepsb_k.S"] = ladder.assembly(core, m, koblitz=False)
    return texts


def _folder(core: Core) -> str:
    return f"{MACHINE}/{core.name}/kernels".replace("//", "/")


def stale() -> list[str]:
    return generated.stale(outputs(), map(_folder, LEVELS))


def write(paths: list[str]) -> list[str]:
    return generated.write(outputs(), paths)
