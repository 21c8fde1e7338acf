# SPDX-License-Identifier: Apache-2.0
"""Where the house and its build folder stand."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / ".build"
