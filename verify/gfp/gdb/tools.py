# SPDX-License-Identifier: Apache-2.0
"""What the debugger's tests share: a client of the protocol in this process, `ev run --gdb`, and GDB on a script."""

import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from evariste import machines
from evariste.build import cc
from evariste.paths import ROOT
from evariste.sim import UNBOUNDED, Machine
from verify.gfp.sim.tools import prepare

HERE = Path(__file__).parent
ENGINES = ("iss", "rtl", "lockstep")
EV_RUN = [sys.executable, "-m", "evariste", "run"]
GDB = ["gdb-multiarch", "-nx", "-batch", "-ex", "set confirm off", "-ex", "set width 0", "-ex", "set height 0"]


@cache
def program() -> Path:
    return cc.compile([HERE / "programs" / "debugged.c"], opt="-Og")


@cache
def symbols() -> dict[str, int]:
    listed = subprocess.run(["arm-none-eabi-nm", program()], capture_output=True, text=True, check=True).stdout
    return {name: int(address, 16) for address, _, name in map(str.split, listed.splitlines())}


def packet(body: bytes) -> bytes:
    return b"$" + body + b"#%02x" % (sum(body) & 0xFF)


def bodies(stream: bytes) -> list[str]:
    """The bodies of the packets in a stream, escapes resolved; every checksum must be right."""
    found = []
    for body, checksum in re.findall(rb"\$([^#]*)#(..)", stream):
        assert sum(body) & 0xFF == int(checksum, 16), stream
        found.append(re.sub(rb"}(.)", lambda m: bytes([m[1][0] ^ 0x20]), body, flags=re.DOTALL).decode("latin-1"))
    return found


class Client:
    """A debugger in this process, connected to a machine with a loaded program."""

    def __init__(
        self,
        engine: str = "iss",
        *,
        arguments: tuple[str, ...] = (),
        elf: Path | None = None,
        configuration: str = machines.default().configuration,
    ):
        self.machine, self.printed = Machine(engine=engine, configuration=configuration), bytearray()
        self.machine.load(elf or program())
        self.machine.host(args=arguments, stdout=self.printed.extend)
        self.server = self.machine.debugger()

    def raw(self, content: bytes) -> bytes:
        """Send these bytes; what comes back at once."""
        assert self.server.receive(content)
        return self.server.take()

    def ask(self, body: str | bytes) -> str:
        """The answer to one packet, which is acknowledged first."""
        answer = self.raw(packet(body if isinstance(body, bytes) else body.encode()))
        assert answer.startswith(b"+"), answer
        (reply,) = bodies(answer)
        return reply

    def go(self, body: str = "vCont;c", seconds: float = 3) -> str:
        """Resume with this packet; the stop reply. What the machine says in words on the way is in `said`."""
        at_once = bodies(self.raw(packet(body.encode())))
        if not at_once:
            assert self.server.state() == "running"
            self.server.run(UNBOUNDED, seconds)
            self.machine.pass_output()
            at_once = bodies(self.server.take())
        *words, reply = at_once
        self.said = "".join(bytes.fromhex(word[1:]).decode() for word in words)
        return reply

    def pc(self) -> int:
        return self.machine.regs[15]

    def word(self, address: int) -> int:
        return int.from_bytes(bytes.fromhex(self.ask(f"m{address:x},4")), "little")


class Run:
    """`ev run --gdb` on a port of its own choosing, in a process of its own."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process, self.port = process, port

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=20)

    def end(self) -> tuple[int, str, str]:
        """Wait for it: status, standard output, standard error behind the invitation."""
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, err

    def waits(self) -> None:
        """Until it invites a debugger, which it does once for each connection."""
        line = self.process.stderr.readline()
        found = re.search(r"target remote :(\d+)$", line.strip())
        assert found, line
        self.port = int(found[1])


@contextmanager
def running(*arguments: str, options: tuple[str, ...] = (), elf: Path | None = None) -> Iterator[Run]:
    command = [*EV_RUN, str(elf or program()), "--gdb", "0", *options, "--", *arguments]
    prepare(*options)
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        run = Run(process, 0)
        try:
            run.waits()
            yield run
        finally:
            process.kill()


def gdb(run: Run, *commands: str, elf: Path | None = None, remote: str = "remote") -> str:
    """What GDB prints when it runs these commands after connecting."""
    script = [f"target {remote} 127.0.0.1:{run.port}", *commands]
    executed = [argument for command in script for argument in ("-ex", command)]
    done = subprocess.run(
        [*GDB, *executed, str(elf or program())], capture_output=True, text=True, timeout=120, cwd="/"
    )
    return done.stdout + done.stderr
