# SPDX-License-Identifier: Apache-2.0
"""Random commands for an accelerator behind the port of rtl/command/command_pkg.sv, and the memory at its other port.

The core keeps to the rules of the port, reads registers in between, and makes mistakes, which it clears. RAM grants
requests at random, and answers the granted ones in the next cycle; sometimes with an error.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from evariste.isa.model import Machine
from evariste.paths import ROOT
from evariste.verification.aig import Builder
from evariste.verification.blocks import Block, Ports, fields

PORT = (ROOT / "rtl/command/command_pkg.sv").read_text().replace("kind_e       kind", "logic [1:0] kind")
COMMAND, WRITE, READ = range(3)  # of kind_e
OPERATION = (1 << 25) - 1  # the bits of a command's word that the port has
STATUS, WAIT, INDEX, FLAG = 0, 4, 9, 10  # registers of every accelerator
QUEUED = INDEX, FLAG  # a write of them takes its place among the commands
RAM, RAM_SIZE = 0x80000000, 0x100000  # in bytes
RAM_WORDS = RAM_SIZE // 4
MOST = RAM_WORDS // 2  # words of all tables
LONG = 1200  # cycles of a round with long commands

Request = tuple[int, int, int]  # kind, op, data
Next = Callable[[Random], Request]


class Places:
    """Where slots and tables are: at the begin of RAM, somewhere, or at an edge, which a slot or a table then touches
    or lies across. An edge is where a carry of a sum of addresses ends, or the end of RAM, which they cross only with
    `beyond`. `slots`: words of all slots. `used`: those of slots that commands name. `entry`: words of an entry. A
    table has 1 to 3 entries, or 4 to 64 if `long`. `most`: tables that a command can name.
    """

    def __init__(self, rng: Random, long: bool, beyond: bool, slots: int, used: Sequence[int], entry: int,
                 most: Sequence[int]) -> None:  # fmt: skip
        self.rng, self.beyond, self.used = rng, beyond, used
        self.entries = rng.choice((rng.randrange(4, 65), 64)) if long else rng.randrange(1, 4)
        self.size = self.entries * entry  # words of a table
        self.tables = min(MOST // self.size, rng.choice(most))
        self.all = self.tables * self.size
        self.slots = self._somewhere(slots, used)

    def _somewhere(self, words: int, used: Sequence[int]) -> int:
        rng, last = self.rng, RAM_WORDS - 1 - max(used)  # the last word that is used is RAM's
        within = RAM_WORDS - (1 << rng.randrange(10, RAM_WORDS.bit_length() - 1))
        edge = rng.choice((within, 0, RAM_WORDS, RAM_WORDS) if self.beyond else (within, RAM_WORDS))
        at_edge = edge - rng.choice(used) - rng.randrange(2)
        place = rng.choice((0, rng.randrange(RAM_WORDS - words), at_edge, at_edge))
        return RAM + 4 * (place if self.beyond else min(max(place, 0), last))

    def table(self) -> int:
        """Where the first table is: with the first slot; it or a later one begins or ends at a word that is used; or
        elsewhere.
        """
        rng = self.rng
        among = self.slots + 4 * rng.choice(self.used)
        ends = among - 4 * self.size * rng.choice((1, rng.randrange(1, self.tables + 1)))
        elsewhere = self._somewhere(self.all, range(self.all))
        return rng.choice((self.slots, among, ends if ends >= RAM else among, elsewhere))


    def queued(self) -> Request:
        """A write that takes its place among the commands: of an entry, or of a flag."""
        rng, register = self.rng, self.rng.choice(QUEUED)
        return WRITE, register, rng.randrange(self.entries + self.beyond) if register == INDEX else rng.getrandbits(2)


def block(top: str, folders: Sequence[str], packages: Sequence[str], parameters: Mapping[str, int]) -> Block:
    """An accelerator whose port is used as its rules allow, from reset on."""
    return Block(top, tuple(folders), tuple(packages), dict(parameters), from_reset=True, counted=COUNTED,
                 allowed=allowed)  # fmt: skip


def command(isa: Machine, name: str, **operands: int) -> Request:
    """A command, as a request at the port."""
    return COMMAND, int.from_bytes(isa.encode(name, **operands), "little") & OPERATION, 0


def chosen(rng: Random, names: Sequence[str]) -> Sequence[str]:
    """The commands of a round: all, or few that then meet more often (Groce and others: Swarm testing, 2012)."""
    return names if rng.random() < 0.5 else rng.sample(names, 4)


def _counted() -> dict[str, tuple[str, ...]]:
    def port(port: str, kind: str, field: str) -> tuple[str, ...]:
        low, width = fields(kind, PORT)[field]
        return tuple(f"{port}[{low + i}]" for i in range(width))

    asked, stores = port("mem_o", "memory_req_t", "req"), port("mem_o", "memory_req_t", "we")
    reads = *port("port_i", "port_req_t", "valid"), port("port_i", "port_req_t", "kind")[1]  # alone has bit 1 of kind_e
    return (
        dict.fromkeys((*stores, *port("mem_o", "memory_req_t", "addr")), asked)
        | dict.fromkeys(port("mem_o", "memory_req_t", "wdata"), (*asked, *stores))
        | dict.fromkeys(port("port_o", "port_rsp_t", "data"), reads)
    )


def allowed(built: Builder, given: Mapping[str, int], answers: Mapping[str, int]) -> dict[str, int]:
    """The inputs of the port with a request that is valid only if its sender has seen that it may be."""
    request, answer = fields("port_req_t", PORT), fields("port_rsp_t", PORT)

    def asks(name: str, value: int, width: int) -> int:
        low = request[name][0]
        return built.every(given[f"port_i[{low + i}]"] ^ (value >> i & 1) ^ 1 for i in range(width))

    command, write, read = (asks("kind", kind, 2) for kind in (COMMAND, WRITE, READ))
    room, idle, failed = (answers[f"port_o[{answer[name][0]}]"] for name in ("room", "idle", "failed"))
    takes_its_place = built.some(asks("op", number, 4) for number in QUEUED)
    waits = built.land(asks("op", WAIT, 4), built.lor(idle, failed) ^ 1)
    may = built.some([built.land(command, room), built.land(write, built.mux(idle, room, takes_its_place)),
                      built.land(read, waits ^ 1)])  # fmt: skip
    valid = f"port_i[{request['valid'][0]}]"
    return {valid: built.land(given[valid], may)}


# The outputs that count only while others, or inputs, are 1.
COUNTED = _counted()


class Drive:
    """`begin`: what the core does first, and after an error. `then`: any of what follows. `memory`: words by address;
    others are random. `queued`, `readable`: registers. `strange`: some requests differ from those by little. `cycles`:
    of a round, 0 if the block says how long it is.
    """

    def __init__(self, rng: Random, begin: list[Request], then: Next, memory: dict[int, int],
                 strange: bool, cycles: int = 0) -> None:  # fmt: skip
        self.rng, self.begin, self.then = rng, begin, then
        self.memory, self.strange, self.cycles = memory, strange, cycles
        self.req, self.rsp = fields("port_req_t", PORT), fields("port_rsp_t", PORT)
        self.mem_req, self.mem_rsp = fields("memory_req_t", PORT), fields("memory_rsp_t", PORT)
        early = rng.randrange(4) if strange and rng.random() < 0.3 else 0  # before a register is written
        self.todo = [*(then(rng) for _ in range(early)), *begin]
        self.answer: tuple[int, int] | None = None  # word, error
        self.hurry = rng.choice((0.9, 0.5, 0.2))
        self.grants = rng.choice((1.0, 0.8, 0.4))
        self.errors = rng.choice((0.0, 0.0, 0.01))
        self.sparse = rng.random() < 0.3

    @staticmethod
    def packed(places: dict[str, tuple[int, int]], values: dict[str, int]) -> int:
        return sum((value & (1 << places[name][1]) - 1) << places[name][0] for name, value in values.items())

    def of(self, answers: Ports, port: str, places: dict[str, tuple[int, int]], name: str) -> int:
        low, width = places[name]
        return answers(port, width, low)

    def word(self) -> int:
        """A word that RAM has at first."""
        rng = self.rng
        if self.sparse:
            return rng.choice((0, 1 << rng.randrange(32)))
        return rng.getrandbits(32) if rng.random() < 0.5 else rng.choice((0, 1, 0xFFFFFFFF))

    def changed(self) -> list[Request]:
        """A request that may be an error. A register that is written is read, at times behind a write of another."""
        rng = self.rng
        kind, op, data = rng.choice((*self.begin, *(self.then(rng) for _ in self.begin), (WRITE, STATUS, 0)))
        if kind == COMMAND:
            return [(kind, rng.choice((op ^ 1 << rng.randrange(25), rng.getrandbits(25))), data)]
        bit = 1 << rng.randrange(32)
        values = rng.getrandbits(32), rng.getrandbits(30) << 2, rng.getrandbits(rng.randrange(1, 12))
        data = rng.choice((0, data ^ bit, bit, *values))
        between = [request for request in rng.sample(self.begin, rng.randrange(2)) if request[0] == WRITE]
        return [(kind, op, data), *between, (READ, op, 0)]

    def ask(self) -> dict[str, int]:
        word, error = self.answer or (self.rng.getrandbits(32), 0)
        self.gnt = int(self.rng.random() < self.grants)
        rsp = self.packed(self.mem_rsp, {"gnt": self.gnt, "rdata": word, "err": error})
        self.inputs = {"rst_ni": 1, "mem_i": rsp, "port_i": 0}
        return self.inputs

    def go(self, answers: Ports) -> dict[str, int]:
        rng = self.rng
        room, idle, failed = (self.of(answers, "port_o", self.rsp, name) for name in ("room", "idle", "failed"))
        self.reads = False
        if failed and idle and not self.todo:
            again = self.begin if rng.random() < 0.7 else ()
            self.todo = [(READ, rng.choice((STATUS, WAIT)), 0), (WRITE, STATUS, 0), *again]
        if self.strange and not self.todo and rng.random() < 0.04:
            self.todo = self.changed()
        if rng.random() < self.hurry or self.todo:
            kind, op, data = self.todo[0] if self.todo else self.then(rng)
            if not self.todo and rng.random() < 0.1:
                kind, op, data = READ, rng.randrange(16), 0
            may = {COMMAND: room, WRITE: room if op in QUEUED else idle, READ: op != WAIT or idle or failed}[kind]
            if may:
                self.reads = kind == READ
                self.todo = self.todo[1:]
                request = {"valid": 1, "kind": kind, "op": op, "data": data}
                self.inputs |= {"port_i": self.packed(self.req, request)}
        asked, we, address = (self.of(answers, "mem_o", self.mem_req, name) for name in ("req", "we", "addr"))
        self.answer = None
        if asked and self.gnt:
            if we:
                self.memory[address] = self.of(answers, "mem_o", self.mem_req, "wdata")
            word = self.memory.setdefault(address, self.word())
            self.answer = word, int(rng.random() < self.errors)
        return self.inputs

    def seen(self, answers: Ports) -> list[tuple[str, int]]:
        def mask(places: dict[str, tuple[int, int]], *names: str) -> int:
            return sum((1 << places[name][1]) - 1 << places[name][0] for name in names)

        found = [("completed_o", 7), ("port_o", mask(self.rsp, "room", "room2", "idle", "failed"))]
        if self.reads:
            found.append(("port_o", mask(self.rsp, "data")))
        names = ["req"]
        if self.of(answers, "mem_o", self.mem_req, "req"):
            names += ["we", "addr"]
            if self.of(answers, "mem_o", self.mem_req, "we"):
                names.append("wdata")
        found.append(("mem_o", mask(self.mem_req, *names)))
        return found
