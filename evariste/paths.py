# SPDX-License-Identifier: Apache-2.0
"""The paths of the project and of its build folder.

In a checkout these are the checkout and its .build. An installed wheel contains the project inside the package, and
builds in the user's cache folder.
"""

import os
from pathlib import Path

_CHECKOUT = Path(__file__).resolve().parent.parent
_CARRIED = Path(__file__).resolve().parent / "house"
INSTALLED = _CARRIED.is_dir()
ROOT = _CARRIED if INSTALLED else _CHECKOUT
BUILD = (
    Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "evariste" if INSTALLED else _CHECKOUT / ".build"
)
