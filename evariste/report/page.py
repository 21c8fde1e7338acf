# SPDX-License-Identifier: Apache-2.0
"""The page of results: doc/results.md, the pages it includes, and its pictures, as one HTML file that needs no network.

Links between the gathered pages become links inside the page; links to other files of the repository become their
names. Tables sort when a heading is pressed. The family's page has a drawing of gates, time or energy for the
task that a reader chooses.
"""

import html
import json
import re
from pathlib import Path, PurePosixPath

from markdown_it import MarkdownIt
from markdown_it.token import Token

from evariste.errors import UserError
from evariste.family.cells import complete, every_dot
from evariste.family.tasks import HEADLINE, tasks
from evariste.paths import ROOT
from evariste.tables import Records, filled

ASSETS = Path(__file__).parent / "assets"
DOC = ROOT / "doc"
PAGES = ("results.md", "family.md", "peers.md", "groups.md", "errata.md", "claims.md",
         *(f"claims/{p.name}" for p in sorted((DOC / "claims").glob("*.md"))))  # fmt: skip
_WORDS = ("reproduced", "exceeded", "contradicted", "explained", "unanswered")


def slug(text: str) -> str:
    """A heading as the name of its place: lower case, words joined by hyphens, as GitHub and the book do it."""
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", text.strip().lower()))


def build(records: Records) -> str:
    """The page as HTML text."""
    bodies, contents = [], []
    for page in PAGES:
        text = filled((DOC / page).read_text(), records)
        body, headings = _Page(page).render(text)
        bodies.append(body)
        contents += headings
    listed = "".join(f'<li><a href="#{place}">{html.escape(title)}</a></li>\n' for level, place, title in contents
                     if level <= 2)  # fmt: skip
    first, *rest = bodies
    first = re.sub(r"(</h1>)", rf"\1\n<nav aria-label='contents'><ul>\n{listed}</ul></nav>", first, count=1)
    css, js, plot = ((ASSETS / name).read_text() for name in ("page.css", "page.js", "dots.js"))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<title>Evariste: results</title>\n<link rel="icon" href="data:,">\n<style>\n{css}</style>\n</head>\n<body>\n'
        + "\n".join([first, *rest])
        + f'\n<script type="application/json" id="dots">{_dots(records)}</script>'
        f"\n<script>\n{js}</script>\n<script>\n{plot}</script>\n</body>\n</html>\n"
    )


def _dots(records: Records) -> str:
    """Gates, time and energy of each configuration with a netlist, by task, for the drawing that a reader chooses."""
    shown = [
        {"task": task, "title": HEADLINE.get(task, task),
         "dots": [[d.where, round(d.ge), float(f"{d.us:.4g}"), d.nj and float(f"{d.nj:.4g}"), int(complete(d.where))]
                  for d in dots]}
        for task, dots in every_dot(records, dict.fromkeys((*HEADLINE, *tasks()))).items() if len(dots) > 1
    ]  # fmt: skip
    return json.dumps(shown, separators=(",", ":")).replace("<", "\\u003c")


class _Page:
    """One Markdown document on its way into the page; `name` is its path below doc/."""

    def __init__(self, name: str) -> None:
        self.name = PurePosixPath(name)
        self.place = self._place(self.name)
        self.headings: list[tuple[int, str, str]] = []

    @staticmethod
    def _place(name: PurePosixPath) -> str:
        return "page-" + "-".join(name.with_suffix("").parts)

    def render(self, text: str) -> tuple[str, list[tuple[int, str, str]]]:
        """The document's HTML, and its headings: level, place, title."""
        reader = MarkdownIt("commonmark", {"html": True}).enable("table")
        tokens = reader.parse(text)
        for i, token in enumerate(tokens):
            if token.type == "heading_open":
                self._heading(token, tokens[i + 1])
            for child in token.children or ():
                self._inline(child, token.children or [])
        body = reader.renderer.render(tokens, reader.options, {})
        body = re.sub(r"<!--.*?-->\n?", "", body, flags=re.DOTALL)
        body = re.sub(r"<p>(<figure>.*?</figure>)</p>", r"\1", body, flags=re.DOTALL)
        body = re.sub(r"<table>.*?</table>", lambda m: _table(m[0]), body, flags=re.DOTALL)
        return f'<section id="{self.place}">\n{body}</section>', self.headings

    def _heading(self, token: Token, inline: Token) -> None:
        title = "".join(c.content for c in inline.children or () if c.type in ("text", "code_inline"))
        place = f"{self.place}-{slug(title)}"
        token.attrSet("id", place)
        self.headings.append((int(token.tag[1]), place, title))

    def _inline(self, token: Token, line: list[Token]) -> None:
        if token.type == "image":
            self._picture(token)
        elif token.type == "link_open":
            target, _, fragment = str(token.attrGet("href")).partition("#")
            if "://" in target:
                return
            name = PurePosixPath(*_normal(self.name.parent / target)) if target else self.name
            if str(name) in PAGES:
                place = self._place(name)
                token.attrSet("href", f"#{place}-{fragment}" if fragment else f"#{place}")
                return
            if not (DOC / name).exists():
                raise UserError(f"doc/{self.name} links to {target}, which does not exist.")
            closing = line[line.index(token) :][[t.type for t in line[line.index(token) :]].index("link_close")]
            token.tag = closing.tag = "span"
            token.attrs = {"title": PurePosixPath(*_normal(PurePosixPath("doc") / name)).as_posix()}

    def _picture(self, token: Token) -> None:
        path = DOC / self.name.parent / str(token.attrGet("src"))
        if path.suffix != ".svg" or not path.is_file():
            raise UserError(f"doc/{self.name} shows {token.attrGet('src')}, which is no SVG in the repository.")
        label = token.content
        token.type, token.tag, token.children = "html_inline", "", None
        token.content = (
            f"<figure>{inline_svg(path.read_text(), path.stem, label)}"
            f"<figcaption>{html.escape(label)}</figcaption></figure>"
        )


def _normal(path: PurePosixPath) -> list[str]:
    parts: list[str] = []
    for part in path.parts:
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return parts


def inline_svg(svg: str, name: str, label: str) -> str:
    """A drawing inside a page. Its names and styles do not affect the rest, and it has a title."""
    svg = re.sub(r"<!--.*?-->", "", svg[svg.index("<svg") :], flags=re.DOTALL)
    svg = re.sub(r'(?<![\w:-])id="([^"]+)"', rf'id="{name}-\1"', svg)
    svg = re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", svg)
    svg = re.sub(r'href="#([^"]+)"', rf'href="#{name}-\1"', svg)

    def scoped(style: re.Match[str]) -> str:
        rules = re.findall(r"([^{}]+)\{([^{}]*)\}", style[2])
        inside = "".join(f"#{name} {selector.strip()} {{{body}}}\n" for selector, body in rules)
        return f"{style[1]}{inside}</style>"

    svg = re.sub(r"(<style[^>]*>)(.*?)</style>", scoped, svg, flags=re.DOTALL)
    return svg.replace("<svg", f'<svg id="{name}" role="img" aria-label="{html.escape(label)}"', 1)


def _table(table: str) -> str:
    """A table that scrolls if it is too wide, sorts, and shows verdicts in colour."""
    table = table.replace(' style="text-align:right"', ' class="number"')
    table = re.sub(r"(<th(?:\s[^>]*)?>)(.*?)</th>", r'\1<button type="button">\2</button></th>', table, flags=re.DOTALL)
    table = re.sub(r"<td>(-|~?[\d,.]+|(?:<strong>)?<a href=[^>]+>[-+]?[\d,.]+(?: %)?</a>[^<]*(?:</strong>)?)</td>",
                   r'<td class="number">\1</td>', table)  # fmt: skip
    for word in _WORDS:
        table = table.replace(f"<td>{word}</td>", f'<td class="{word}">{word}</td>')
    return f'<div class="wide" tabindex="0">{table}</div>'
