# SPDX-License-Identifier: Apache-2.0
"""Elliptic curves on the host: the curve facts, a reference arithmetic, and the generated headers.

curves.py         isa/curves.yaml as data
reference.py      fields and points on Python integers; shares no code with firmware or simulator
prime.py          the part of it for prime curves and X25519
headers.py        gen/curves/*.h; prime_headers.py those of prime curves
"""
