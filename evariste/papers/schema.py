# SPDX-License-Identifier: Apache-2.0
"""The shape of the files in papers/, explained in papers/schema.md. A key that is not here is refused."""

from typing import Literal

import msgspec

Value = bool | int | float | str
Better = Literal["lower", "higher", "same"]
Relation = Literal["=", "~", "<", "<=", ">", ">="]
Whose = Literal["own", "other", "general"]

REASONS = {
    "other-work": "a figure of somebody else's hardware or software, quoted by the paper",
    "closed-library": "an absolute figure of a cell library or process that is not public",
    "figure": "a value that only a drawing shows",
    "background": "a statement about the subject, not about the machine",
    "method": "how the authors worked or measured",
    "opinion": "a judgement or an intention, without a quantity",
    "not-stated": "a claim that lacks what a comparison needs",
    "other-device": "an absolute figure of a device or tool that is not used here",
    "other-program": "a figure of a program that was not built here",
}
Reason = Literal[
    "other-work", "closed-library", "figure", "background", "method", "opinion", "not-stated", "other-device",
    "other-program",
]  # fmt: skip


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A struct that refuses a key it does not know."""


class Erratum(Strict):
    """The value that should replace the claim's printed value, and why; `shown` are equations that show it."""

    corrected: Value
    because: str
    shown: str = ""


class Answer(Strict):
    """What answers a claim: exactly one of `measured`, `shown`, `reason`, `awaits`; `says` is a remark in words."""

    measured: str | None = None
    shown: str | None = None
    reason: Reason | None = None
    awaits: str | None = None
    says: str = ""


class Common(Strict, kw_only=True):
    """What a group gives to its claims. A column or a single claim may override it."""

    unit: str | None = None
    conditions: str | None = None
    whose: Whose | None = None
    relation: Relation | None = None
    better: Better | None = None
    tolerance: float | None = None
    digits: int | None = None
    rounding: Literal["nearest", "down"] | None = None
    check: str | None = None
    slack: float | None = None
    erratum: Erratum | None = None
    otherwise: str | None = None
    answer: Answer | None = None


class Single(Common, kw_only=True):
    """One number or sentence; `place` is added to the group's."""

    id: str
    quantity: str
    value: Value
    place: str = ""


class Column(Common, kw_only=True):
    """One column of a table: `$row` and `$title` in its texts stand for the row's name and title."""

    quantity: str


class Row(Strict):
    """One row: its title as printed, a value for each column (null for a printed dash), and further variables."""

    title: str
    cells: list[Value | None]
    set: dict[str, str] = {}


class Cell(Common, kw_only=True):
    """Where one cell of a table differs from its column."""

    quantity: str | None = None


class Group(Common, kw_only=True):
    """Claims at one place in the paper: single ones, or a table of rows and columns called `table`."""

    place: str
    claims: list[Single] = []
    table: str | None = None
    columns: dict[str, Column] = {}
    rows: dict[str, Row] = {}
    cells: dict[str, Cell] = {}


class Head(Strict):
    """Which paper it is. `year` is null when the copy that was read prints none; `year_note` says what is known."""

    title: str
    authors: list[str]
    venue: str
    year: int | None
    year_note: str
    machine: str


class File(Strict):
    """One YAML file: claims, and in one file of each paper its head."""

    groups: list[Group]
    paper: Head | None = None


class Planned(Strict):
    """A workload or record that claims name before it exists, and why it does not exist yet."""

    name: str
    because: str


class PlannedFile(Strict):
    planned: list[Planned]


class Peer(Strict):
    """One program or design. `version` is "unknown" when none was recorded, "none" where there is none. `size` is the
    published one of a circuit, with what it counts."""

    name: str
    version: str
    language: str
    cycles: int
    standing: Literal["measured", "published"]
    source: str = ""
    note: str = ""
    id: str = ""
    size: str = ""


class PeerGroup(Strict):
    """Peers that do the same work. `workload` is ours that does it too, if there is one."""

    quantity: str
    peers: list[Peer]
    workload: str | None = None


class Measurement(Strict):
    """How the measured entries were obtained."""

    platform: str
    compiler: str
    flags: str
    checked: str
    validation: str


class PeersFile(Strict):
    measurement: Measurement
    groups: list[PeerGroup]


class CommonEnergy(Strict):
    """Energy of a work in nJ: a formula over the paper's claims, and one over our records of the same circuit.
    `computed` says how it follows from them, if the formula is not one claim."""

    printed: str
    here: str
    computed: str = ""


class CommonDesign(Strict):
    """A design of a paper: the formula over its claims that gives the cycles, and the workload that does the same.

    If the formula is not one claim, the paper does not print its value: `computed` says how it follows, and `here` is
    the formula over our records of the same work. `differs`: why no ratio compares it with the others.
    """

    paper: str
    design: str
    printed: str
    task: str
    computed: str = ""
    here: str = ""
    differs: str = ""
    energy: CommonEnergy | None = None


class CommonWork(Strict):
    work: str
    designs: list[CommonDesign]


class CommonSize(Strict):
    """A circuit of a paper: formulas over its claims for the size and the process in nm, and our gate equivalents."""

    paper: str
    design: str
    printed: str
    unit: Literal["um2", "gates"]
    here: str
    node: str = ""


class CommonFile(Strict):
    works: list[CommonWork]
    sizes: list[CommonSize] = []


class GroupConfiguration(Strict):
    """`prime`: whether it computes on a group's prime curve or on its binary one."""

    title: str
    machine: str
    prime: bool
    tasks: list[str]

    def named(self, pattern: str, group: tuple[str, str]) -> str:
        """A name with the group's curve, and its degree, put in."""
        curve = group[0 if self.prime else 1]
        return pattern.format(curve, curve[1:])


class GroupsFile(Strict):
    groups: list[tuple[str, str]]
    configurations: list[GroupConfiguration]
    falling: list[str]
    ratios: list[tuple[str, str]]

    def titled(self, title: str) -> GroupConfiguration:
        return next(c for c in self.configurations if c.title == title)
