# SPDX-License-Identifier: Apache-2.0
"""At the end of a run: how many published vectors of each file were tried, and where."""

from pathlib import Path

HERE = Path(__file__).parent


def pytest_terminal_summary(terminalreporter):
    counts = {}
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name == "vectors":
                for file, where, count in value:
                    counts.setdefault(where, {})[file] = count
    for where, files in sorted(counts.items()):
        terminalreporter.section(f"AES vectors {where}: {sum(files.values())} of {len(files)} files", sep="-")
        for file, count in sorted(files.items()):
            terminalreporter.write_line(f"{count:6d}  {file}")
