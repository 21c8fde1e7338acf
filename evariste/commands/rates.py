# SPDX-License-Identifier: Apache-2.0
"""`ev rates`: error rates of codes over noisy channels, with the firmware's decoders."""

from pathlib import Path

import click

from evariste.commands import backend_option, machine_option
from evariste.console import jobs_option, records_option, scheduler_option
from evariste.machines import MachineDef

MOST = 60  # dB


@click.command()
@click.argument("codes", nargs=-1)
@click.option("--channel", "kinds", multiple=True, type=click.Choice(["bsc", "awgn", "burst"]),
              help="Only this channel; may be repeated.")  # fmt: skip
@click.option("--quality", "qualities", multiple=True, type=float,
              help="Only this: flipped bits (bsc, burst), Eb/N0 in dB (awgn); may be repeated.")  # fmt: skip
@click.option("--words", default=10_000, show_default=True, type=click.IntRange(1), help="Words for each point.")
@machine_option
@backend_option
@records_option
@jobs_option
@scheduler_option
def command(
    codes: tuple[str, ...], kinds: tuple[str, ...], qualities: tuple[float, ...], words: int,
    machine: MachineDef, backend: str,
    json_file: Path | None, processes: int | None, dask: str | None,
) -> None:  # fmt: skip
    """Send words of CODES through channels and decode them. The default is all named codes and a family of RS(255, k).

    Shows lost words with their 95 % interval beside the theory of bounded-distance decoding. Counts are kept: an
    interrupted campaign continues where it stopped.
    """
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    from evariste import record
    from evariste.bench.pool import progress
    from evariste.codes import named
    from evariste.errors import UserError
    from evariste.rates import campaign, channels
    from evariste.rates.channels import FAMILY

    for code in codes:
        named.find(code)
    if any(not 0 < q < 0.25 for q in qualities if "awgn" not in kinds or len(kinds) > 1):
        raise UserError("--quality is a probability between 0 and 0.25; for Eb/N0 in dB give --channel awgn alone.")
    if any(not -MOST <= q <= MOST for q in qualities):  # nan neither
        raise UserError(f"--quality of awgn is Eb/N0 in dB, from -{MOST} to {MOST}.")
    points = [(c, k, q) for c in dict.fromkeys(codes or (*named.CODES, *FAMILY)) for k in kinds or channels.GRID
              for q in qualities or channels.GRID[k]]  # fmt: skip
    wanted = [p for point in points for p in campaign.portions(*point, words, backend, machine.name)]
    done = []
    with progress("rates", len(wanted)) as tick:
        for portion, counts in campaign.campaign(wanted, processes, dask):
            done.append((portion, counts))
            tick(f"{portion.code} {portion.channel} {portion.quality:g}")
    records = campaign.records(done)
    for r in records:
        table = Table(title=f"{r['params']['code']} over {r['params']['channel']}, {words:,} words a point",
                      title_justify="left", box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))  # fmt: skip
        for heading in ("quality", "lost", "95 % interval", "theory", "undetected", "bit errors", "cycles"):
            table.add_column(heading, justify="right", no_wrap=True)
        for row in campaign.rows(r):
            low, high = channels.of_words(row["lost"], row["words"])
            table.add_row(f"{row['quality']:g}", f"{row['lost'] / row['words']:.2e}",
                          f"{low:.1e}..{high:.1e}", f"{row['theory']:.2e}", f"{row['undetected']:,}",
                          f"{row['bit_errors'] / row['bits']:.1e}", f"{row['cycles'] / row['words']:,.0f}")  # fmt: skip
        Console().print(table)
    if json_file:
        record.put(json_file, records)
    wrong = [r["workload"] for r in records if not r["verdict"]["passed"]]
    if wrong:
        raise click.ClickException(f"the decoder did not do what its code promises: {', '.join(wrong)}.")
