# SPDX-License-Identifier: Apache-2.0
"""Random programs: what is the same for every machine."""
