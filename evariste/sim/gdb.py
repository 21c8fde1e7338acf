# SPDX-License-Identifier: Apache-2.0
"""The connection of a GDB server: a local TCP port, and the program's console.

The protocol is in sim/core/gdb. This module carries bytes between it and one debugger at a time, and runs the program
in slices in between. The port is bound only to the loopback address, because the protocol has no password.
"""

import select
import socket
from collections.abc import Callable
from typing import Any

from evariste.errors import UserError
from evariste.sim import UNBOUNDED, Machine, Stop

HOST = "127.0.0.1"
_SLICE = 0.05  # seconds of running between two looks at the connection
_CHUNK = 4096  # bytes taken from the connection at a time

Say = Callable[[str], object]


def listen(port: int) -> socket.socket:
    """A socket that listens on this port, or on any free one for 0."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
        listener.listen(1)
    except (OSError, OverflowError) as error:
        listener.close()
        why = getattr(error, "strerror", None) or "a port is a number from 0 to 65535"
        raise UserError(f"No debugger can be waited for at port {port} of {HOST}: {why}.") from None
    return listener


def serve(machine: Machine, listener: socket.socket, say: Say, max_cycles: int | None = None) -> Stop | None:
    """Let debuggers control the loaded program until it has ended, or a debugger has ended it; then None.

    After a `detach` the program runs on alone. If the connection breaks, it stays stopped for the next one.
    """
    server = machine.debugger()
    bound = UNBOUNDED if max_cycles is None else max_cycles
    port = listener.getsockname()[1]
    while server.state() not in ("exited", "killed", "detached"):
        say(f"waiting for a debugger; in gdb-multiarch: target remote :{port}")
        connection, _ = listener.accept()
        with connection:
            server.connect()
            try:
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                _talk(machine, server, connection, bound, say)
            except ConnectionError:
                pass
    if server.state() == "detached":
        return machine.run(max_cycles=max_cycles)
    return machine.stop() if server.state() == "exited" else None


def _talk(machine: Machine, server: Any, connection: socket.socket, bound: int, say: Say) -> None:
    """Serve one connection to its end."""
    while True:
        connection.sendall(server.take())
        if server.over():
            return
        waits = None if server.state() != "running" else 0
        if select.select([connection], [], [], waits)[0]:
            received = connection.recv(_CHUNK)
            if not received:
                return
            if not server.receive(received):
                say("the peer that connected is not a debugger; it was disconnected.")
                return
            continue  # its request is answered before the program runs
        if server.state() == "running":
            waits_for_input = server.run(bound, _SLICE) == "input"
            machine.pass_output()
            if waits_for_input:
                machine.read_input(connection)
