# SPDX-License-Identifier: Apache-2.0
"""`ev aes`: encrypt and decrypt files on the machine."""

from pathlib import Path

import click

from evariste.aes import MODES
from evariste.commands import backend_option, machine_option
from evariste.console import INPUT, OUTPUT, STREAMING_INPUT
from evariste.machines import MachineDef


@click.command(name="aes")
@click.argument("action", type=click.Choice(["encrypt", "decrypt", "tag"]))
@click.argument("mode", type=click.Choice(MODES))
@click.argument("source", type=STREAMING_INPUT)
@click.argument("target", type=OUTPUT)
@click.option("--key", required=True, help="16, 24 or 32 bytes in hexadecimal.")
@click.option("--iv", help="Initialisation vector, first counter block, or nonce, in hexadecimal.")
@click.option("--aad", type=INPUT, help="File of additional data to authenticate (ccm, gcm, ocb).")
@click.option("--tag-bytes", default=16, show_default=True, help="Length of the tag.")
@click.option("--no-pad", is_flag=True, help="ecb, cbc: no PKCS #7 padding; the file must be whole blocks.")
@machine_option
@backend_option
@click.option("--engine", type=click.Choice(["iss", "rtl", "lockstep"]), default="iss", show_default=True)
def command(
    action: str, mode: str, source: Path, target: Path, key: str, iv: str | None, aad: Path | None, tag_bytes: int,
    no_pad: bool, machine: MachineDef, backend: str, engine: str,
) -> None:  # fmt: skip
    """Encrypt or decrypt the file SOURCE to TARGET on the simulated machine, by the library's AES.

    \b
    ev aes encrypt cbc letter.txt letter.aes --key 00112233445566778899aabbccddeeff --iv 000102...0f
    ev aes decrypt gcm letter.gcm letter.txt --key ... --iv ...
    ev aes tag cmac letter.txt letter.tag --key ...

    The files are those of `openssl enc` (-K, -iv) for ecb, cbc, ctr, cfb, cfb8 and ofb. ccm, gcm and ocb append the tag
    to the ciphertext. cmac and gmac write only the tag. `-` is the standard input or output. A pipe is encrypted or
    decrypted as it comes. Exceptions are ccm, and decryption by gcm and ocb: nothing is written before the tag is
    right. Give keys on a command line only to try things out.
    """
    from evariste.aes import TAGGED, crypt
    from evariste.errors import UserError

    if (action == "tag") != (mode in ("cmac", "gmac")):
        raise UserError(f"{mode} can{'not encrypt; use `ev aes tag`' if mode in TAGGED[3:] else 'not tag'}.")
    if mode in TAGGED and not 0 <= tag_bytes <= 16:
        raise UserError("--tag-bytes is at most 16.")
    decrypt = action == "decrypt"
    cycles, written = crypt(mode, decrypt, source, target, key, iv, aad, tag_bytes, not no_pad, backend, engine,
                            machine.name)  # fmt: skip
    click.echo(f"{target}: {written:,} bytes, {cycles:,} cycles in all.")
