# SPDX-License-Identifier: Apache-2.0
"""A top module of the RTL, read by Yosys for a test. A failing pass is a UserError."""

from evariste import yosys


def run_on(top: str, parameters: list[str], *passes: str, options: str = "") -> str:
    """Passes on the elaborated top module; what Yosys printed."""
    files = yosys.sources("gf") if top == "gf_unit" else yosys.sources("gf", "gfp")
    read = f"read_slang --top {top} {options} {' '.join(parameters)} {' '.join(files)}"
    return yosys.run(read, f"hierarchy -check -top {top}", *passes)
