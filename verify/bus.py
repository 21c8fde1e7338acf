# SPDX-License-Identifier: Apache-2.0
"""An accelerator behind the port for commands, as gates, and a memory that may answer with a bus error, or let a
request wait: for tests of what a system in simulation cannot do.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import repeat
from random import Random

from evariste.paths import ROOT
from evariste.verification import blocks, proof, random_commands
from evariste.verification.aig import Aig, bits, read_state
from evariste.verification.blocks import Block, Ports, fields
from evariste.verification.random_commands import INDEX, PORT, RAM, READ, STATUS, WAIT, WRITE, Request, command

PATIENCE = 3000  # cycles
__all__ = ["INDEX", "RAM", "READ", "STATUS", "WAIT", "WRITE", "Accelerator", "Request", "command"]
REQ, RSP = fields("port_req_t", PORT), fields("port_rsp_t", PORT)
MEM_REQ, MEM_RSP = fields("memory_req_t", PORT), fields("memory_rsp_t", PORT)


@cache
def graph(top: str, folders: tuple[str, ...], packages: tuple[str, ...], parameters: tuple[tuple[str, int], ...]
          ) -> tuple[Aig, dict[str, str]]:  # fmt: skip
    """One cycle of the accelerator, and its state."""
    files = [*(ROOT / path for path in packages), *proof.sources(*folders)]
    passes = ("proc", "flatten", "opt_clean", "async2sync", *blocks.TO_GRAPH[:3])
    return read_state(proof.graph(top, dict.fromkeys(files), dict(parameters), passes=passes,
                                  to_graph=blocks.TO_GRAPH[3:]))  # fmt: skip


def sometimes(chance: float) -> Iterator[bool]:
    """For each cycle, whether memory takes a request."""
    rng = Random(f"grants {chance}")
    while True:
        yield rng.random() < chance


@dataclass
class Accelerator:
    """`memory`: words by address. `wrong`: addresses that answer with an error. `written`: every word that was.
    `grants`: for each cycle, whether memory takes a request.
    """

    block: Block
    memory: dict[int, int]
    wrong: set[int] = field(default_factory=set)
    written: list[tuple[int, int]] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)
    grants: Iterator[bool] = field(default_factory=lambda: repeat(True))

    def __post_init__(self) -> None:
        block = self.block
        self.graph, self.names = graph(block.top, block.folders, block.packages, tuple(block.parameters.items()))
        self.state = dict.fromkeys(self.names, 0)
        self.answer: tuple[int, int] | None = None
        self.granted = True
        self.reset()

    def reset(self) -> None:
        """One cycle of it."""
        self._after(self._value(0, 0))
        self.answer = None

    def cycle(self, request: Request | None = None) -> Ports:
        """The answers of a cycle."""
        kind, op, data = request or (0, 0, 0)
        values = {"valid": int(request is not None), "kind": kind, "op": op, "data": data}
        self.granted = next(self.grants)
        value = self._value(1, random_commands.Drive.packed(REQ, values))
        asked, we, address, data = (self._of(value, "mem_o", MEM_REQ, name) for name in ("req", "we", "addr", "wdata"))
        self.answer = None
        if asked and self.granted:
            error = int(address in self.wrong)
            self.asked.append(address)
            if we and not error:
                self.memory[address] = data
                self.written.append((address, data))
            self.answer = self.memory.get(address, 0), error
        self._after(value)
        return Ports(value)

    def of(self, name: str) -> int:
        """An answer at the port in the present state."""
        return self._of(self._value(1, 0), "port_o", RSP, name)

    def do(self, *requests: Request) -> None:
        """Requests, each as soon as it may come."""
        for request in requests:
            for _ in range(PATIENCE):
                kind, op, _ = request
                waits = kind == WRITE and op not in (9, 10)
                if (self.of("idle") if waits else self.of("room")) or kind == READ:
                    break
                self.cycle()
            else:
                raise AssertionError("the accelerator takes no request")
            self.cycle(request)

    def wait(self) -> int:
        """Until it rests or has failed; STATUS then."""
        for _ in range(PATIENCE):
            if self.of("idle") or self.of("failed"):
                return self.read(WAIT)
            self.cycle()
        raise AssertionError("the accelerator does not end")

    def rest(self) -> None:
        """Until nothing is left."""
        for _ in range(PATIENCE):
            if self.of("idle"):
                return
            self.cycle()
        raise AssertionError("the accelerator does not end")

    def read(self, register: int) -> int:
        value = self.cycle((READ, register, 0)).value
        return self._of(value, "port_o", RSP, "data")

    def _value(self, running: int, port: int) -> dict[str, int]:
        word, error = self.answer or (0, 0)
        mem = random_commands.Drive.packed(MEM_RSP, {"gnt": int(self.granted), "rdata": word, "err": error})
        widths = {"mem_i": 34, "port_i": sum(width for _, width in REQ.values())}
        given = bits("mem_i", mem, widths["mem_i"]) | bits("port_i", port, widths["port_i"])
        return self.graph.value(self.state | given | {"rst_ni": running})

    def _after(self, value: dict[str, int]) -> None:
        self.state = {name: value[after] for name, after in self.names.items()}

    @staticmethod
    def _of(value: dict[str, int], port: str, places: dict[str, tuple[int, int]], name: str) -> int:
        low, width = places[name]
        return sum((value[f"{port}[{low + i}]"] & 1) << i for i in range(width))
