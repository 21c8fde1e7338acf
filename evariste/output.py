# SPDX-License-Identifier: Apache-2.0
"""Files that a command writes at its end. What cannot be written is refused at the start, before work is lost."""

import os
from pathlib import Path
from typing import Any

import click

from evariste.paths import ROOT


class OutputFile(click.Path):
    """A click type: the path of a file that can be made, or written over."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, dir_okay=False, writable=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        from evariste.record import changed

        path = Path(super().convert(value, param, ctx))
        if not path.exists() and not (path.parent.is_dir() and os.access(path.parent, os.W_OK)):
            self.fail(f"{path} cannot be written: its folder is not there, or not to be written in.", param, ctx)
        if path.resolve().is_relative_to(ROOT / "doc" / "records") and changed():
            self.fail(f"{path} takes records of a commit: commit what was changed first.", param, ctx)
        return path


OUTPUT = OutputFile()
