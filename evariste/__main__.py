# SPDX-License-Identifier: Apache-2.0
"""`python -m evariste`: the `ev` script starts this."""

from evariste.cli import main

main()
