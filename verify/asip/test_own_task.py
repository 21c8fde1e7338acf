# SPDX-License-Identifier: Apache-2.0
"""The example of a task of one's own, sw/asip/examples/aegis.s, on the vectors of draft-irtf-cfrg-aegis-aead."""

import pytest

from evariste.machines.asip import assembler
from evariste.machines.asip.host import Host
from evariste.paths import ROOT

SOURCE = ROOT / "sw/asip/examples/aegis.s"
CONSTANTS = bytes.fromhex("000101020305080d1522375990e97962db3d18556dc22ff12011314273b528dd")
KEY = bytes.fromhex("10010000000000000000000000000000")
NONCE = bytes.fromhex("10000200000000000000000000000000")
# Additional data, message, what is sent, tag: test vectors 1 and 3 for AEGIS-128L.
VECTORS = [
    ("", "00" * 16, "c1c0e58bd913006feba00f4b3cc3594e", "abe0ece80c24868a226a35d16bdae37a"),
    ("0001020304050607", bytes(range(32)).hex(), "79d94593d8c2119d7e8fd9b8fc77845c5c077a05b2528b6ac54b563aed8efe84",
     "cc6f3372f6aa1bb82388d695c3962d9a"),
]  # fmt: skip


def seal(host: Host, key: bytes, data: bytes, message: bytes) -> tuple[bytes, bytes]:
    def filled(text: bytes) -> bytes:
        return text + bytes(-len(text) % 32)

    lengths = (8 * len(data)).to_bytes(8, "little") + (8 * len(message)).to_bytes(8, "little")
    words = CONSTANTS + key + NONCE + filled(data) + filled(message) + lengths
    done = host.task("aes_key128", words, count=len(filled(message)) // 32, flags=bool(data))
    assert not done.error
    return done.bytes[: len(message)], done.bytes[-16:]


@pytest.mark.parametrize(("data", "message", "sent", "tag"), VECTORS)
def test_the_vectors_of_aegis(data: str, message: str, sent: str, tag: str) -> None:
    host = Host("loadable", engine="lockstep")
    host.load(assembler.assemble({SOURCE.name: SOURCE.read_text(encoding="utf-8")}).words)
    found = seal(host, KEY, bytes.fromhex(data), bytes.fromhex(message))
    assert tuple(part.hex() for part in found) == (sent, tag)
    assert seal(host, bytes(16), bytes.fromhex(data), bytes.fromhex(message)) != found
