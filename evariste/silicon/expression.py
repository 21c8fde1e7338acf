# SPDX-License-Identifier: Apache-2.0
"""Boolean functions as Liberty writes them: `!` or a trailing `'` for not; `*`, `&` or a space for and; `^`; `+`, `|`.

An expression is evaluated on Python or NumPy integers, bit by bit, and written as Verilog.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

_TOKEN = re.compile(r"\s*([A-Za-z_][\w\[\]]*|[01]|[()!'*&^+|])")


@dataclass(frozen=True)
class Expression:
    """`verilog` is the text with names for pins; constants are 0 and -1, so that not is bitwise."""

    verilog: str
    names: frozenset[str]

    @cached_property
    def _compiled(self) -> Any:
        named = self.written(lambda name: f"pin_{name}")  # a pin may be called `in`
        return compile(re.sub(r"1'b([01])", lambda m: "-1" if m[1] == "1" else "0", named), "liberty", "eval")

    def value(self, pins: Mapping[str, Any]) -> Any:
        """The function of the pins' values; any bit width, negative numbers being all ones."""
        return eval(self._compiled, {"__builtins__": {}}, {f"pin_{name}": value for name, value in pins.items()})

    def written(self, name: Callable[[str], str]) -> str:
        """The function in Verilog, with other names for the pins."""
        return re.sub(r"(?<!')\b[A-Za-z_]\w*", lambda m: name(m[0]), self.verilog)


def parse(text: str) -> Expression:
    """The expression of a Liberty text; ValueError if it is none."""
    tokens, position = [], 0
    while position < len(text.rstrip()):
        match = _TOKEN.match(text, position)
        if not match:
            raise ValueError(f"`{text}` is no Boolean function")
        tokens.append(match[1])
        position = match.end()
    tokens.append("")
    names: set[str] = set()

    def primary() -> str:
        token = tokens.pop(0)
        if token == "(":
            inner = either()
            if tokens.pop(0) != ")":
                raise ValueError(f"`{text}` has a bracket that is not closed")
            found = f"({inner})"
        elif token == "!":
            found = f"(~{primary()})"
        elif token in ("0", "1"):
            found = f"1'b{token}"
        elif token and (token[0].isalpha() or token[0] == "_"):
            names.add(token)
            found = token
        else:
            raise ValueError(f"`{text}` is no Boolean function")
        while tokens[0] == "'":
            tokens.pop(0)
            found = f"(~{found})"
        return found

    def both() -> str:
        found = [primary()]
        while tokens[0] not in ("", ")", "+", "|", "^"):
            if tokens[0] in "*&":
                tokens.pop(0)
            found.append(primary())
        return " & ".join(found) if len(found) == 1 else f"({' & '.join(found)})"

    def odd() -> str:
        found = [both()]
        while tokens[0] == "^":
            tokens.pop(0)
            found.append(both())
        return found[0] if len(found) == 1 else f"({' ^ '.join(found)})"

    def either() -> str:
        found = [odd()]
        while tokens[0] in ("+", "|") and tokens[0]:
            tokens.pop(0)
            found.append(odd())
        return found[0] if len(found) == 1 else f"({' | '.join(found)})"

    verilog = either()
    if tokens != [""]:
        raise ValueError(f"`{text}` is no Boolean function")
    return Expression(verilog, frozenset(names))
