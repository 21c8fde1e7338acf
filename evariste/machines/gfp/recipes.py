# SPDX-License-Identifier: Apache-2.0
"""Random programs: recipes, the generator, and the coverage that they reach."""

from evariste.verification import randprog
from evariste.verification.cover import run as rtl
from evariste.verification.randprog import coverage

RECIPES, generate = randprog.RECIPES, randprog.generate
Coverage, WAIVED = coverage.Coverage, coverage.WAIVED
rtl_coverage, rtl_record = rtl.measure, rtl.record
