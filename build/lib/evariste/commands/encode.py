# SPDX-License-Identifier: Apache-2.0
"""`ev encode`: a file through a code's encoder, as firmware on the simulated core."""

from pathlib import Path

import click


@click.command(name="encode")
@click.argument("code")
@click.argument("source", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("target", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--interleave", "depth", default=1, show_default=True, type=click.IntRange(1, 255),
              help="Words whose symbols alternate.")  # fmt: skip
@click.option("--dual-basis", "dual", is_flag=True, help="CCSDS: symbols in the dual basis.")
@click.option("--engine", default="iss", show_default=True, type=click.Choice(["iss", "rtl", "lockstep"]))
@click.option("--backend", default="gfp", show_default=True, type=click.Choice(["gfp", "portable"]))
def command(code: str, source: Path, target: Path, depth: int, dual: bool, engine: str, backend: str) -> None:
    """Encode SOURCE with CODE (a name of `ev code list`, or a description) and write TARGET.

    The length travels in the first message, so that `ev decode` gives back SOURCE exactly.
    """
    from evariste.codes import files, named
    from evariste.codes.dual_basis import POLYNOMIAL
    from evariste.errors import Refusal

    chosen = named.find(code)
    if dual and chosen.polynomial != POLYNOMIAL:
        raise Refusal(
            f"The dual basis is that of CCSDS, over the field of {POLYNOMIAL:#x}; '{code}' has another field."
        )
    done = files.encode(chosen, source.read_bytes(), depth, dual, engine, backend)
    target.write_bytes(done.content)
    words = len(done.status)
    click.echo(f"{target}: {words:,} words of {named.shape(chosen)}, {len(done.content):,} bytes, "
               f"{done.cycles / words:,.1f} cycles a word.")  # fmt: skip
