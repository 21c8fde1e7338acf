# SPDX-License-Identifier: Apache-2.0
"""Help before anything is installed: each command and its options, read from the source text.

`ev ... --help` installs nothing. Without the Python packages there is no click, so the `ev` script runs this file with
the system's Python. It uses only the standard library.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

COMMANDS = Path(__file__).resolve().parent / "commands"
FAMILY = "Evariste: programmable Galois-field processors, run, measured and checked."
# Options that many commands have: evariste/commands/__init__.py.
SHARED = {
    "machine_option": ("--machine", "Which machine."),
    "backend_option": ("--backend", "Which folder of sw/low; by default the machine's own."),
    "configuration_option": ("--configuration", "Of the machine; by default the full one."),
}
LATER = "Nothing is installed yet: `./ev setup` installs everything, each command what it needs when it first runs."


def _command(path: Path) -> ast.FunctionDef:
    """The definition of the function `command` in a command's module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "command")


def _about(path: Path) -> str:
    return ast.get_docstring(_command(path)) or ""


def _options(path: Path) -> Iterator[tuple[str, str]]:
    """The options' names and what is said of them, as written in the decorators."""
    for call in _command(path).decorator_list:
        if isinstance(call, ast.Name) and call.id in SHARED:
            yield SHARED[call.id]
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "option"):
            continue
        names = [a.value for a in call.args if isinstance(a, ast.Constant) and str(a.value).startswith("-")]
        said = next((k.value for k in call.keywords if k.arg == "help"), None)
        text = said.value if isinstance(said, ast.Constant) else ""
        yield ", ".join(names), str(text)


def _subcommands(path: Path) -> Iterator[tuple[str, str]]:
    """The names and first lines of a group's subcommands."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            for call in node.decorator_list:
                if isinstance(call, ast.Call) and ast.unparse(call.func) == "command.command":
                    given = [ast.literal_eval(k.value) for k in call.keywords if k.arg == "name"]
                    yield given[0] if given else node.name, (ast.get_docstring(node) or "").split("\n")[0]


def outline(arguments: list[str]) -> str:
    """The help for `ev ARGUMENTS`: that of a command if the arguments name one, else the list of all."""
    paths = {path.stem: path for path in sorted(COMMANDS.glob("[a-z]*.py"))}
    asked = next((a for a in arguments if a in paths), None)
    if asked:
        rows = [*_subcommands(paths[asked]), *_options(paths[asked]), ("-h, --help", "Show this message.")]
        head = f"Usage: ev {asked} ...\n\n{_about(paths[asked])}\n"
    else:
        rows = [(name, _about(path).split("\n")[0]) for name, path in paths.items()]
        head = f"Usage: ev COMMAND ...\n\n{FAMILY}\n\nCommands:"
    width = max(len(name) for name, _ in rows)
    return "\n".join([head, *(f"  {name:{width}}  {text}".rstrip() for name, text in rows), "", LATER])


if __name__ == "__main__":
    print(outline(sys.argv[1:]))
