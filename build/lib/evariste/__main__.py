# SPDX-License-Identifier: Apache-2.0
"""`python -m evariste` is what the `ev` script hands over to."""

from evariste.cli import main

main()
