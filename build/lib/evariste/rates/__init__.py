# SPDX-License-Identifier: Apache-2.0
"""Word- and bit-error rates of codes over noisy channels, decoded by the firmware in the simulator.

`channels` makes errors, `theory` says how many words they should spoil, `campaign` sends words through the decoder
and counts, `interval` says how far to trust a count, `energy` what a delivered bit costs.
"""
