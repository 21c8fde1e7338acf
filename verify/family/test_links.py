# SPDX-License-Identifier: Apache-2.0
"""Does every number of the family's page lead to the command that makes it?"""

import re

import pytest

from evariste.paths import ROOT
from evariste.report.page import slug

TEXT = (ROOT / "doc" / "family.md").read_text()
TABLES = {name: body for name, body in re.findall(r"<!-- table ([\w.]+) -->\n(.*?)<!-- end table -->", TEXT, re.DOTALL)
          if name not in ("family.commands", "family.empty", "family.portable", "family.no_energy")}  # fmt: skip
NUMBER = re.compile(r"\*{0,2}[-+~]?\d[\d,]*(\.\d+)?( %| \w+)?\*{0,2}")
LINK = re.compile(r"\[[-+]?\d[^]]*\]\(([^)]+)\)")
LEAST = 1700  # numbers with a link; grids have a thousand


def bare(body: str) -> list[str]:
    """Cells that are a number and no link."""
    rows = [line.strip("|").split(" | ") for line in body.splitlines()[2:]]
    return [text for row in rows for text in map(str.strip, row) if NUMBER.fullmatch(text)]


@pytest.mark.parametrize("name", TABLES)
def test_no_number_is_without_a_link(name: str) -> None:
    assert bare(TABLES[name]) == []
    assert len(LINK.findall(TABLES[name])) > (2 if name == "family.papers_computed" else 5)


def test_links_lead_to_commands_and_none_has_vanished() -> None:
    there = {slug(title) for title in re.findall(r"^#+ (.*)$", TEXT, re.MULTILINE)}
    found = [target for body in TABLES.values() for target in LINK.findall(body)]
    assert len(found) > LEAST
    for target in {*found}:
        page, _, place = target.partition("#")
        if place:
            assert place in there and place.startswith("commands-for-"), target
        else:
            assert (ROOT / "doc" / page).is_file(), target


def test_every_configuration_with_cycles_has_its_command() -> None:
    """In the tables that are not about a machine's best cell alone."""
    listed = dict(re.findall(r"^### Commands for (\w+)\n(.*?)(?=^###|<!-- end)", TEXT, re.MULTILINE | re.DOTALL))
    several = set[str]()
    for name in ("family.silicon", "family.bought", "family.growth", "family.decision"):
        for row in TABLES[name].splitlines()[2:]:
            place = re.search(r"`(\w+)\.([\w*+/]+)`", row)
            assert place, row
            alike = [re.escape(name).replace(r"\*", r"\d+") for name in place[2].split("/")]  # by the size
            assert re.search(rf"^\| `({'|'.join(alike)})`.*`\./ev ", listed[place[1]], re.MULTILINE), row
            several.add(f"{place[1]}.{place[2]}")
    assert len(several) > 30


def test_a_bare_number_is_seen() -> None:
    assert bare("| a | b |\n| - | - |\n| `x` | 1,234 |\n| `y` | [1](#commands-for-x) |\n| `z` | **5 fast** |\n") == [
        "1,234", "**5 fast**"]  # fmt: skip
