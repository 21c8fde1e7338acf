# SPDX-License-Identifier: Apache-2.0
"""Random C programs of integers: they print checksums, and mean the same on every machine."""

from random import Random

TYPES = ("uint32_t", "int32_t", "uint16_t", "int16_t", "uint8_t", "int8_t", "uint64_t", "int64_t")
HEAD = """\
#include <stdint.h>
#include <stdio.h>

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
        return (HEAD + "\n".join(bodies) + self.frame() + "\nint main(void) {\n" + calls +
                '\n    for (int i = 0; i < 16; i++) note(data[i]), note((uint64_t)halves[i]), note(bytes[i]);\n'
                '    printf("%08lx\\n", (unsigned long)checksum);\n    return 0;\n}\n')  # fmt: skip

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
