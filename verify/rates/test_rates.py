# SPDX-License-Identifier: Apache-2.0
"""Do the channels make the errors they promise, the theory the curves, and the campaign each word count once?"""

import json
import os
import signal
from math import comb
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from evariste.bench.pool import LOCAL
from evariste.cache.keys import Store
from evariste.codes import named
from evariste.commands.rates import command
from evariste.machines import DEFAULT, NATIVE
from evariste.rates import campaign, channels
from evariste.rates.channels import of_bits, of_words

OURS = (NATIVE, DEFAULT)  # backend and machine
SURE = 1 - 1e-9  # of an interval that a right program leaves once in a thousand million runs


def lost(code: str, channel: str, quality: float, words: int) -> dict[str, int]:
    """The sums of the counts of one point."""
    done = [counts for _, counts in campaign.campaign(campaign.portions(code, channel, quality, words, *OURS), 1)]
    return {name: sum(counts[name] for counts in done) for name in campaign.COUNTS}


POINTS = [("wban", "bsc", 0.02), ("paper-bch", "awgn", 3.0), ("uwb", "bsc", 0.01), ("paper-rs", "burst", 0.005),
          ("pocsag", "burst", 0.03), ("p25-facch", "bsc", 0.03)]  # fmt: skip


@pytest.mark.parametrize(("code", "channel", "quality"), POINTS)
def test_the_decoder_loses_as_many_words_as_the_theory_says(code: str, channel: str, quality: float) -> None:
    counts = lost(code, channel, quality, 8000)
    shape = channels.shape(named.find(code))
    made = channels.chain(channel, quality, shape.rate)
    low, high = of_words(counts["lost"], counts["words"], SURE)
    assert low <= channels.word_error_rate(shape, made) <= high
    assert counts["surprises"] == 0
    # A code that corrects one error less would be noticed.
    weaker = channels.Shape(shape.n, shape.k, shape.m, shape.t - 1)
    assert not low <= channels.word_error_rate(weaker, made) <= high


@pytest.mark.full
@pytest.mark.parametrize("code", named.CODES)
@pytest.mark.parametrize("channel", channels.GRID)
def test_every_named_code_on_every_channel(code: str, channel: str) -> None:
    shape = channels.shape(named.find(code))
    words = 500 if shape.n > 1000 else 4000
    for quality in channels.GRID[channel]:
        counts = lost(code, channel, quality, words)
        low, high = of_words(counts["lost"], counts["words"], 1 - 1e-12)
        assert low <= channels.word_error_rate(shape, channels.chain(channel, quality, shape.rate)) <= high
        assert counts["surprises"] == 0


def test_bit_errors_of_lost_words() -> None:
    counts = lost("uwb", "bsc", 0.03, 2000)
    shape = channels.shape(named.find("uwb"))
    expected = channels.bit_error_rate(shape, channels.chain("bsc", 0.03, shape.rate))
    assert expected is not None
    low, high = of_bits(*(counts[c] for c in ("bit_errors", "bit_errors_squared", "words", "bits")), SURE)
    assert low * 0.98 <= expected <= high * 1.02  # the theory is an approximation


def test_words_taken_for_others() -> None:
    code = "rs:n=255,k=251,poly=0x11d"
    counts = lost(code, "bsc", 0.02, 1000)
    low, high = of_words(counts["undetected"], counts["lost"], SURE)
    assert low <= channels.taken_for_another(channels.shape(named.find(code))) <= high
    assert high < 0.6 < channels.taken_for_another(channels.Shape(255, 253, 8, 1))


def test_a_wrong_decoder_is_a_surprise(monkeypatch: pytest.MonkeyPatch) -> None:
    right = campaign.jobs.run

    def wrong(*arguments):
        results, cycles = right(*arguments)
        status, word = results[1][0]
        results[1][0] = status, bytes([word[0] ^ 1]) + word[1:]
        return results, cycles

    monkeypatch.setattr(campaign.jobs, "run", wrong)
    (portion,) = campaign.portions("uwb", "bsc", 1e-4, 50, *OURS)
    counts = campaign.run(portion)
    assert counts["surprises"] == counts["lost"] == counts["undetected"] == 1
    (record,) = campaign.records([(portion, counts)])
    assert record["verdict"]["passed"] is False


def test_other_firmware_than_the_campaigns_is_refused() -> None:
    from dataclasses import replace

    (portion,) = campaign.portions("uwb", "bsc", 1e-4, 50, *OURS)
    with pytest.raises(campaign.UserError, match="another firmware"):
        campaign.run(replace(portion, made_by="something else"))


@pytest.mark.parametrize(("channel", "quality"), [("bsc", 0.01), ("awgn", 4.0), ("burst", 0.01)])
def test_a_channel_flips_as_many_bits_as_it_says(channel: str, quality: float) -> None:
    made = channels.chain(channel, quality, 0.5)
    mean = (1 - made.share_bad) * made.good + made.share_bad * made.bad
    assert channel == "awgn" or mean == pytest.approx(quality)
    length = 4_000_000
    places = channels.flipped(made, length, np.random.default_rng(1))
    assert np.all(np.diff(places) > 0) and places[0] >= 0 and places[-1] < length
    assert len(places) / length == pytest.approx(mean, rel=0.03)
    near = np.count_nonzero(np.diff(places) == 1) / len(places)  # chance that the next bit is flipped too
    expected = mean if channel != "burst" else made.bad * (1 - made.leave_bad) * made.share_bad * made.bad / mean
    assert near == pytest.approx(expected, rel=0.1)


def test_hard_decisions_in_white_noise() -> None:
    """The probability of a wrong BPSK decision at 9.6 dB, uncoded, is the textbook's 1e-5."""
    assert channels.chain("awgn", 9.6, 1.0).good == pytest.approx(1e-5, rel=0.05)


def test_theory_by_hand() -> None:
    shape, p = channels.Shape(7, 4, 1, 1), 0.1
    by_hand = 1 - (1 - p) ** 7 - 7 * p * (1 - p) ** 6
    assert channels.word_error_rate(shape, channels.Chain(0, 1, p, p)) == pytest.approx(by_hand)
    # a burst channel whose states are alike is a symmetric one
    assert channels.word_error_rate(shape, channels.Chain(0.1, 0.2, p, p)) == pytest.approx(by_hand)
    rs = channels.Shape(15, 9, 4, 3)
    from scipy.stats import binom

    counts = channels.symbol_error_counts(channels.Shape(255, 239, 8, 8), channels.chain("bsc", 1e-3, 1))
    assert counts == pytest.approx(binom.pmf(range(256), 255, 1 - 0.999**8))
    q = 1 - (1 - p) ** 4
    tail = sum(comb(15, e) * q**e * (1 - q) ** (15 - e) for e in range(4, 16))
    assert channels.word_error_rate(rs, channels.Chain(0, 1, p, p)) == pytest.approx(tail)
    assert channels.word_error_rate(rs, channels.Chain(0.1, 0.2, p, p)) == pytest.approx(tail)


def test_intervals() -> None:
    assert of_words(0, 300) == (0.0, pytest.approx(1 - 0.025 ** (1 / 300)))
    from scipy.stats import binomtest

    for errors, words in ((0, 20), (1, 4000), (17, 100), (100, 100)):
        both = binomtest(errors, words).proportion_ci(0.95, method="exact")
        assert of_words(errors, words) == (pytest.approx(both[0]), pytest.approx(both[1]))
    low, high = of_words(8, 20)  # Clopper and Pearson's table
    assert (low, high) == (pytest.approx(0.191, abs=1e-3), pytest.approx(0.639, abs=1e-3))


WANTED = 6


def test_a_campaign_counts_every_word_once_whatever_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Dask worker is killed at work, then the campaign is cut short, then resumed: the counts are the quiet run's."""
    monkeypatch.setattr(campaign, "PORTION", 40)
    wanted = campaign.portions("uwb", "bsc", 0.01, 40 * WANTED - 7, *OURS)
    assert len(wanted) == WANTED
    quiet = dict(campaign.campaign(wanted, 1, kept=Store(tmp_path / "quiet")))
    assert sum(counts["words"] for counts in quiet.values()) == 40 * WANTED - 7

    monkeypatch.setenv("EVARISTE_TEST_KILL", str(tmp_path / "killed"))
    monkeypatch.setattr(campaign, "run", run_or_die_once)
    store = Store(tmp_path / "resumed")
    for i, _ in enumerate(campaign.campaign(wanted, 2, LOCAL, kept=store)):
        if i == 2:
            break  # as if the campaign's own process had ended here
    assert (tmp_path / "killed").exists(), "no worker was killed, so that nothing was tried"
    kept = len(list(store))
    assert 3 <= kept < WANTED

    again: list[campaign.Portion] = []
    monkeypatch.setattr(campaign, "run", lambda portion: again.append(portion) or quiet[portion])
    assert dict(campaign.campaign(wanted, 1, kept=store)) == quiet
    assert len(again) == WANTED - kept


def run_or_die_once(portion: campaign.Portion, run=campaign.run) -> dict[str, int]:
    """The portion's counts; the first worker that comes here is killed instead."""
    try:
        Path(os.environ["EVARISTE_TEST_KILL"]).touch(exist_ok=False)
    except FileExistsError:
        return run(portion)
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def test_the_command(tmp_path: Path) -> None:
    out = tmp_path / "rates.json"
    done = CliRunner().invoke(command, ["wban", "--channel", "bsc", "--quality", "0.02", "--words", "100", "-j", "1",
                                        "--json", str(out)])  # fmt: skip
    assert done.exit_code == 0, done.output
    (record,) = json.loads(out.read_text())
    assert record["workload"] == "rates.wban.bsc" and record["points"]["words"] == [100]
    for bad in (["nothing"], ["wban", "--quality", "0.9"], ["wban", "--words", "0"]):
        assert CliRunner().invoke(command, bad).exit_code == 2
