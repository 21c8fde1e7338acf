# SPDX-License-Identifier: Apache-2.0
"""The protocol, packet by packet: right requests do what they say, wrong ones are answered and change nothing."""

import random
import struct

import pytest

from verify.gfp.gdb.tools import ENGINES, HERE, Client, bodies, packet, symbols

ROM, RAM = 0x0, 0x20000000
RAM_END = 0x20100000
UNKNOWN = ""


def little(value: int, size: int = 4) -> str:
    return value.to_bytes(size, "little").hex()


@pytest.fixture
def client() -> Client:
    return Client()


@pytest.mark.parametrize("engine", ENGINES)
def test_every_register_reads_as_it_was_written(engine: str) -> None:
    client = Client(engine)
    values = [0x11111110 * i & 0xFFFFFFFF for i in range(13)] + [0x20000100, 0xABCDEF01, 0x122, 0xA1000000]
    values += [0x20000100, 0x20000300, 1, 0]
    for number, value in enumerate(values):
        assert client.ask(f"P{number:x}={little(value)}") == "OK", number
    for number, value in enumerate(values):
        assert client.ask(f"p{number:x}") == little(value), number
    whole = client.ask("g")
    assert whole.startswith("".join(map(little, values)))
    assert client.ask("G" + whole) == "OK" and client.ask("g") == whole
    other = little(7) + whole[8:]
    assert client.ask("G" + other) == "OK" and client.machine.regs[0] == 7


@pytest.mark.parametrize("engine", ENGINES)
def test_the_field_descriptor_is_a_register_and_refuses_a_degree_that_no_field_has(engine: str) -> None:
    client = Client(engine)
    descriptor = 0x0807060504030201
    assert client.ask(f"P15={little(descriptor, 8)}") == "OK"
    assert client.ask("p15") == little(descriptor, 8) and client.ask("p16") == little(8)
    assert client.machine.special["field0"] == 0x04030201 and client.machine.special["field1"] == 0x08070605
    for m in range(256):
        expected = "OK" if 2 <= m <= 8 else "E03"
        assert client.ask(f"P16={little(m)}") == expected, m
        assert client.ask(f"P15={little(m << 56 | 0x1234, 8)}") == expected, m
    assert client.ask("p15") == little(8 << 56 | 0x1234, 8)


def test_a_core_without_the_unit_has_no_field() -> None:
    client = Client(configuration="baseline")
    description = client.ask("qXfer:features:read:target.xml:0,4000")
    assert "gf_field" not in description and description.count("<reg ") == 21
    assert client.ask("p15") == "E03" and len(client.ask("g")) == 21 * 8
    assert client.ask(f"P15={little(8 << 56, 8)}") == "E03"


def test_documents_come_in_parts(client: Client) -> None:
    whole = client.ask("qXfer:features:read:target.xml:0,4000")
    assert whole[0] == "l" and 'name="org.evariste.gfp"' in whole and 'name="gf_field" bitsize="64"' in whole
    read = ""
    while True:
        part = client.ask(f"qXfer:features:read:target.xml:{len(read):x},65")
        read += part[1:]
        if part[0] == "l":
            break
        assert part[0] == "m" and len(part) == 1 + 0x65
    assert read == whole[1:]
    assert client.ask(f"qXfer:features:read:target.xml:{len(read):x},10") == "l"
    assert client.ask(f"qXfer:features:read:target.xml:{len(read) + 1:x},10") == "E01"
    assert client.ask("qXfer:features:read:other.xml:0,10") == "E00"
    assert 'start="0x20000000" length="0x100000"' in client.ask("qXfer:memory-map:read::0,4000")


@pytest.mark.parametrize("engine", ENGINES)
def test_memory_is_read_and_written_and_nothing_beside_it(engine: str) -> None:
    client = Client(engine)
    content = bytes(range(256))
    escaped = b"".join(b"}" + bytes([b ^ 0x20]) if b in b"$#}*" else bytes([b]) for b in content)
    for at in (ROM + 0x80000, RAM + 0x401, RAM_END - 256):
        assert client.ask(f"M{at:x},100:{content.hex()}") == "OK"
        assert client.ask(f"m{at:x},100") == content.hex() == client.machine.read(at, 256).hex()
        assert client.ask(b"X%x,100:" % at + escaped) == "OK"
        assert client.ask(f"m{at:x},100") == content.hex()
        assert client.ask(f"M{at:x},2:ffee") == "OK" and client.machine.read(at, 3) == b"\xff\xee\x02"
    for at, length in ((RAM_END - 4, 5), (RAM - 1, 2), (0xFFFFFFFF, 2), (0x40000000, 4)):
        assert client.ask(f"m{at:x},{length:x}") == "E02"
        assert client.ask(f"M{at:x},{length:x}:{'00' * length}") == "E02"
        assert client.ask(b"X%x,%x:" % (at, length) + b"\1" * length) == "E02"
    assert client.machine.read(RAM_END - 4, 4) == content[-4:]
    assert client.ask("X0,0:") == "OK", "how GDB asks whether the packet is known"


CORPUS = HERE.parent / "fuzz" / "corpus" / "gdb"
MALFORMED = [line for line in (CORPUS / "malformed.txt").read_text().splitlines() if line[0] != "#"]


@pytest.mark.parametrize("body", MALFORMED)
def test_a_malformed_packet_is_answered_with_an_error_and_changes_nothing(body: str, client: Client) -> None:
    before = client.ask("g"), client.machine.cycles
    assert client.ask(body) == "E01"
    assert (client.ask("g"), client.machine.cycles) == before
    assert client.server.state() == "halted"


@pytest.mark.parametrize(
    "body", ["", "b", "i", "vFile:open", "vAttach;1", "qNothing", "QNothing", "Z5,100,2", "vCtrlC", "\x80"]
)
def test_an_unknown_packet_gets_the_empty_answer(body: str, client: Client) -> None:
    assert client.ask(body.encode("latin-1")) == UNKNOWN


def test_a_damaged_packet_is_asked_for_again_and_ours_is_repeated(client: Client) -> None:
    for damaged in (b"$g#00", b"$g#zz", b"$g#6", b"$g}#cc"):
        assert client.raw(damaged + b"0") == b"-", damaged
        assert client.ask("p0") == little(0)
    assert client.raw(b"$M20000000,1:") == b"" and client.raw(packet(b"p0"))[:2] == b"-+", "its end was lost"
    for cut in (b"$", b"$m}", b"$m0#", b"$m0#9"):
        assert client.raw(cut) == b"" and client.raw(packet(b"p0"))[:2] == b"-+", cut
    answer = client.raw(packet(b"p0"))
    assert answer[:1] == b"+" and client.raw(b"-") == answer[1:] == client.raw(b"-")
    assert client.raw(b"+" * 5 + b"\r\n junk ") == b""
    assert client.ask("QStartNoAckMode") == "OK"
    assert client.raw(packet(b"p0")) == packet(b"00000000")
    assert bodies(client.raw(b"$p0#00")) == ["E01"], "nobody would ask again"
    assert client.raw(b"-") == b""


def test_a_packet_without_an_end_takes_no_memory_and_is_refused(client: Client) -> None:
    assert client.raw(b"$m" + b"0" * 100_000) == b""
    assert bodies(client.raw(b"#00")) == ["E06"]
    assert client.ask("p0") == little(0)
    longest = 0x4000 // 2
    assert len(client.ask(f"m0,{longest:x}")) == 0x4000, "as qSupported promised"


def test_what_is_no_debugger_is_turned_away(client: Client) -> None:
    hostile = b"POST / HTTP/1.1\r\n\r\n" + packet(b"M20000000,1:ff")
    assert not client.server.receive(hostile)
    assert client.machine.read(RAM, 1) == b"\0"
    client.server.connect()
    assert client.ask("qC") == "QC1"


@pytest.mark.parametrize("engine", ENGINES)
def test_breakpoints_stop_in_front_of_their_instruction(engine: str) -> None:
    client = Client(engine)
    middle, leaf = symbols()["middle"] & ~1, symbols()["leaf"] & ~1
    assert client.ask(f"Z0,{middle:x},2") == "OK" == client.ask(f"Z1,{leaf:x},2")
    for expected in (middle, leaf, middle, leaf):
        assert client.go().startswith("T05") and client.pc() == expected
    assert client.ask(f"z0,{middle:x},2") == "OK" == client.ask(f"z0,{middle:x},2")
    assert client.go().startswith("T05") and client.pc() == leaf
    assert client.ask(f"z1,{leaf:x},2") == "OK"
    assert client.go() == "W0c"
    assert client.printed.startswith(b"sum 140")


def test_breakpoints_change_no_cycle() -> None:
    free, watched = Client(), Client()
    watched.ask(f"Z0,{symbols()['middle'] & ~1:x},2")
    watched.ask(f"Z4,{symbols()['counter']:x},4")
    stops = 0
    while watched.go().startswith("T"):
        stops += 1
        watched.ask(f"z4,{symbols()['counter']:x},4")
        watched.go("vCont;s")
        watched.ask(f"Z4,{symbols()['counter']:x},4")
    free.go()
    assert stops == 1 + 5 * 3, "the start-up clears counter; middle() is entered, leaf() reads and writes"
    assert free.machine.cycles == watched.machine.cycles


@pytest.mark.parametrize("engine", ENGINES)
def test_watchpoints_stop_in_front_of_the_access_and_say_which(engine: str) -> None:
    """`counter += x` in leaf() reads and then writes; table[1] is read once, by middle(1)."""
    client = Client(engine)
    counter, table = symbols()["counter"], symbols()["table"]
    client.ask(f"Z0,{symbols()['main'] & ~1:x},2")
    client.go()
    found = []
    for kind, name, address, bytes_ in (
        (2, "watch", counter, 4),
        (3, "rwatch", table + 5, 1),
        (4, "awatch", counter + 2, 1),
    ):
        point = f"{kind},{address:x},{bytes_:x}"
        client.ask("Z" + point)
        reply = client.go()
        assert f"{name}:{address:08x};" in reply, reply
        assert client.machine.where(client.pc()).split("(")[1].startswith("middle" if kind == 3 else "leaf")
        before = client.word(counter)
        found.append(before)
        assert client.go("vCont;s").startswith(f"T05{name}:"), "it stands in front of the access still"
        client.ask("z" + point)
        client.go("vCont;s")
        assert client.word(counter) == before + (1 if kind == 2 else 0)
    assert found == [0, 3, 3]
    assert client.ask(f"Z2,{symbols()['table']:x},10") == "OK"
    assert client.go() == "W0c", "table is only read"


def test_a_watchpoint_sees_a_burst_a_halfword_and_what_an_exception_stores() -> None:
    client = Client()
    code = [0xB403, 0x8001, 0xC803, 0xDF00]  # push {r0, r1}; strh r1, [r0]; ldm r0!, {r0, r1}; svc 0
    client.machine.write(RAM, struct.pack("<4H", *code))
    client.machine.set_reg(15, RAM)
    client.machine.set_reg(13, RAM + 0x108)
    client.machine.set_reg(0, RAM + 0x200)
    stack = RAM + 0x100
    for kind, address, size in ((2, stack + 4, 1), (2, RAM + 0x201, 1), (3, RAM + 0x204, 4)):
        assert client.ask(f"Z{kind},{address:x},{size:x}") == "OK"
    stops = []
    for _ in range(3):
        reply = client.go()
        stops.append((client.pc() - RAM, reply[3:].split(";")[0]))
        client.machine.step()
    assert stops == [
        (0, f"watch:{stack + 4:08x}"), (2, f"watch:{RAM + 0x201:08x}"), (4, f"rwatch:{RAM + 0x204:08x}")
    ]  # fmt: skip
    frame = stack - 0x20
    client.ask(f"Z2,{frame + 8:x},4")
    assert f"watch:{frame + 8:08x};" in client.go()
    assert client.machine.reg("xpsr") & 0x3F == 11, "on the way into the handler"


def test_there_is_an_end_to_breakpoints(client: Client) -> None:
    answers = {client.ask(f"Z0,{2 * i:x},2") for i in range(1024)} | {client.ask(f"Z2,{4 * i:x},4") for i in range(4)}
    assert answers == {"OK", "E04"}
    client.server.connect()
    assert client.ask("Z2,0,4") == "OK", "another debugger finds none"


@pytest.mark.parametrize("engine", ENGINES)
def test_steps_and_ranges_of_steps(engine: str) -> None:
    client = Client(engine)
    begin = client.pc()
    assert client.go("s").startswith("T05") and client.machine.instructions == 1
    assert client.go("vCont;s:1;c").startswith("T05") and client.machine.instructions == 2
    assert client.go("S05").startswith("T05") and client.machine.instructions == 3
    assert client.go(f"vCont;r{begin:x},{begin + 0x12:x}:1").startswith("T05")
    assert client.pc() >= begin + 0x12 and client.machine.instructions > 5
    main = symbols()["main"] & ~1
    assert client.go(f"s{main:x}").startswith("T05") and main < client.pc() <= main + 4


def test_a_step_from_a_breakpoint_goes_on_and_a_step_onto_one_stops_there(client: Client) -> None:
    at = client.pc()
    client.ask(f"Z0,{at:x},2")
    client.go("vCont;s")
    assert client.pc() != at and client.machine.instructions == 1


def test_a_breakpoint_behind_a_call_of_the_host_is_met(client: Client) -> None:
    """The call halts the core by a bkpt of its own, which is not the debugger's."""
    write, calls = symbols()["initialise_monitor_handles"] & ~1, 0
    bkpt = client.machine.read(write, 0x200).find(b"\xab\xbe") + write
    assert bkpt > write
    client.ask(f"Z0,{bkpt + 2:x},2")
    while client.go().startswith("T"):
        assert client.pc() == bkpt + 2
        calls += 1
    assert calls >= 1


@pytest.mark.parametrize("engine", ENGINES)
def test_an_interrupt_stops_a_running_program_and_no_other(engine: str) -> None:
    client = Client(engine, arguments=("spin",))
    assert client.raw(b"\x03") == b""
    assert client.raw(packet(b"c")) == b"+"
    while client.machine.cycles < 50_000:
        client.server.run(10**9, 0.02)
    assert client.server.state() == "running"
    assert client.ask("?") == client.ask("c") == client.ask("vCont;s") == "E05"
    (reply,) = bodies(client.raw(b"\x03"))
    assert reply.startswith("T02") and client.ask("?") == reply
    assert client.word(symbols()["counter"]) > 100
    client.ask(f"M{symbols()['stay']:x},4:00000000")
    assert client.go() == "W03"


def test_console_input_is_waited_for_and_can_be_interrupted() -> None:
    from evariste.sim import UNBOUNDED

    class Silent:
        def fileno(self) -> int:
            raise AssertionError("nobody asks this console")

    client = Client(arguments=("echo",))
    client.machine.host(args=("echo",), stdin=Silent(), stdout=client.printed.extend)  # type: ignore[arg-type]
    client.raw(packet(b"c"))
    assert client.server.run(UNBOUNDED, 5) == "input"
    assert bodies(client.raw(b"\x03"))[0].startswith("T02")
    client.raw(packet(b"c"))
    assert client.server.run(UNBOUNDED, 5) == "input"
    client.machine._session.feed_input(b"one\n")
    client.machine._session.end_input()
    client.server.run(UNBOUNDED, 5)
    client.machine.pass_output()
    assert bodies(client.server.take()) == ["W05"] and client.printed == b"<one\n"


def test_a_jump_away_from_a_call_that_waits_ends_the_call() -> None:
    client = Client(arguments=("echo",))
    client.machine._session.restart_input()
    client.raw(packet(b"c"))
    assert client.server.run(2**63, 5) == "input"
    client.raw(b"\x03")
    client.ask(f"Pf={little(symbols()['exit'] & ~1)}")
    client.ask(f"P0={little(12)}")
    assert client.go() == "W0c"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_fault_is_a_signal_with_its_sentence(engine: str) -> None:
    client = Client(engine, arguments=("fault",))
    assert client.go().startswith("T0b") and "0x60000000" in client.said and client.said.endswith(".\n")
    assert client.machine.reg("xpsr") & 0x3F == 3
    illegal = Client(engine)
    illegal.machine.write(RAM, b"\x00\xde")
    illegal.machine.set_reg(15, RAM)
    assert illegal.go().startswith("T04") and "illegal" in illegal.said
    halted = Client(engine)
    halted.machine.write(RAM, b"\x05\xbe\xfe\xe7")
    halted.machine.set_reg(15, RAM)
    assert halted.go().startswith("T05") and "breakpoint 5" in halted.said
    assert halted.go().startswith("T05") and "branches to itself" in halted.said


def test_a_limit_of_cycles_is_a_signal() -> None:
    client = Client(arguments=("spin",))
    client.raw(packet(b"c"))
    client.server.run(5000, 5)
    text, reply = bodies(client.server.take())
    assert reply.startswith("T18") and b"5000 cycles" in bytes.fromhex(text[1:])


def test_what_has_ended_stays_ended_until_it_is_run_again(client: Client) -> None:
    assert client.go() == "W0c" and client.server.over()
    assert client.ask("c") == client.ask("?") == client.ask("vCont;s") == "W0c"
    assert client.ask("vRun;") == "E01", "only in extended mode"
    assert client.ask("!") == "OK" and not client.server.over()
    name = client.machine._name.encode().hex()
    other = client.ask(f"vRun;{name};{b'x'.hex()};{b'second argument'.hex()}")
    assert other.startswith("T05") and client.machine.cycles < 10
    client.printed.clear()
    assert client.go() == "W0c" and b"second argument" in client.printed
    assert client.ask(f"vRun;{b'other'.hex()}") == "E07"
    assert client.ask("vRun;zz") == "E01"
    assert client.ask("vRun;").startswith("T05")
    assert client.raw(packet(b"R")) == b"+" and client.ask("?").startswith("T05")


def test_it_can_be_killed_and_left(client: Client) -> None:
    client.ask("!")
    assert client.ask("vKill;1") == "OK" and client.server.state() == "killed" and not client.server.over()
    assert client.ask("c") == "X09" == client.ask("?")
    assert client.ask("vRun;").startswith("T05") and client.server.state() == "halted"
    assert client.raw(packet(b"k")) == b"+" and client.server.state() == "killed"
    left = Client()
    left.ask(f"Z0,{symbols()['middle'] & ~1:x},2")
    assert left.ask("D") == "OK" and left.server.over() and left.server.state() == "detached"
    assert left.machine.run().status == 0x0C, "and no breakpoint is left"


def test_monitor_commands(client: Client) -> None:
    def monitor(line: str) -> str:
        reply = client.ask("qRcmd," + line.encode().hex())
        return reply if reply == "OK" else bytes.fromhex(reply).decode()

    client.go("s")
    assert "1 instructions" in monitor("cycles")
    assert monitor("reset") == "OK" and client.machine.instructions == 0
    assert "monitor reset" in monitor("help") and "no such command" in monitor("explode")


@pytest.mark.parametrize("seed", range(4))
def test_no_bytes_end_the_server(seed: int) -> None:
    """Damaged sessions; verify/gfp/fuzz goes on from here with coverage to guide it."""
    rng = random.Random(seed)
    client = Client()
    sent = [
        packet(body.encode()) for body in [*MALFORMED, "c", "s", "g", "m0,10", "Z2,20000000,4", "vCont;r0,ffff", "?"]
    ]
    for _ in range(400):
        client.server.connect()
        content = bytearray(b"+" + b"".join(rng.choices(sent, k=3)))
        for _ in range(rng.randrange(4)):
            content[rng.randrange(1, len(content))] = rng.randrange(256)
        client.server.receive(bytes(content))
        client.server.run(client.machine.cycles + 200, 0.01)
        bodies(client.server.take())
    client.server.connect()
    assert client.ask("qC") == "QC1"
