# SPDX-License-Identifier: Apache-2.0
"""`ev decode`: a file through a code's decoder, as firmware on the simulated core."""

from pathlib import Path

import click


@click.command(name="decode")
@click.argument("code")
@click.argument("source", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("target", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--interleave", "depth", default=1, show_default=True, type=click.IntRange(1, 255),
              help="Words whose symbols alternate.")  # fmt: skip
@click.option("--dual-basis", "dual", is_flag=True, help="CCSDS: symbols in the dual basis.")
@click.option("--engine", default="iss", show_default=True, type=click.Choice(["iss", "rtl", "lockstep"]))
@click.option("--backend", default="gfp", show_default=True, type=click.Choice(["gfp", "portable"]))
def command(code: str, source: Path, target: Path, depth: int, dual: bool, engine: str, backend: str) -> None:
    """Decode SOURCE, which `ev encode` wrote with the same CODE and options, and write TARGET.

    Ends with status 1 when words were beyond correction; their messages are then written as they came.
    """
    from evariste.codes import files, named
    from evariste.codes.dual_basis import POLYNOMIAL
    from evariste.errors import Refusal

    chosen = named.find(code)
    if dual and chosen.polynomial != POLYNOMIAL:
        raise Refusal(
            f"The dual basis is that of CCSDS, over the field of {POLYNOMIAL:#x}; '{code}' has another field."
        )
    done = files.decode(chosen, source.read_bytes(), depth, dual, engine, backend)
    target.write_bytes(done.content)
    corrected = [s for s in done.status if s > 0]
    lost = sum(s < 0 for s in done.status)
    click.echo(f"{target}: {len(done.content):,} bytes; of {len(done.status):,} words {len(corrected):,} corrected "
               f"({sum(corrected):,} errors), {lost:,} beyond correction; "
               f"{done.cycles / len(done.status):,.1f} cycles a word.")  # fmt: skip
    if lost:
        raise SystemExit(1)
