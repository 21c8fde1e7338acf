# SPDX-License-Identifier: Apache-2.0
"""A paper's configurations in groups of equal security: papers/groups.yaml."""

from functools import cache

from evariste.isa.load import read
from evariste.papers.load import FOLDER
from evariste.papers.schema import GroupsFile


@cache
def grouped() -> GroupsFile:
    """The file. Its titles name one configuration each."""
    return read(FOLDER / "groups.yaml", GroupsFile)
