# SPDX-License-Identifier: Apache-2.0
"""Word- and bit-error rates of codes over noisy channels, decoded by the firmware in the simulator.

`channels` makes errors. `theory` gives the expected WER. `campaign` sends words through the decoder and counts.
`interval` gives confidence intervals. `energy` gives the cost of a delivered bit.
"""
