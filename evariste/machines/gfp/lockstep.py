# SPDX-License-Identifier: Apache-2.0
"""What runs in lock-step, and on which configuration."""

from evariste.machines.gfp import DEFAULT

# Kind of run: recipe, wait states, configuration.
KINDS: dict[str, tuple[str, tuple[int, int], str]] = {
    "programs": ("timed", (0, 0), DEFAULT),
    "long programs": ("long", (0, 0), DEFAULT),
    "programs, wait states on both ports": ("timed", (100, 100), DEFAULT),
    "programs with interrupts": ("interrupts", (0, 0), "interrupts"),
    "programs with interrupts, wait states on both ports": ("interrupts", (100, 60), "interrupts"),
    "programs that lock up": ("lockup", (0, 0), DEFAULT),
    "programs that lose their stack": ("frames", (0, 0), DEFAULT),
    "programs with interrupts that lose their stack": ("nested frames", (0, 0), "interrupts"),
    "programs with interrupts that lose their stack, wait states on both ports": (
        "nested frames",
        (100, 60),
        "interrupts",
    ),
    "random words": ("words", (0, 0), DEFAULT),
    "random words, wait states on both ports": ("words", (50, 50), DEFAULT),
    "programs, `small5`": ("timed", (0, 0), "small5"),
    "programs, `small5`, wait states on both ports": ("timed", (100, 100), "small5"),
    "random words, `small5`": ("words", (0, 0), "small5"),
}
