# SPDX-License-Identifier: Apache-2.0
"""Makes a C program smaller that is compiled wrongly: without functions, blocks and statements, while it still is.

The text has a statement a line, and braces on lines of their own or at ends, as csmith writes. What is left out must
leave a program: the question `differs` says no to one that this computer's compiler refuses, or that does not end.
"""

from collections.abc import Callable, Iterator

TRIES = 600  # programs at the most
KEPT = ("return", "#")  # beginnings of lines that stay: a function without its value means nothing


def spans(lines: list[str]) -> Iterator[range]:
    """The lines of each block with the one that it begins behind, and single statements."""
    begun: list[int] = []
    for at, line in enumerate(lines):
        bare = line.strip()
        for sign in bare:
            if sign == "{":
                alone = bare == "{" and at > 0 and not lines[at - 1].rstrip().endswith((";", "}", "{"))
                begun.append(at - alone)
            elif sign == "}" and begun:
                start = begun.pop()
                if at > start:
                    yield range(start, at + 1)
        if bare.endswith(";") and not bare.startswith(KEPT):
            yield range(at, at + 1)


def shrink(text: str, differs: Callable[[str], bool], tries: int = TRIES) -> str:
    """The smallest program found that differs as this one does."""
    lines = text.splitlines()
    wanted = sorted(spans(lines), key=len, reverse=True)
    gone: set[int] = set()

    def left(removed: set[int]) -> str:
        return "\n".join(line for at, line in enumerate(lines) if at not in removed) + "\n"

    while True:
        before = len(gone)
        for span in wanted:
            more = gone.union(span)
            if len(more) > len(gone) and tries:
                tries -= 1
                if differs(left(more)):
                    gone = more
        if len(gone) == before or not tries:
            return left(gone)
