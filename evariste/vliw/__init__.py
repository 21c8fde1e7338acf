# SPDX-License-Identifier: Apache-2.0
"""Tools for machines with bundles: assembler, object files, linker, compiler. All are driven by isa/<machine>/isa.yaml.

A machine that is built with them names this package in its definition (`builder`).
"""
