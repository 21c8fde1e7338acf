# SPDX-License-Identifier: Apache-2.0
from evariste.sim import main

main()
