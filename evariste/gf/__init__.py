# SPDX-License-Identifier: Apache-2.0
"""Reference arithmetic in fields of characteristic 2, for tests and tools. Shares no code with the simulator."""
