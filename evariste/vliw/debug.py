# SPDX-License-Identifier: Apache-2.0
"""Lines of the source in machine code of LLVM: debug locations, by the metadata of the module."""

import re
from pathlib import PurePosixPath

from evariste.vliw.code import Line

_NODE = re.compile(r"^ *!(\d+) = (?:distinct )?!(\w+)\((.*)\)$", re.M)
_AT = re.compile(r",? ?debug-location (?:!(\d+)|!DILocation\(([^)]*)\))")
_DEFINED = re.compile(r'^ *define [^@]*@("[^"]+"|[\w.$-]+)\(.*!dbg !(\d+) ', re.M)


class Locations:
    """The debug locations of a module. A module without debug information has none."""

    def __init__(self, text: str) -> None:
        self._nodes = {number: (kind, fields) for number, kind, fields in _NODE.findall(text)}
        self._functions = {name.strip('"'): number for name, number in _DEFINED.findall(text)}

    def taken(self, line: str) -> tuple[str, Line | None]:
        """An operation without its debug location, and the line that the location says."""
        found = _AT.search(line)
        if found is None:
            return line, None
        fields = found[2] or self._nodes.get(found[1], ("", ""))[1]
        return line[: found.start()] + line[found.end() :], self._line(fields, "line", "scope")

    def function(self, name: str) -> Line | None:
        """Where a function begins."""
        return self._line(self._nodes.get(self._functions.get(name, ""), ("", ""))[1], "scopeLine", "file")

    def _line(self, fields: str, line: str, where: str) -> Line | None:
        """The line in the field `line`; the field `where` leads to its file. LLVM's 0 is no line."""
        number, scope = re.search(rf"\b{line}: (\d+)", fields), re.search(rf"\b{where}: !(\d+)", fields)
        if number is None or scope is None or number[1] == "0":
            return None
        kind, inner = self._nodes.get(scope[1], ("", ""))
        while kind != "DIFile":
            file = re.search(r"\bfile: !(\d+)", inner)
            if file is None:
                return None
            kind, inner = self._nodes.get(file[1], ("", ""))
        name = re.search(r'filename: "([^"]*)"', inner)
        return (PurePosixPath(name[1]).name, int(number[1])) if name else None
