# SPDX-License-Identifier: Apache-2.0
"""gen/<machine>/disasm.json: the encodings as plain data, for tools in any language."""

import json

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
        }
        for i in machine
    ]
    head = {"generated": header, "machine": machine.name, "conditions": machine.spec.conditions}
    head |= {"special_registers": machine.spec.special_registers}
    lines = [json.dumps(i) for i in instructions]
    body = json.dumps(head)[:-1] + ', "instructions": [\n' + ",\n".join(lines) + "\n]}\n"
    return body
