# SPDX-License-Identifier: Apache-2.0
"""The book: does it build, does every link lead somewhere, does its search find, without a network?"""

import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from click.testing import CliRunner

from evariste import machines
from evariste.commands.doc import command
from evariste.paths import ROOT
from verify.report.watching import complaints, overflow, phone

# The kinds of pages: of words, of numbers, of claims, and each machine's page and manual.
PAGES = ["doc/index", "doc/results", "doc/claims/chen2017",
         *(page for m in machines.names() for page in (f"doc/{m}", f"gen/{m}/isa"))]  # fmt: skip
EXTERNAL = re.compile(r"https?://[\w-]+(\.[\w-]+)+(:\d+)?(/[^\s<>\"]*)?")


class Reader(HTMLParser):
    """The links of a page, and the names that links may lead to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.names: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for key, value in attributes:
            if key in ("href", "src") and value:
                self.links.append(value)
            if key in ("id", "name") and value:
                self.names.add(value)


def faults(site: Path) -> list[str]:
    """Links of the site's pages that lead nowhere, or are no addresses."""
    pages = {path.resolve(): Reader(path.read_text()) for path in site.rglob("*.html")}
    found = []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme in ("http", "https"):
                if not EXTERNAL.fullmatch(link):
                    found.append(f"{path.name}: {link} is no address")
                continue
            if parts.scheme:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.exists():
                found.append(f"{path.name}: {link} is missing")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].names:
                found.append(f"{path.name}: {link} has no such place")
    return found


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("book")
    done = CliRunner().invoke(command, ["--out", str(folder)])
    assert done.exit_code == 0, done.output
    return folder


def test_every_document_is_a_page(site: Path) -> None:
    manuals = [ROOT / machine.generated / "isa.md" for machine in machines.all()]
    for document in [ROOT / "README.md", *manuals, *(ROOT / "doc").rglob("*.md")]:
        page = site / document.relative_to(ROOT).with_suffix(".html")
        assert page.is_file(), document
        assert page.stem == "index" or f'{page.stem}.html"' in (site / "doc/index.html").read_text(), document


@pytest.mark.package
def test_every_link_leads_somewhere(site: Path) -> None:
    assert faults(site) == []


def test_links_that_lead_nowhere_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<a href="b.html#x"></a><a href="c.html"></a><a href="https:///"></a><i id="y">')
    (tmp_path / "b.html").write_text('<a href="a.html#y"></a><img src="http://a.b/c">')
    assert len(faults(tmp_path)) == 3


def test_a_page_that_links_to_nothing_stops_the_book(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "doc/book", tmp_path / "doc/book")
    for links, status in (("[x](other.md)", 0), ("[x](other.md#the-other)", 0), ("[x](gone.md)", 1), ("[x](#gone)", 1)):
        (tmp_path / "doc/index.md").write_text(f"# Index\n\n{links}\n")
        (tmp_path / "doc/other.md").write_text("# The other\n")
        build = ["-m", "sphinx", "-b", "html", "-E", "-q", "-W", "-c", "doc/book", ".", str(tmp_path / "out")]
        done = subprocess.run([sys.executable, *build], cwd=tmp_path, capture_output=True, text=True)
        missing = [w for w in done.stderr.splitlines() if "toctree contains reference" not in w and "WARNING" in w]
        assert bool(missing) == bool(status), done.stderr


def test_it_asks_nobody(site: Path) -> None:
    for page in site.rglob("*.html"):
        loaded = re.findall(r'<(?:link|script|img|iframe)[^>]*(?:href|src)="([^"]+)"', page.read_text())
        assert not [u for u in loaded if u.startswith(("http", "//"))], page


def test_search_finds(site: Path, browser: Any) -> None:
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import WebDriverWait

    complaints(browser)
    for words, least in (("Itoh-Tsujii", 1), ("semihosting", 2), ("xyzzyplugh", 0)):
        browser.get(f"{(site / 'search.html').as_uri()}?q={words}")
        said = WebDriverWait(browser, 20)
        said.until(lambda b: re.search("found|not match", b.find_element(By.ID, "search-results").text))
        found = browser.find_elements(By.CSS_SELECTOR, "#search-results li a")
        assert len(found) >= least and bool(found) == bool(least)
    assert complaints(browser) == []


@pytest.mark.parametrize("page", PAGES)
def test_pages_fit_a_phone_and_do_not_complain(site: Path, browser: Any, page: str) -> None:
    with phone(browser):
        browser.get((site / f"{page}.html").as_uri())
        assert overflow(browser) == 0
    assert complaints(browser) == []
