# SPDX-License-Identifier: Apache-2.0
"""`ev ecc`: keys, key agreement and signatures on elliptic curves, by the firmware on the simulated processor."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evariste.commands import backend_option, machine_option
from evariste.console import INPUT, OUTPUT, Output, read
from evariste.machines import MachineDef

if TYPE_CHECKING:
    from evariste.ecc.curves import Curve

HASHES = click.Choice(["sha224", "sha256", "sha384", "sha512"])
hash_option = click.option("--hash", "name", type=HASHES, default="sha256", show_default=True)
engine_option = click.option(
    "--engine", type=click.Choice(["iss", "rtl", "lockstep"]), default="iss", show_default=True
)


@click.group(name="ecc")
def command() -> None:
    """Keys, key agreement (ECDH, X25519) and signatures (ECDSA), with openssl's files.

    Curves: p192 to p521, x25519, and the binary ones. NIST SP 800-186 deprecates binary curves and P-192: use them with
    existing systems only.
    """


def _ask(machine: MachineDef, backend: str, engine: str, *requests: Any) -> list[bytes]:
    """The firmware's answers. A status other than ok is refused with a sentence."""
    from evariste.ecc import vectors
    from evariste.errors import UserError

    answers = vectors.ask(requests, backend, engine, machine.name)
    for status, _ in answers:
        if status:
            raise UserError(f"The operation was refused: {vectors.statuses()[status]}.")
    return [data for _, data in answers]


def _scalar(c: "Curve", d: int, path: Path) -> bytes:
    from evariste.ecc import vectors
    from evariste.errors import UserError

    if not 0 < d < c.n:
        raise UserError(f"The private scalar in {path} is not between 1 and n - 1.")
    return vectors.octets(c, d)


@command.command()
@click.option("--curve", "name", required=True, help="p256, prime256v1, P-256, k233, x25519, ...")
@click.option("-o", "--output", type=OUTPUT, required=True, help="The private key (PKCS #8 PEM).")
@click.option("--public", type=OUTPUT, help="The public key (PEM).")
@machine_option
@backend_option
@engine_option
def keygen(name: str, output: Output, public: Output | None, machine: MachineDef, backend: str, engine: str) -> None:
    """Make a key pair from the system's random octets."""
    import os

    from evariste.ecc import pem
    from evariste.ecc import vectors as v
    from evariste.ecc.curves import curve, x25519

    if name.lower() == x25519().name:
        secret = os.urandom(32)
        (known,) = _ask(machine, backend, engine, (v.X25519, 0, 0, secret))
        output.write_secret(pem.x25519_private(secret).encode())
        if public:
            public.write_bytes(pem.x25519_public(known).encode())
        return
    c = curve(name)
    octets = (c.n.bit_length() + 7) // 8
    (data,) = _ask(machine, backend, engine, v.on(c, v.KEYGEN, os.urandom(octets + 8)))
    d, q = int.from_bytes(data[:octets]), v.big(data[octets + 1 :])
    output.write_secret(pem.private_key(c, d, q).encode())
    if public:
        public.write_bytes(pem.public_key(c, q).encode())


@command.command()
@click.option("--key", type=INPUT, required=True, help="Our private key (PEM).")
@click.option("--peer", type=INPUT, required=True, help="The other side's public key (PEM).")
@click.option("--cofactor", is_flag=True, help="Cofactor Diffie-Hellman.")
@click.option("-o", "--output", type=OUTPUT, required=True, help="The shared secret (octets).")
@machine_option
@backend_option
@engine_option
def derive(
    key: Path, peer: Path, cofactor: bool, output: Output, machine: MachineDef, backend: str, engine: str
) -> None:
    """Agree on a secret with the owner of a public key."""
    from evariste.ecc import pem
    from evariste.ecc import vectors as v
    from evariste.errors import UserError

    ours, theirs = pem.read_x25519_private(key), pem.read_x25519_public(peer)
    if ours is not None and theirs is not None:
        if cofactor:
            raise UserError("X25519 has no other form with --cofactor: the cofactor is part of every private key.")
        (secret,) = _ask(machine, backend, engine, (v.X25519, 0, 0, ours + theirs))
        output.write_secret(secret)
        return
    c, d = pem.read_private(key)
    other, encoded = pem.read_public(peer)
    if other != c:
        raise UserError(f"{key} is a key on {c.name}, {peer} one on {other.name}.")
    (secret,) = _ask(
        machine, backend, engine, v.on(c, v.ECDH_COFACTOR if cofactor else v.ECDH, _scalar(c, d, key), encoded)
    )
    output.write_secret(secret)


@command.command()
@click.argument("message", type=INPUT)
@click.option("--key", type=INPUT, required=True, help="The private key (PEM).")
@click.option("-o", "--output", type=OUTPUT, required=True, help="The signature (DER).")
@hash_option
@machine_option
@backend_option
@engine_option
def sign(message: Path, key: Path, output: Output, name: str, machine: MachineDef, backend: str, engine: str) -> None:
    """Sign a file (ECDSA, nonce by RFC 6979)."""
    import hashlib

    from evariste.ecc import pem
    from evariste.ecc import vectors as v

    c, d = pem.read_private(key)
    digest = hashlib.new(name, read(message)).digest()
    _scalar(c, d, key)
    (data,) = _ask(machine, backend, engine, v.sign(c, v.SIGN_DER, d, digest, name))
    output.write_bytes(data)


@command.command()
@click.argument("message", type=INPUT)
@click.option("--public", type=INPUT, required=True, help="The public key (PEM).")
@click.option("--signature", type=INPUT, required=True, help="The signature (DER).")
@hash_option
@machine_option
@backend_option
@engine_option
@click.pass_context
def verify(
    context: click.Context,
    message: Path,
    public: Path,
    signature: Path,
    name: str,
    machine: MachineDef,
    backend: str,
    engine: str,
) -> None:
    """Check a file's signature. The exit status is 1 if it is wrong."""
    import hashlib

    from evariste.ecc import pem
    from evariste.ecc import vectors as v

    c, encoded = pem.read_public(public)
    der = read(signature)
    pem.read_signature(der, str(signature))
    (q,) = _ask(machine, backend, engine, v.on(c, v.POINT, encoded))
    digest = hashlib.new(name, read(message)).digest()
    good = v.ask([v.verify(c, v.VERIFY_DER, q, digest, der)], backend, engine, machine.name)[0][0] == 0
    click.echo("The signature is right." if good else "The signature is WRONG.")
    context.exit(0 if good else 1)
