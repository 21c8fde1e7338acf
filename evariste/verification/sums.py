# SPDX-License-Identifier: Apache-2.0
"""Sums of products in RTL, as the tree of adders that synthesis chose, which is proved to be the sum.

No prover compares a netlist's multiplier with another one in a reasonable time. But the tree that synthesis chooses is
known before its cells are: Yosys' `maccmap` makes it of full adders, and an adder at the end. A full adder keeps a
number: a + b + c = y + 2 x. So, from the result back to the operands, a tree is a linear form: a sum of bits with
integer coefficients, modulo a power of two. The RTL's own `*`, `+` and `-` are one by definition, in which a bit may be
a product of two. If both forms are the same, the tree is the sum, for all operands.

`lowered` compares the forms, and gives the RTL with the tree in place of its sums. The chosen tree is only a proposal:
what is built is made of the RTL's own signals. The two circuits are read as gates, with the operators as boxes: cells
of a type that begins with PREFIX. A bit is a literal of one graph of both.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from evariste.errors import UserError
from evariste.verification import abc, gates
from evariste.verification.aig import FALSE, TRUE, Builder
from evariste.verification.gates import KINDS, Netlist, levels
from evariste.verification.matching import machine, matched, simulated

PREFIX = "sum_"
SURE = 1 << 16  # random values of the operands
SECONDS = 120  # for the proof that operands are equal
# Yosys' passes that make boxes: of each product and the sums behind it; of a chosen tree (after `maccmap`).
OF_RTL = (
    "opt_expr",  # a product with a constant power of two is a shift
    "select -set sums t:$mul %co*:+$mul,$add,$sub",
    *(f"chtype -set {PREFIX}{kind} t:${kind} @sums %i" for kind in ("mul", "add", "sub")),
)
OF_TREE = (f"chtype -set {PREFIX}fa t:$fa", f"chtype -set {PREFIX}alu c:*maccmap* t:$alu %i")

Form = dict[int, int]  # coefficients of literals; that of TRUE is the constant


@dataclass
class Box:
    """An operator. Its pins are lists of nodes."""

    kind: str
    pins: dict[str, list[int]]
    signed: bool  # both operands are

    @property
    def outputs(self) -> list[int]:
        return self.pins["Y"] + (self.pins["X"] if self.kind == "fa" else [])

    @property
    def operands(self) -> list[int]:
        return [n for pin in ("A", "B", "C", "CI", "BI") for n in self.pins.get(pin, [])]


@dataclass
class Side:
    """A circuit with boxes, in the order in which they are computed."""

    netlist: Netlist
    boxes: list[Box]


def read(path: Path, top: str) -> Side:
    """A circuit with boxes from what Yosys' `write_json` wrote."""
    found = gates.read(path, top, boxes=PREFIX)
    boxes = []
    for name, cell in json.loads(path.read_text())["modules"][top]["cells"].items():
        if cell["type"].startswith(PREFIX):
            pins = {pin: found.ports.pop(f"{name}.{pin}") for pin in cell["connections"]}
            signed = all(int(cell["parameters"].get(f"{pin}_SIGNED", "0"), 2) for pin in "AB")
            boxes.append(Box(cell["type"].removeprefix(PREFIX), pins, signed))
    return Side(found, _ordered(boxes))


def _ordered(boxes: list[Box]) -> list[Box]:
    """Boxes behind those that they get a bit from directly."""
    of = {n: i for i, box in enumerate(boxes) for n in box.outputs}
    order: list[int] = []
    seen: set[int] = set()

    def visit(i: int) -> None:
        if i not in seen:
            seen.add(i)
            for j in {of[n] for n in boxes[i].operands if n in of}:
                visit(j)
            order.append(i)

    for i in range(len(boxes)):
        visit(i)
    return [boxes[i] for i in order]


class Forms:
    """The linear forms of words of one side."""

    def __init__(self, side: Side, value: Callable[[int], int], product: Callable[[int, int], int]) -> None:
        """`value`: a node's literal, if it is no output of a box. `product`: the literal of two nodes' product."""
        self.side, self.value, self.product = side, value, product

    def of(self, word: list[int], bits: int) -> Form:
        """The value of a word modulo 2^bits, from the result back: each box gives its coefficient to its operands."""
        whole = 1 << bits
        nodes: defaultdict[int, int] = defaultdict(int)
        found: defaultdict[int, int] = defaultdict(int)
        for i, n in enumerate(word):
            nodes[n] += 1 << i
        for box in reversed(self.side.boxes):
            if not any(nodes.get(n, 0) % whole for n in box.outputs):
                continue
            if box.kind == "fa":
                for a, b, c, x, y in zip(*(box.pins[pin] for pin in "ABCXY"), strict=True):
                    one, two = nodes.pop(y, 0), nodes.pop(x, 0)
                    if (two - 2 * one) % whole:
                        raise UserError("a full adder's sum and carry are used apart.")
                    for n in (a, b, c):
                        nodes[n] += one
                continue
            share = [nodes.pop(n, 0) for n in box.pins["Y"]]
            if self._exact(share, whole):
                for n, c in self._expression(box, found, share[0]):
                    nodes[n] += c
            else:
                for literal, c in self._bounded(box, share, whole).items():
                    found[literal] += share[0] * c
        for n, c in nodes.items():
            literal = self.value(n)
            found[literal & ~1] += -c if literal & 1 else c
            found[TRUE] += c if literal & 1 else 0
        for literal in [n for n in found if n & 1 and n != TRUE]:  # a product with a constant may be an inverse
            found[TRUE] += found[literal]
            found[literal ^ 1] -= found.pop(literal)
        found.pop(FALSE, 0)
        return {literal: c % whole for literal, c in found.items() if c % whole}

    @staticmethod
    def _exact(share: list[int], whole: int) -> bool:
        """Whether the low bits of a result count as a number, and what is cut off above does not count."""
        used = max(i for i, c in enumerate(share) if c % whole) + 1
        same = all((c - (share[0] << i)) % whole == 0 for i, c in enumerate(share[:used]))
        return same and (share[0] << used) % whole == 0

    def _bounded(self, box: Box, share: list[int], whole: int) -> Form:
        """The form of a result with its sign or without one, where no value of the operands exceeds its width."""
        bits, word = len(share), box.pins["Y"]
        top = 1 << bits - 1
        if any((c - (share[0] << i)) % whole for i, c in enumerate(share[:-1])):
            raise UserError("parts of a sum are used apart.")
        if (share[-1] + share[0] * top) % whole == 0:
            least, most = -top, top - 1
        elif (share[-1] - share[0] * top) % whole == 0:
            least, most = 0, 2 * top - 1
        else:
            raise UserError("parts of a sum are used apart.")
        form = {n: c - 2 * top if c > most else c for n, c in self.of(word, bits).items()}
        constant = form.get(TRUE, 0)
        ends = [constant + sum(c for n, c in form.items() if n != TRUE and c * sign > 0) for sign in (-1, 1)]
        if ends[0] < least or ends[1] > most:
            raise UserError("a sum may exceed the width of its result.")
        return form

    def _expression(self, box: Box, found: Form, share: int) -> Iterable[tuple[int, int]]:
        """What a box adds up, times its share: nodes with coefficients. Products go into `found`."""
        a, b = ([(n, -(1 << i) if box.signed and i == len(word) - 1 else 1 << i) for i, n in enumerate(word)]
                for word in (box.pins["A"], box.pins["B"]))  # fmt: skip
        if box.kind == "mul":
            for n, c in a:
                for m, d in b:
                    found[self.product(n, m)] = found.get(self.product(n, m), 0) + share * c * d
            return []
        minus = box.kind == "sub"
        terms = [(n, share * c) for n, c in a]
        if box.kind == "alu":
            invert = self.value(box.pins["BI"][0])
            if invert > 1:
                raise UserError("an adder that may subtract is part of a sum of products.")
            minus = bool(invert)
            found[TRUE] = found.get(TRUE, 0) - share * invert  # ~b is -b - 1
            terms.append((box.pins["CI"][0], share))
        return terms + [(n, -share * d if minus else share * d) for n, d in b]


def lowered(rtl: Side, tree: Side) -> Netlist:
    """The RTL with each sum of products as the tree of the other circuit with the same linear form. One without such a
    tree is made of rows of adders, with trees for the parts of it that have one: synthesis may keep a sum apart from
    the products that it adds."""
    if not rtl.boxes:
        return rtl.netlist
    rows = _Rows(rtl.netlist)
    read = {*rtl.netlist.gates[:, 1:4].flatten().tolist(), *rtl.netlist.flops[:, 0].tolist()}
    read |= {n for port in rtl.netlist.outputs for n in rtl.netlist.ports[port]}
    read |= {n for box in rtl.boxes if box.kind == "mul" for n in box.operands}  # a factor may be a sum, too
    words = [box.pins["Y"] for box in rtl.boxes if not read.isdisjoint(box.pins["Y"])]
    found = Trees(rtl, tree, rows)
    if words := found.without(words, read):
        parts = [box.pins["Y"] for box in reversed(rtl.boxes) if box.pins["Y"] not in words]
        found.without([word for word in parts if rows.instead.keys().isdisjoint(word)],
                      read | {n for box in rtl.boxes for n in box.operands})  # fmt: skip
    left = [box for box in rtl.boxes if rows.instead.keys().isdisjoint(box.outputs)]
    plain = _Adders(replace(rtl, boxes=left), lambda n: n, rows)
    rows.instead |= {n: plain.node(n) for word in words for n in word}
    undriven = {n for box in rtl.boxes for n in box.outputs} - rows.instead.keys()
    if any(not undriven.isdisjoint(row[1:4]) for row in rows.added):
        raise UserError("a part of a sum is used that has no gates.")
    return replace(rows.netlist(), zero=found.matched.constant)


class Trees:
    """Trees of the other circuit that are sums of the RTL."""

    def __init__(self, rtl: Side, tree: Side, rows: "_Rows") -> None:
        self.rtl, self.tree, self.rows = rtl, tree, rows
        self.matched = matched(rtl.netlist, tree.netlist)
        self.same: dict[int, int] = {}  # results of trees, by the RTL's
        self.again()

    def again(self) -> None:
        """Compute both circuits. Their operands may depend on results with a known tree, which are equal."""
        self.graph, variables = Builder(), dict[str, int]()
        states = {q: self.graph.variable() for q in self.rtl.netlist.flops[:, 1].tolist()}
        states |= dict.fromkeys(self.matched.constant, FALSE)
        results = {n: self.graph.variable() for box in self.rtl.boxes for n in box.outputs}
        theirs = {n: self.graph.variable() for box in self.tree.boxes for n in box.outputs}
        theirs |= {n: self.graph.variable() for n in self.tree.netlist.flops[:, 1].tolist()}
        theirs |= {n: states[q] ^ inverse for q, (n, inverse) in self.matched.partner.items()}
        theirs |= {n: results[m] for n, m in self.same.items()}
        self.mine = machine(self.graph, self.rtl.netlist, states | results, variables)
        self.other = machine(self.graph, self.tree.netlist, theirs, variables)
        self.known: dict[int, int] = {}  # a node of the RTL for each literal
        for n, literal in self.mine.items():
            self.known.setdefault(literal, n)
        self.inverted: dict[int, list[tuple[int, Form]]] = {}  # by product
        self.recipe: dict[int, tuple[int, int]] = {}  # the factors of a product
        self.forms = Forms(self.rtl, lambda n: self.mine.get(n, FALSE), self._product)
        self.made = Forms(self.tree, lambda n: self.other.get(n, FALSE), self._product)

    def _product(self, a: int, b: int) -> int:
        """The literal of two nodes' product. A tree may have the product with one or both of them inverted instead."""
        p, q = self.mine.get(a, FALSE), self.mine.get(b, FALSE)
        literal = self.graph.land(p, q)
        if literal > TRUE and literal not in self.inverted:
            self.inverted[literal] = []
            for i, j in ((1, 0), (0, 1), (1, 1)):
                other = self.graph.land(p ^ i, q ^ j)
                form = {(1, 0): {q: 1, literal: -1}, (0, 1): {p: 1, literal: -1},
                        (1, 1): {TRUE: 1, p: -1, q: -1, literal: 1}}[i, j]  # fmt: skip
                self.inverted[literal].append((other, form))
            for i, j in ((0, 0), (1, 0), (0, 1), (1, 1)):
                self.recipe.setdefault(self.graph.land(p ^ i, q ^ j), (p ^ i, q ^ j))
        return literal

    def without(self, words: list[list[int]], read: set[int]) -> list[list[int]]:
        """Put trees in the place of sums, and return those that have none. A tree may be found once another one is."""
        while words:
            left = [word for word in words if not self.tree_for(word, read)]
            if len(left) == len(words):
                break
            words = left
            self.again()
        return words

    def tree_for(self, word: list[int], read: set[int]) -> bool:
        """Put a tree in the place of a sum, if there is one."""
        for end in (box.pins["Y"] for box in self.tree.boxes if box.kind == "alu"):
            width = min(len(word), len(end))
            short = width < len(word) and self._below(word, width)
            if not short and not read.isdisjoint(word[width:]):
                continue
            try:
                form, other = self.forms.of(word[:width], width), self.made.of(end[:width], width)
            except UserError:
                continue
            nodes = self._equal(form, other, 1 << width)
            if nodes is not None:
                chosen = _Adders(self.tree, partial(self._node, nodes), self.rows)
                self.rows.instead |= {n: chosen.node(m) for n, m in zip(word[:width], end, strict=False)}
                self.rows.instead |= dict.fromkeys(word[width:] if short else (), 0)
                self.same |= dict(zip(end, word[:width], strict=False))
                return True
        return False

    def _below(self, word: list[int], width: int) -> bool:
        """Whether the value of a word never exceeds these bits."""
        try:
            form = self.forms.of(word, len(word))
        except UserError:
            return False
        return sum(form.values()) < 1 << width  # no coefficient is negative

    def _equal(self, form: Form, other: Form, whole: int) -> dict[int, int] | None:
        """Whether two forms are equal: the RTL's literals for those of the other. A simulation says which literals may
        be equal, the prover whether they are."""
        terms: dict[int, Form] = {literal: {literal: 1} for literal in form}
        for literal in form:
            for inverted, expanded in self.inverted.get(literal, ()):
                terms.setdefault(inverted, expanded)
        parts = {literal for expanded in terms.values() for literal in expanded}
        named = {str(literal): literal for literal in (*terms, *parts, *other)}
        seen = {named[n]: v for n, v in simulated(self.graph.alone(named), SURE).items()}
        ones = (1 << SURE) - 1

        def plain(literal: int) -> int:
            """What a literal is called: the same for equal and opposite ones."""
            value = seen[literal]
            return ones ^ value if value & 1 else value

        first = {0: FALSE}  # the RTL's literal by that name
        for literal in (*form, *terms, *parts):
            first.setdefault(plain(literal), literal ^ (seen[literal] & 1))
        pairs = {}
        sums: list[defaultdict[int, int]] = [defaultdict(int), defaultdict(int)]
        for total, one in zip(sums, (form, other), strict=True):
            for literal, c in one.items():
                if plain(literal) not in first:
                    return None
                pairs[literal] = first[plain(literal)] ^ (seen[literal] & 1)
                whose = terms.get(pairs[literal]) or terms.get(pairs[literal] ^ 1, {literal: 1})
                inverse = pairs[literal] not in terms and pairs[literal] ^ 1 in terms
                total[ones] += c if inverse else 0
                for part, d in whose.items():
                    d = -c * d if inverse else c * d
                    total[ones if part == TRUE else plain(part)] += -d if seen[part] & 1 and part != TRUE else d
                    total[ones] += d if seen[part] & 1 and part != TRUE else 0
                    pairs.setdefault(part, first[plain(part)] ^ (seen[part] & 1))
        if len({tuple(sorted((n, c % whole) for n, c in total.items() if c % whole)) for total in sums}) > 1:
            return None
        unlike = {str(a): self.graph.xor(a, b) for a, b in pairs.items() if a != b}
        return pairs if abc.constant(self.graph.alone(unlike), SECONDS) else None

    def _node(self, pairs: dict[int, int], n: int) -> int:
        """The RTL's node for an operand of the tree."""
        literal = self.other.get(n, FALSE)
        return self._known(pairs.get(literal, literal))

    def _known(self, literal: int) -> int:
        if literal > TRUE and literal not in self.known:  # nodes 0 and 1 are the constants
            if literal in self.recipe:
                self.known[literal] = self.rows.gate("AND", *(self._known(part) for part in self.recipe[literal]))
            else:
                other = self._known(literal ^ 1)
                self.known[literal] = self.rows.gate("NOT", other, other)
        return self.known.get(literal, literal)


class _Rows:
    """The RTL's gates, and what is added to them."""

    def __init__(self, netlist: Netlist) -> None:
        self.before, self.nodes = netlist, netlist.nodes
        self.added: list[tuple[int, int, int, int, int]] = []
        self.instead: dict[int, int] = {}  # for each result of a sum the node that it becomes
        self._made: dict[tuple[str, int, int], int] = {}

    def gate(self, kind: str, a: int, b: int) -> int:
        key = (kind, min(a, b), max(a, b))
        if key not in self._made:
            self.added.append((KINDS.index(kind), a, b, a, self.nodes))
            self._made[key] = self.nodes
            self.nodes += 1
        return self._made[key]

    def netlist(self) -> Netlist:
        """All of them, in the order in which they are computed."""

        def of(n: int) -> int:
            return self.instead.get(n, n)

        rows = [(kind, of(a), of(b), of(s), y) for kind, a, b, s, y in (*self.before.gates.tolist(), *self.added)]
        level = levels({y: (kind, [a, b, s]) for kind, a, b, s, y in rows}, self.nodes, "a sum")
        rows.sort(key=lambda row: level[row[4]])
        flops = [(of(d), q) for d, q in self.before.flops.tolist()]
        ports = {name: [of(n) for n in nodes] for name, nodes in self.before.ports.items()}
        wires = {name: of(n) for name, n in self.before.wires.items()}
        return replace(self.before, nodes=self.nodes, gates=np.array(rows, np.int32).reshape(-1, 5), held=0,
                       flops=np.array(flops, np.int32).reshape(-1, 2), ports=ports, wires=wires)  # fmt: skip


class _Adders:
    """Boxes as gates that are added to the RTL."""

    def __init__(self, side: Side, of: Callable[[int], int], rows: _Rows) -> None:
        """`of`: the RTL's node for an operand."""
        self.operand, self.rows = of, rows
        self.box = {n: box for box in side.boxes for n in box.outputs}
        self.made: dict[int, int] = {}

    def node(self, n: int) -> int:
        """The RTL's node for a node of the boxes."""
        if n not in self.box:
            return self.operand(n)
        if n not in self.made:
            self._lower(self.box[n])
        return self.made[n]

    def _lower(self, box: Box) -> None:
        if box.kind == "fa":
            for a, b, c, x, y in zip(*(box.pins[pin] for pin in "ABCXY"), strict=True):
                self.made[y], self.made[x] = self._full(self.node(a), self.node(b), self.node(c))
            return
        width = len(box.pins["Y"])
        a, b = ([self.node(w[min(i, len(w) - 1)]) if i < len(w) or box.signed else 0 for i in range(width)]
                for w in (box.pins["A"], box.pins["B"]))  # fmt: skip
        if box.kind == "mul":
            total = [0] * width
            for i in range(width):
                row = [self.rows.gate("AND", n, b[i]) if b[i] else 0 for n in a[: width - i]]
                total[i:] = self._sum(total[i:], row, 0)
        elif box.kind == "alu":
            invert = self.node(box.pins["BI"][0])
            total = self._sum(a, self._inverse(b) if invert else b, self.node(box.pins["CI"][0]))
        else:
            total = self._sum(a, self._inverse(b), 1) if box.kind == "sub" else self._sum(a, b, 0)
        self.made |= dict(zip(box.pins["Y"], total, strict=True))

    def _inverse(self, word: list[int]) -> list[int]:
        return [self.rows.gate("NOT", n, n) for n in word]

    def _sum(self, a: list[int], b: list[int], carry: int) -> list[int]:
        found = []
        for n, m in zip(a, b, strict=True):
            one, carry = self._full(n, m, carry)
            found.append(one)
        return found

    def _full(self, a: int, b: int, c: int) -> tuple[int, int]:
        """Sum and carry."""
        gate = self.rows.gate
        either = gate("XOR", a, b)
        return gate("XOR", either, c), gate("OR", gate("AND", a, b), gate("AND", either, c))
