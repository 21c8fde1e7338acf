# SPDX-License-Identifier: Apache-2.0
"""The energy of memories by their size."""

import pytest

from evariste.silicon.memories import Memories, access, part

RECORD = {"instructions": 1000, "mix": {"load": 100, "store": 50},
          "params": {"counts": {"cache hits": 990, "cache misses": 10}}}  # fmt: skip


@pytest.mark.parametrize(("size", "published"), [(8 << 10, 10), (32 << 10, 20), (1 << 20, 100)])
def test_the_law_meets_the_published_accesses(size: int, published: float) -> None:
    assert 2 * access(size) == pytest.approx(published, rel=0.15)


def test_a_larger_memory_takes_more() -> None:
    sizes = [64, 512, 1023, 1024, 4096, 65536, 1 << 20]
    assert [access(s) for s in sizes] == sorted(access(s) for s in sizes)
    assert access(1023) == pytest.approx(access(1024), rel=1e-3)


def test_other_sizes_are_parts_of_the_published_memory() -> None:
    assert part(8 << 10) == 1 and part(2 << 10) == pytest.approx(0.5) and 0 < part(768) < part(1 << 10)


def test_each_access_is_counted_once() -> None:
    plain = Memories(rom=8 << 10, ram=8 << 10)
    assert plain.of(RECORD) == pytest.approx(1150 * 5)
    cached = Memories(rom=8 << 10, ram=8 << 10, cache=2 << 10)
    word, tags = access(2 << 10), access(2048 // 16 * 3)
    assert cached.of(RECORD) == pytest.approx(150 * 5 + 1000 * (word + tags) + 10 * (4 * (5 + word) + tags))


def test_a_fetch_reads_each_way() -> None:
    one, two = (Memories(rom=8 << 10, ram=8 << 10, cache=4 << 10, ways=ways).of(RECORD) for ways in (1, 2))
    half, whole = (access(size) + access(size // 16 * 3) for size in (2 << 10, 4 << 10))
    lines = 10 * (4 * (access(2 << 10) - access(4 << 10)) + access(2048 // 16 * 3) - access(4096 // 16 * 3))
    assert two - one == pytest.approx(1000 * (2 * half - whole) + lines)


def test_half_a_rom_takes_half_of_the_fetches() -> None:
    whole, half = (Memories(rom=64 << 10, ram=16 << 10, rom_part=part).of(RECORD) for part in (1, 0.5))
    assert whole - half == pytest.approx(500 * access(64 << 10))
