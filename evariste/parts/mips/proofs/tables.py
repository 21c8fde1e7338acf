# SPDX-License-Identifier: Apache-2.0
"""What is proved of the core, in sentences for documents."""

from evariste.tables import Records
from evariste.verification.tables import proofs_of, proved_instructions


def proved_core(records: Records, machine: str, rules: int, configuration: str = "") -> str:
    """How many instructions are proved, and which rules of the invariant are open."""
    group, prefix = (f".{configuration}", f"core.{configuration}.") if configuration else ("", "")
    instructions = proved_instructions(proofs_of(records, f"instruction{group}", machine), " in one cycle", prefix)
    kept = {r["workload"]: r["verdict"]["passed"] for r in proofs_of(records, f"core{group}", machine)}
    still = [str(k) for k in range(rules) if not kept.get(f"prove.{prefix}rule.{k}")]
    text = f"{rules - len(still)} of {rules} rules of the invariant are kept."
    return f"{instructions}{text}{' Open: ' + ', '.join(still) + '.' if still else ''}\n"
