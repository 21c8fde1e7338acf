# SPDX-License-Identifier: Apache-2.0
"""The one way a command refuses bad input: a sentence on stderr and exit status 2."""

import click


class UserError(click.ClickException):
    """A user's mistake. One sentence says what was wrong, where, and what would be right."""

    exit_code = 2
