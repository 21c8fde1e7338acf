# SPDX-License-Identifier: Apache-2.0
"""The library's workloads without one pass of the compiler, and with the fused operations.

Their names are those of the library's workloads, with what is different behind: `aes128.encrypt.without.guards`,
`gf2_233.mul.ise`.
"""

from dataclasses import replace

from evariste.bench import Case, registry, workload
from evariste.machines import PORTABLE

NAME = "coreva"
STUDIED = ("aes128.encrypt", "rs255_239.decode.e8", "rs255_239.decode.e0", "rs255_239.encode")
PASSES = {"inlining": "-fno-inline-more", "guards": "-fno-guards", "order": "-fno-order", "bundles": "-fno-bundles"}
FUSED = ("aes128.encrypt", "sha256.call", "crc32.kib", "gf2_233.mul", "gf2_233.sqr", "k233.mul.ct",
         "b233.mul.ct")  # fmt: skip


def _register(name: str, suffix: str, word: str, configuration: str = "") -> None:
    def case(backend: str, engine: str) -> Case:
        known = registry()[name].build(backend, engine)
        return replace(known, opt=f"{known.opt} {word}", configuration=configuration)

    workload(f"{name}.{suffix}", backends=(PORTABLE,), machine=NAME)(case)


for _name in STUDIED:
    for _pass, _word in PASSES.items():
        _register(_name, f"without.{_pass}", _word)
for _name in FUSED:
    _register(_name, "ise", "-mcpu=ise", "ise")
