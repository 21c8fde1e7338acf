# SPDX-License-Identifier: Apache-2.0
"""Random C programs of integers: they print checksums, and mean the same on every machine."""

from collections.abc import Sequence
from random import Random

TYPES = ("uint32_t", "int32_t", "uint16_t", "int16_t", "uint8_t", "int8_t", "uint64_t", "int64_t")
HEAD = """\
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t checksum = 1;
static void note(uint64_t value) {
    checksum = (checksum << 5 | checksum >> 27) ^ (uint32_t)value ^ (uint32_t)(value >> 32) * 31u;
}
static uint32_t data[16] = {1, 2, 3, 5, 8, 13, 21, 34, 0x80000000u, 0xFFFFFFFFu, 7, 0, 9, 1000, 77, 12345};
static int16_t halves[16];
static uint8_t bytes[16];
static __attribute__((noinline)) uint32_t fill(uint32_t *a, uint32_t n, uint32_t x) {
    for (uint32_t i = 0; i < n; i++) a[i] = x += 2654435761u;
    return x;
}
"""
ARRAYS = """\
static volatile uint32_t few = 8;  // rounds of a loop, which no compiler knows
static uint32_t words[40];
static struct {
    uint32_t n, a[24];
    uint8_t b[8];
} one;
"""
MAIN = """
int main(void) {{
{}
    printf("%08lx\\n", (unsigned long)checksum);
    return 0;
}}
"""
OPERATORS = ("+", "-", "*", "&", "|", "^")


class Writer:
    """One program. No expression has an undefined meaning: sums are of unsigned numbers, divisors are odd."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.functions = 0

    def program(self) -> str:
        bodies = [self.function(i) for i in range(self.rng.randint(3, 6))]
        calls = "\n".join(
            f"    for (uint32_t i = 0; i < 6; i++) note((uint64_t)f{k}(i * 977u, data[i], (uint16_t)(i * 3u)));"
            for k in range(len(bodies))
        )
        calls += "\n    for (uint32_t i = 0; i < 2; i++) note(frame(i));"
        calls += "\n    for (int i = 0; i < 16; i++) note(data[i]), note((uint64_t)halves[i]), note(bytes[i]);"
        return HEAD + "\n".join(bodies) + self.frame() + MAIN.format(calls)

    def frame(self) -> str:
        """A function with arrays in its frame, some of them used on one way only."""
        rng = self.rng
        sizes = {f"l{i}": rng.choice((3, 20, rng.randint(100, 600))) for i in range(rng.randint(3, 6))}
        lines = [f"    uint32_t {', '.join(f'{name}[{size}]' for name, size in sizes.items())}, x = a;"]
        for name, size in rng.sample([*sizes.items()], len(sizes)):
            if rng.random() < 0.3:
                lines.append(f"    if (a) x = fill({name}, {size}, x) ^ {name}[{rng.randrange(size)}];")
                lines.append(f"    else {name}[{size - 1}] = {name}[0] = x;")
                sizes[name] = 1
            else:
                lines.append(f"    x = fill({name}, {size}, x);")
        for name, size in rng.choices([*sizes.items()], k=8):
            some, (other, places) = rng.randrange(size), rng.choice([*sizes.items()])
            start = rng.randrange(places)
            lines.append(f"    for (uint32_t i = {start}; i < {min(places, start + 9)}; i++)"
                         f" x = 31 * x + ({other}[i] ^ {name}[{some}]);")  # fmt: skip
        body = "\n".join(lines)
        return f"\nstatic __attribute__((noinline)) uint32_t frame(uint32_t a) {{\n{body}\n    return x;\n}}\n"

    def function(self, number: int) -> str:
        result = self.rng.choice(TYPES)
        self.names = {"a": "uint32_t", "b": "uint32_t", "c": "uint16_t"}
        self.number = number
        body = self.block(3, 1)
        value = self.expression(3)
        qualifier = self.rng.choice(("static ", "", "static __attribute__((noinline)) ", "__attribute__((noinline)) "))
        declared = f"{qualifier}{result} f{number}(uint32_t a, uint32_t b, uint16_t c)"
        prototype = "" if qualifier.startswith("static") else f"{declared};\n"
        return f"{prototype}{declared} {{\n{body}    return ({result})({value});\n}}\n"

    def block(self, depth: int, indent: int) -> str:
        lines = []
        kept = dict(self.names)
        for _ in range(self.rng.randint(2, 5)):
            lines.append(self.statement(depth, indent))
        self.names = kept if indent > 1 else self.names
        return "".join(lines)

    def statement(self, depth: int, indent: int) -> str:
        pad, rng = "    " * indent, self.rng
        kind = rng.randrange(10)
        if kind < 3 or depth == 0:
            name, which = f"v{len(self.names)}_{indent}", rng.choice(TYPES)
            text = f"{pad}{which} {name} = ({which})({self.expression(3)});\n"
            self.names[name] = which
            return text
        if kind < 5:
            name = rng.choice([*self.names])
            return f"{pad}{name} = ({self.names[name]})({self.expression(3)});\n"
        if kind == 5:
            array = rng.choice(("data", "halves", "bytes"))
            place = f"{array}[({self.expression(2)}) & 15]"
            return f"{pad}{place} {rng.choice(('', '^', '|'))}= (uint32_t){self.expression(2)};\n"
        if kind == 6:
            counter = f"i{indent}"
            self.names[counter] = "uint32_t"
            body = self.block(depth - 1, indent + 1)
            del self.names[counter]
            body = "\n".join(line for line in body.splitlines() if not line.strip().startswith(f"{counter} =")) + "\n"
            first = rng.choice((0, 0, 0x2000, 0xFF000))  # a number whose lower bits are 0 has an operation of its own
            head = f"for (uint32_t {counter} = {first}; {counter} < {first + rng.randint(1, 9)}; {counter}++)"
            return f"{pad}{head} {{\n{body}{pad}}}\n"
        if kind == 7:
            return f"{pad}note((uint64_t)({self.expression(2)}));\n"
        condition = f"({self.expression(2)}) {rng.choice(('<', '>', '==', '!=', '<=', '>='))} ({self.expression(2)})"
        text = f"{pad}if ({condition}) {{\n{self.block(depth - 1, indent + 1)}{pad}}}"
        if kind == 9:
            text += f" else {{\n{self.block(depth - 1, indent + 1)}{pad}}}"
        return f"{text}\n"

    def expression(self, depth: int) -> str:
        rng = self.rng
        if depth == 0 or rng.random() < 0.15:
            if rng.random() < 0.3:
                return f"{rng.choice((0, 1, 3, 255, 0x4000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, rng.getrandbits(32)))}u"
            if rng.random() < 0.2:
                return f"{rng.choice(('data', 'halves', 'bytes'))}[{rng.randrange(16)}]"
            return rng.choice([*self.names])
        one, other = self.expression(depth - 1), self.expression(depth - 1)
        wide = rng.choice(("uint32_t", "uint32_t", "uint64_t"))
        bits = 31 if wide == "uint32_t" else 63
        kind = rng.randrange(12)
        if kind < 6:
            return f"(({wide})({one}) {rng.choice(OPERATORS)} ({wide})({other}))"
        if kind == 6:
            return f"(({wide})({one}) << (({other}) & {bits}))"
        if kind == 7:
            signed = rng.random() < 0.5
            return f"(({'int32_t' if signed else wide})({one}) >> (({other}) & 31))"
        if kind == 8:
            return f"(({wide})({one}) {rng.choice('/%')} (({wide})({other}) | 1u))"
        if kind == 9:
            return f"((({one}) {rng.choice(('<', '==', '>='))} ({other})) ? ({wide})({one}) : ({wide})({other}))"
        if kind == 10 and self.number > 0:
            return f"(uint32_t)f{rng.randrange(self.number)}((uint32_t)({one}), (uint32_t)({other}), 5)"
        return f"(uint32_t)({rng.choice(('int8_t', 'int16_t', 'uint8_t', 'int32_t'))})({one})"


class Pointers:
    """A function whose pointers may be to one array or to another: to those of its frame, to constant places of global
    ones, to what it is given. From each there are ROOM words to the end of the array; a pointer goes on by less. In
    some functions nobody else learns the addresses of the frame's arrays.
    """

    ROOM = 12
    NAMES = "p", "q", "r"
    FILL = "for (uint32_t i = 0; i < {1}; i++) {0}[i] = x += 2654435761u;"

    def __init__(self, rng: Random, number: int) -> None:
        self.rng, self.number = rng, number
        self.private = rng.random() < 0.6

    def function(self) -> str:
        rng = self.rng
        qualifier = rng.choice(("static", "static __attribute__((noinline))"))
        fill = self.FILL if self.private else "x = fill({0}, {1}, x);"
        lines = ["uint32_t near[24], far[30], x = a;", fill.format("near", 24), fill.format("far", 30),
                 *(f"uint32_t *{name} = {self.place()};" for name in self.NAMES)]  # fmt: skip
        if not self.private:
            lines.append(f"uint32_t *kept[3] = {{{', '.join(self.place() for _ in range(3))}}};")
        for _ in range(rng.randint(3, 6)):
            lines += rng.choice((self.loop, self.fork, self.fork, lambda: [self.statement()]))()
        seen = " ^ ".join(f"{name}[{rng.randrange(8)}]" for name in (*self.NAMES, "near", "far"))
        body = "\n".join(f"    {line}" for line in (*lines, f"return x ^ {seen};"))
        return f"\n{qualifier} uint32_t p{self.number}(uint32_t *given, uint32_t a) {{\n{body}\n}}\n"

    def place(self, deep: int = 1) -> str:
        """Where a pointer may be to."""
        rng = self.rng
        if deep and rng.random() < 0.5:
            return f"((x >> {rng.randrange(9)}) & 1 ? {self.place(0)} : {self.place(0)})"
        array, words = rng.choice((("near", 24), ("far", 30), ("words", 40), ("one.a", 24), ("given", self.ROOM)))
        if array != "given" and rng.random() < 0.2:
            return f"&{array}[x & 7]"
        return f"({array} + {rng.randrange(words - self.ROOM + 1)})"

    def loop(self) -> list[str]:
        """A loop over words side by side, a long one, or a short one in which a pointer goes on. Others may become
        another. Behind it each is at a place again.
        """
        rng, moves = self.rng, self.rng.choice(self.NAMES)
        kind = rng.choice(("beside", "beside", "long", "short"))
        rounds = {"beside": ("8", "few", "few - x % 3"), "long": ("30", "a", "x % 40"), "short": ("3", "few / 2")}
        places = ("i", "i", "i", "2") if kind == "beside" else ("i & 7", "5")
        lines = [f"for (uint32_t i = 0, n = {rng.choice(rounds[kind])}; i < n; i++) {{"]
        lines += [f"    {self.statement('i', places)}" for _ in range(rng.randint(1, 4))]
        if rng.random() < 0.2:
            to, other = rng.sample(self.NAMES, 2)
            lines.append(f"    if (x & {1 << rng.randrange(6)}) {to} = {other if to != moves else self.place(0)};")
        if kind == "short":
            lines.append(f"    {moves}++;" if rng.random() < 0.7 else f"    {moves} += (x >> 4) & 1;")
        return [*lines, "}", *(f"{name} = {self.place()};" for name in self.NAMES)]

    def fork(self) -> list[str]:
        """Ways on which a pointer becomes another one, which calls keep apart. Then a loop goes through what it is to
        and through an array side by side.
        """
        rng, name = self.rng, self.rng.choice(self.NAMES)
        array, start = rng.choice(("near", "far", "words", "one.a")), rng.randrange(10)
        ways = []
        for way in range(rng.randint(2, 3)):  # words of one round are those of the next one, or are far from them
            place = f"({array} + {start + rng.randint(0, 2)})" if rng.random() < 0.4 else self.place(0)
            ways.append(f"    case {way}: x = fill(words, 1, x); {name} = {place}; break;")
        reached = [f"{name}[i]", f"{array}[i + {start}]"]
        rng.shuffle(reached)
        there, here = reached
        body = rng.choice((f"x = x * 3 + {there}; {here} = x;", f"{here} = {there} * 5 + i;", f"{here} ^= {there} + x;",
                           f"{{ uint32_t v = {there}; x = x * 3 + (v ^ i); {here} = (v + x) * 5; }}"))  # fmt: skip
        rounds = rng.choice(("8", "few", "few", "few - x % 3"))
        return [f"switch (a & {rng.choice((1, 3))}) {{", *ways, "}",
                f"for (uint32_t i = 0, n = {rounds}; i < n; i++) {{", f"    {body}", "}"]  # fmt: skip

    def word(self, counter: str, places: Sequence[str]) -> str:
        """Something in memory."""
        rng = self.rng
        index = rng.choice((*places, f"{rng.randrange(8)}", f"(x >> {rng.randrange(20)}) & 7"))
        kind = rng.randrange(9)
        if kind < 4 or (kind == 4 and self.private):
            return f"{rng.choice(self.NAMES)}[{index}]"
        if kind == 4:
            return f"kept[{rng.choice(('0', '1', '2', f'{counter} % 3u'))}][{index}]"
        if kind == 5:
            return rng.choice(("one.n", f"one.b[{index}]"))
        if kind == 6:
            return f"((uint8_t *){rng.choice(self.NAMES)})[{rng.choice((index, str(rng.randrange(32))))}]"
        return f"{rng.choice(('near', 'far', 'words', 'one.a'))}[{index}]"

    def statement(self, counter: str = "a", places: Sequence[str] = ("a & 7",)) -> str:
        rng, word = self.rng, self.word(counter, places)
        kind = rng.randrange(10)
        if kind < 3:
            return f"x = (x << 3 | x >> 29) ^ {word};"
        if kind < 6:
            return f"{word} {rng.choice(('', '+', '^'))}= x + {counter};"
        if kind == 6:
            return f"{word} = {self.word(counter, places)};"
        if kind == 7:
            return f"memmove({rng.choice(self.NAMES)}, {rng.choice(self.NAMES)} + {rng.randrange(4)}, 8);"
        if kind == 8 and not self.private:
            return f"x = fill({rng.choice(self.NAMES)}, {rng.randint(1, 3)}, x);"
        return f"if (x & {1 << rng.randrange(8)}) {word} = x;"


def pointing(seed: int, functions: int = 8) -> str:
    """A program of such functions."""
    rng = Random(seed)
    bodies = [Pointers(rng, i).function() for i in range(functions)]
    calls = [f"    for (uint32_t i = 0; i < 9; i++) note(p{i}(words + i, 7 * i)), note(p{i}(one.a + i, i));"
             for i in range(functions)]  # fmt: skip
    seen = ("    for (int i = 0; i < 24; i++) note(words[i]), note(words[i + 16]), note(one.a[i]);",
            "    for (int i = 0; i < 8; i++) note(one.n), note(one.b[i]);")
    return HEAD + ARRAYS + "".join(bodies) + MAIN.format("\n".join((*calls, *seen)))
