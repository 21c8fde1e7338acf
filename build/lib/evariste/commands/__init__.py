# SPDX-License-Identifier: Apache-2.0
"""The subcommands of `ev`, one module each; a module's `command` is the click command of the same name."""
