# SPDX-License-Identifier: Apache-2.0
"""The wheel carries the rest of the house: what the commands build from, and show. See evariste/paths.py."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HOUSE = ("CMakeLists.txt", "LICENSE", "doc", "gen", "isa", "papers", "rtl", "sim", "sw")


class WithHouse(build_py):
    """Copies the folders beside the package into it, as evariste/house."""

    def run(self) -> None:
        super().run()
        for name in HOUSE:
            source, target = Path(name), Path(self.build_lib) / "evariste" / "house" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__", ".*"))
            else:
                shutil.copyfile(source, target)


setup(cmdclass={"build_py": WithHouse})
