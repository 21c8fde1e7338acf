# SPDX-License-Identifier: Apache-2.0
"""gen/kernels and gen/curves: what each file should contain, which differ, and writing them."""

from functools import cache

from evariste.ecc import headers
from evariste.kernels import ladder
from evariste.kernels.table import assembly, fields, kernels, product_assembly
from evariste.paths import ROOT

FOLDER = "gen/kernels"


@cache
def outputs() -> dict[str, str]:
    """The contents of every generated kernel and curve file, by its path from the repository's root."""
    texts = {f"{FOLDER}/{name}.S": assembly(kernel) for name, kernel in kernels().items()}
    texts[f"{FOLDER}/chen_product_k.S"] = product_assembly()
    for m in fields():
        texts[f"{FOLDER}/gf2_{m}_steps_k.S"] = ladder.assembly(m, koblitz=True)
        texts[f"{FOLDER}/gf2_{m}_stepsb_k.S"] = ladder.assembly(m, koblitz=False)
    return texts | headers.outputs()


def stale() -> list[str]:
    """Files that differ from what the fields and schedules say, and files nothing generates."""
    texts = outputs()
    wrong = [p for p, text in texts.items() if not (ROOT / p).is_file() or (ROOT / p).read_text() != text]
    there = [str(p.relative_to(ROOT)) for f in (FOLDER, headers.FOLDER) for p in sorted((ROOT / f).glob("*"))]
    extra = [p for p in there if p not in texts]
    return wrong + extra


def write(paths: list[str]) -> list[str]:
    texts = outputs()
    for path in paths:
        file = ROOT / path
        if path not in texts:
            file.unlink()
            continue
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(texts[path])
    return paths
