# SPDX-License-Identifier: Apache-2.0
"""Numbers of doc/family.md as links to the commands that make them, which its table of commands lists by machine."""

GAP = "-"
NO_HOST = ", no host"  # behind the name of a coprocessor: what its host takes is not counted
ALL = "all"  # machines: commands that are about more than one


def link(value: object, where: str) -> str:
    """A number, or text with numbers, that leads to the commands of a machine, `machine.configuration` or ALL."""
    if value is None or value == GAP:
        return GAP
    return f"[{shown(value)}](#commands-for-{where.partition('.')[0]})"


def shown(value: object) -> str:
    """A number as tables write it."""
    return f"{value:,}" if isinstance(value, int) else f"{value:,.1f}" if isinstance(value, float) else str(value)
