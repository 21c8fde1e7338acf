# SPDX-License-Identifier: Apache-2.0
"""The commands of a Markdown page, in order, and the files that its code blocks stand for.

A command is a line of an indented block, or of one fenced as `console`, that begins with `./ev` or `$ `. A block
whose first line is a comment with a file's name is that file. A comment before a block says what is special about it:

    <!-- commands: synopsis -->     the lines show forms, not commands: their names and options are checked
    <!-- commands: full -->         expensive: run by `ev test --full`
    <!-- commands: fails TEXT -->   the command that contains TEXT ends with a status other than 0
"""

import re
from dataclasses import dataclass, field

from markdown_it import MarkdownIt

_COMMAND = re.compile(r"^(?:\$ +)?(\./ev\b.*)$|^\$ +(.*)$")
_SAYS = re.compile(r"<!-- commands: (\w+) ?(.*?) -->")
_FILE = re.compile(r"(?://|#) ([\w.]+\.(?:c|S|cpp|cmake|txt)|Makefile)\n")


@dataclass
class Page:
    """`steps` are ("file", name, content) and ("run", command, status kind: "", "fails" or "full")."""

    steps: list[tuple[str, str, str]] = field(default_factory=list)
    forms: list[str] = field(default_factory=list)


def read(text: str) -> Page:
    """The page's steps and the forms of commands that it only shows."""
    page, says, about = Page(), "", ""
    for token in MarkdownIt("commonmark").parse(text):
        if token.type == "html_block":
            found = _SAYS.search(token.content)
            says, about = (found[1], found[2]) if found else ("", "")
            if found and says not in ("synopsis", "full", "fails"):
                raise ValueError(f"nothing is called {says} in a comment about commands")
            continue
        if token.type not in ("fence", "code_block"):
            if token.type.endswith("_close") or token.type == "heading_open":
                continue
            says, about = "", ""
            continue
        if token.type == "fence" and token.info.strip() not in ("console", "sh", "shell", "bash"):
            if name := _FILE.match(token.content):
                page.steps.append(("file", name[1], token.content))
            continue
        for line in token.content.splitlines():
            if not (found := _COMMAND.match(line)):
                continue
            command = (found[1] or found[2]).strip()
            if says == "synopsis":
                page.forms.append(re.split(r"\s{2,}", command)[0])
            else:
                kind = says if says == "full" or (says == "fails" and about in command) else ""
                page.steps.append(("run", command, kind))
        says, about = "", ""
    return page
