# SPDX-License-Identifier: Apache-2.0
"""How Sphinx makes the book: `ev doc`. The sources are the repository's own Markdown files, where they stand.

Their folders of contents are added here, so that the files stay plain Markdown; a page that is not named comes last.
"""

project = "Evariste"
copyright = "the Evariste authors, Apache-2.0"
root_doc = "doc/index"
extensions = ["myst_parser"]
include_patterns = ["README.md", "CHANGELOG.md", "doc/**.md", "gen/*/isa.md", "isa/schema.md", "papers/schema.md"]
exclude_patterns = [".*", "**/.*", "rtl", "sim", "verify", "evariste", "requirements"]
myst_heading_anchors = 4
myst_links_external_new_tab = False
highlight_language = "none"
html_theme = "furo"
html_title = "Evariste"
html_static_path = ["static"]
html_css_files = ["book.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_search_summary = False  # it would fetch pages, which a browser refuses for files
html_theme_options = {"footer_icons": []}
# The verdicts' colons and the like are text here, not roles.
myst_disable_syntax = ["myst_role"]
suppress_warnings = ["misc.highlighting_failure"]

CONTENTS = [
    "README", "doc/guide", "doc/gfp", "doc/interrupts", "gen/gfp/isa", "doc/codes", "doc/aes", "doc/ecc",
    "doc/firmware", "doc/equivalents", "doc/migration", "doc/simulator", "doc/debugging", "doc/fpga", "doc/silicon",
    "doc/verification", "doc/results", "doc/claims", "doc/adding-an-instruction", "doc/adding-a-machine",
    "isa/schema", "papers/schema", "doc/decisions/README",
]  # fmt: skip
FOLDERS = {"doc/decisions/README": "doc/decisions/", "doc/claims": "doc/claims/"}


def with_contents(app, page, source):
    """Add the pages below this one."""
    known = sorted(app.env.found_docs)
    below = {page: [d for d in known if d.startswith(start) and d != page] for page, start in FOLDERS.items()}
    if page == root_doc:
        placed = {root_doc, *CONTENTS, *(d for pages in below.values() for d in pages)}
        below[page] = [*CONTENTS, *(d for d in known if d not in placed)]
    if below.get(page):
        source[0] += "\n```{toctree}\n:hidden:\n" + "\n".join(f"/{d}" for d in below[page]) + "\n```\n"


def setup(app):
    app.connect("source-read", with_contents)
    return {"parallel_read_safe": True}
