# SPDX-License-Identifier: Apache-2.0
"""What each machine has of its own; the only Python that names one."""
