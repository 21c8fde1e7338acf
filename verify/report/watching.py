# SPDX-License-Identifier: Apache-2.0
"""What to look at in a page that a browser shows."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

PHONE = {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True}


def complaints(browser: Any) -> list[str]:
    """What the console said since it was last asked, errors and warnings; a missing favicon is none of the page's."""
    return [entry["message"] for entry in browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]


def overflow(browser: Any) -> int:
    """By how many pixels the page is wider than the window."""
    return browser.execute_script(
        "const e = document.documentElement; return Math.max(e.scrollWidth, document.body.scrollWidth) - e.clientWidth"
    )


@contextmanager
def phone(browser: Any) -> Iterator[None]:
    """A window as wide as a small phone."""
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    yield
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
