# SPDX-License-Identifier: Apache-2.0
"""Binary elliptic curves on the host: the curve facts, a reference arithmetic, and the generated headers.

curves.py      isa/curves.yaml as data
reference.py   fields, points and tau-adic expansions on Python integers; shares no code with firmware or simulator
headers.py     gen/curves/*.h
"""
