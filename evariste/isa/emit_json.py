# SPDX-License-Identifier: Apache-2.0
"""gen/<machine>/disasm.json: the encodings as plain data, for tools in any language."""

import json
from typing import Any

import msgspec

from evariste.isa.model import Machine


def emit(machine: Machine, header: str) -> str:
    instructions = [
        {
            "name": i.name,
            "syntax": i.spec.syntax,
            "size": i.size,
            "mask": f"0x{i.mask:0{2 * i.size}x}",
            "match": f"0x{i.match:0{2 * i.size}x}",
            "fields": {o: {"bits": list(f.bits), "kind": f.kind} for o, f in i.fields.items()},
            "except": [{o: sorted(v) for o, v in entry.items()} for entry in i.excluded],
            **({"extension": i.extension} if i.extension else {}),
        }
        for i in machine
    ]
    spec = machine.spec
    head = {"generated": header, "machine": machine.name, "words": _plain(spec.words)}
    head |= {"registers": {name: machine.register_names(name) for name in spec.registers}}
    for part in ("operands", "readings", "placeholders"):
        head[part] = {name: _plain(value) for name, value in getattr(spec, part).items()}
    lines = [json.dumps(i) for i in instructions]
    body = json.dumps(head)[:-1] + ', "instructions": [\n' + ",\n".join(lines) + "\n]}\n"
    return body


def _plain(record: msgspec.Struct) -> dict[str, Any]:
    """The keys of a record that do not have their default."""
    plain = {}
    for field in msgspec.structs.fields(record):
        value = getattr(record, field.name)
        if value not in (field.default, None, "", [], {}):
            plain[field.encode_name] = msgspec.to_builtins(value)
    return plain
