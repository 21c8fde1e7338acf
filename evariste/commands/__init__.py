# SPDX-License-Identifier: Apache-2.0
"""The subcommands of `ev`, one module each. A module's `command` is the click command of the same name."""

from evariste.errors import UserError
from evariste.paths import INSTALLED

# Commands that work on the repository itself, and what of it an installed package does not carry.
REPOSITORY = {
    "doc": "the book is made from its documents",
    "fuzz": "the targets are in its folder verify",
    "gen": "it writes its folder gen",
    "lint": "it checks its sources",
    "mutate": "the checks that are to notice the errors are in its folder verify",
    "prove": "the specifications are in its folder verify",
    "test": "the tests are in its folder verify",
}


def need_repository(what: str, why: str) -> None:
    """Refuse what an installed package cannot do."""
    if INSTALLED:
        raise UserError(f"`{what}` works in a clone of the repository only, and this is an installed package: {why}.")
