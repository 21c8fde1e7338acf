# SPDX-License-Identifier: Apache-2.0
"""The slowest word of a decoder: over random words, and over a search that tries to find a slower one."""
