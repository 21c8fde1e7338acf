# SPDX-License-Identifier: Apache-2.0
"""Which object an access of LLVM's machine code is in, from the LLVM IR that stands before it in the same file.

Machine code names the pointer of an access (`%ir.p`). The IR says where the pointer comes from: a local object, a
global one, or anywhere else, such as an argument. A local object whose address is never given away cannot be where a
pointer from elsewhere points.
"""

import re
from collections import defaultdict
from collections.abc import Collection

_FUNCTION = re.compile(r'^  define .*?@("[^"]+"|[\w.$]+)\((.*?)^  \}', re.M | re.S)
_RESULT = re.compile(r" *(%[\w.$]+) = (.*)")
_NAME = re.compile(r"%[\w.$]+")
_POINTER = re.compile(r'ptr (%[\w.$]+|@[\w.$]+|@"[^"]+")')
_PHI = re.compile(r'\[ (.+?), %(?:[\w.$-]+|"[^"]*") \]')
_FIRST = re.compile(r'\(ptr [^,]*?(%[\w.$]+|@[\w.$]+|@"[^"]+")[,)]')  # argument of a call
_ALIAS = re.compile(r'^  (@[\w.$]+|@"[^"]+") = .*\balias ', re.M)
_OPERAND = re.compile(r'(?:from|into) (?:%ir\.([\w.$]+)|(@[\w.$]+|@"[^"]+"))')
# Calls that keep no pointer.
_MEMORY = re.compile(r"(?:tail )?call (?:void @llvm\.(?:mem|lifetime)|(?:ptr|i32) @mem(?:set|cpy|move|cmp)\()")
LOCAL, GLOBAL, OTHER = "%", "@", "other"
_ANY = "any"  # a root that may be each object


class Places:
    """Those of a module."""

    def __init__(self, text: str) -> None:
        source = text.partition("\n---\n")[0]
        self.bodies = {found[1].strip('"'): found[2] for found in _FUNCTION.finditer(source)}
        self.aliases = set(_ALIAS.findall(source))  # further names of objects

    def function(self, name: str) -> "Pointers":
        return Pointers(self.bodies.get(name, ""), self.aliases)


class Pointers:
    """Those of one function."""

    def __init__(self, body: str, aliases: Collection[str] = ()) -> None:
        self.aliases = aliases
        self.sources: dict[str, list[str]] = {}  # of a pointer: those that it is, with something added
        self.local: set[str] = set()
        lines = body.splitlines()
        for line in lines:
            if found := _RESULT.match(line):
                self._result(found[1], found[2])
        self.local -= self._given_away(lines)

    def _result(self, name: str, text: str) -> None:
        if text.startswith("alloca "):
            self.local.add(name)
        elif text.startswith("getelementptr "):
            self.sources[name] = _all(1, _POINTER.findall(text)[:1], text)
        elif text.startswith("phi ptr "):
            self.sources[name] = _all(text.count("[ "), _PHI.findall(text), text)
        elif text.startswith("select ") and ", ptr " in text:
            self.sources[name] = _all(2, _POINTER.findall(text), text)
        elif _MEMORY.match(text) and "call ptr " in text:  # gives what it has filled
            self.sources[name] = _all(1, _FIRST.findall(text)[:1], text)

    def roots(self, name: str) -> set[str]:
        """Where a pointer may come from."""
        found, todo = set[str](), [name]
        seen = set(todo)
        while todo:
            one = todo.pop()
            if one not in self.sources:
                found.add(one)
            for source in self.sources.get(one, ()):
                if source not in seen:
                    seen.add(source)
                    todo.append(source)
        return found

    def _given_away(self, lines: list[str]) -> set[str]:
        """Local objects whose address goes where it cannot be followed."""
        of = defaultdict[str, set[str]](set)
        for name in {*self.sources, *self.local}:
            of[name] = self.roots(name) & self.local
        gone = set[str]()
        for line in lines:
            text = line.strip()
            found = _RESULT.match(line)
            text = found[2] if found else text
            known = found is not None and found[1] in self.sources
            if known or text.startswith(("load ", "icmp ", "alloca ", "#dbg_")) or _MEMORY.match(text):
                continue
            if text.startswith("store "):
                text = text[: text.rindex(", ptr ")]
            for name in _NAME.findall(text):
                gone |= of[name]
        return gone

    def place(self, operand: str) -> str:
        """The object of a memory operand: its name, OTHER for one that no local object is, "" if that is not known."""
        found = _OPERAND.findall(operand)
        if len(found) != 1:
            return ""
        name, known = found[0]
        roots = self.roots(known or f"%{name}")
        if len(roots) == 1 and ((root := next(iter(roots))) in self.local or root.startswith(GLOBAL)):
            return OTHER if root in self.aliases else root
        return "" if roots & self.local or _ANY in roots else OTHER


def _all(count: int, found: list[str], text: str) -> list[str]:
    """The pointers that were found, if they are as many as there have to be; else all that the text names, and any."""
    return found if len(found) == count else [*_NAME.findall(text), _ANY]


def apart(one: str, other: str) -> bool:
    """Whether accesses in these places never meet."""
    known = [place for place in (one, other) if place and place != OTHER]
    if len(known) == 2:
        return one != other
    return bool(one and other) and any(place.startswith(LOCAL) for place in known)
