# SPDX-License-Identifier: Apache-2.0
"""The named configurations of the core, from evariste/configurations.py."""

from evariste.configurations import CONFIGURATIONS
from evariste.report import Records, markdown, table


@table("gfp.configurations")
def _(_records: Records) -> str:
    rows = []
    for name, configuration in CONFIGURATIONS.items():
        values = ", ".join(f"`{key} = {value}`" for key, value in configuration.parameters.items())
        rows.append((f"`{name}`", values or "-", configuration.about))
    return markdown(("name", "parameters", "what it is"), rows)
