# SPDX-License-Identifier: Apache-2.0
"""The commands of `ev`, those of machines and the groups' among them."""

from collections.abc import Iterator

import click

from evariste.cli import ev


def every(command: click.Command = ev, name: str = "") -> Iterator[tuple[str, click.Command]]:
    """The words behind `ev`, and the command; no groups."""
    if not isinstance(command, click.Group):
        yield name, command
        return
    with click.Context(command) as context:
        for below in command.list_commands(context):
            found = command.get_command(context, below)
            assert found
            yield from every(found, f"{name} {below}".strip())
