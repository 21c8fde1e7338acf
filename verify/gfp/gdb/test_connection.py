# SPDX-License-Identifier: Apache-2.0
"""`ev run --gdb`: where it listens, who may connect, what the console does meanwhile, how it ends."""

import contextlib
import socket
import subprocess

import pytest

from evariste.errors import UserError
from evariste.sim import gdb as connection
from verify.gfp.gdb.tools import EV_RUN, ROOT, packet, program, running


def exchange(peer: socket.socket, body: bytes) -> bytes:
    """Send a packet and take what comes up to the end of the answer."""
    peer.sendall(packet(body))
    received = b""
    while b"#" not in received[:-2]:
        more = peer.recv(4096)
        assert more, received
        received += more
    return received


def test_a_bad_port_is_refused_in_a_sentence() -> None:
    with connection.listen(0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(UserError, match=rf"port {port} of 127.0.0.1: Address already in use\.$"):
            connection.listen(port)
        for wrong in (str(port), "65536", "-1", "many"):
            done = subprocess.run(
                [*EV_RUN, str(program()), "--gdb", wrong], cwd=ROOT, capture_output=True, text=True, timeout=60
            )
            assert done.returncode != 0 and "Traceback" not in done.stderr and done.stdout == ""
            assert done.stderr.strip().endswith((".", "integer range."))
    with pytest.raises(UserError, match="65535"):
        connection.listen(70000)


def own_addresses() -> set[str]:
    """This computer's addresses: what it would send from, to itself and to elsewhere. Nothing is sent."""
    found = set()
    for target in ("127.0.0.1", "192.0.2.1"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
            probe.connect((target, 9))
            found.add(probe.getsockname()[0])
    return found


def test_it_listens_on_this_computer_alone() -> None:
    with connection.listen(0) as listener:
        host, port = listener.getsockname()
        assert host == "127.0.0.1"
        for address in own_addresses() - {"127.0.0.1"}:
            with pytest.raises(OSError):
                socket.create_connection((address, port), timeout=2)


def test_a_connection_that_breaks_leaves_the_program_for_the_next() -> None:
    with running() as run:
        with run.connect() as peer:
            assert b"QC1" in exchange(peer, b"qC")
            assert b"OK" in exchange(peer, b"Z0,0,2")
            peer.sendall(packet(b"s"))
        run.waits()
        with run.connect() as stranger:
            stranger.sendall(b"GET / HTTP/1.1\r\n\r\n")
            assert stranger.recv(100) == b"", "it hangs up"
        assert "not a debugger" in run.process.stderr.readline()
        run.waits()
        with run.connect() as peer:
            assert exchange(peer, b"?")[:5] == b"+$T05"
            assert b"$W0c#" in exchange(peer, b"c")
        assert run.end() == (12, "sum 140, smallest 1, no more\n", "")


def test_a_detached_program_runs_on_to_its_end() -> None:
    with running("a", "b") as run:
        with run.connect() as peer:
            assert exchange(peer, b"D") == b"+" + packet(b"OK")
            assert peer.recv(100) == b""
        assert run.end() == (12, "sum 140, smallest 1, b\n", "")


def test_the_console_is_the_terminals_while_the_program_is_debugged() -> None:
    """Waiting for a line it can be interrupted; the line typed later arrives."""
    with running("echo") as run, run.connect() as peer:
        peer.sendall(packet(b"c"))
        assert peer.recv(1) == b"+"
        peer.settimeout(1)
        with pytest.raises(TimeoutError):
            peer.recv(1)
        peer.settimeout(20)
        peer.sendall(b"\x03")
        assert peer.recv(4096).startswith(b"$T02")
        peer.sendall(packet(b"c"))
        run.process.stdin.write("hello\n")
        run.process.stdin.close()
        run.process.stdin = None
        received = b""
        while b"#" not in received[:-2]:
            received += peer.recv(4096)
        assert b"$W05#" in received
        assert run.end() == (5, "<hello\n", "")


def test_a_limit_holds_for_a_debugged_and_for_a_detached_program() -> None:
    with running("spin", options=("--max-cycles", "20000")) as run, run.connect() as peer:
        answer = exchange(peer, b"c")
        while b"$T18" not in answer:
            answer += peer.recv(4096)
        assert b"OK" in exchange(peer, b"D")
        status, _, err = run.end()
        assert status == 1 and "limit of 20000 cycles" in err
