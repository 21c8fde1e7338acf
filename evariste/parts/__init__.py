# SPDX-License-Identifier: Apache-2.0
"""What several machines have in common, one module for each part."""
