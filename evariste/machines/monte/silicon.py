# SPDX-License-Identifier: Apache-2.0
"""Area, clock and energy in a cell library: the core with the accelerator.

A library of cells has no memory. So the buffers are flip-flops there, and so are the modulus and the factors of a
product, which are in the datapath.
"""

from dataclasses import replace

from evariste.parts.mips.silicon import ACCELERATED
from evariste.silicon.areas import Areas, Design, with_core
from evariste.silicon.synth import Job

NAME = "monte"
TOPICS = ("area", "workloads")
# Whose energy is measured. The configuration is the end of the name.
SIGNED = {"p192": ("paper", "digits", "squares", "full"), "p224": ("paper",), "p256": ("paper", "full"),
          "p384": ("paper", "full"), "p521": ("paper", "full"), "b163": ("dual", "full"),
          "b283": ("full",)}  # fmt: skip
WORKLOADS = (*(f"{curve}.ecdsa.sign.nonce.{name}" for curve, names in SIGNED.items() for name in names),
             *(f"{curve}.ecdsa.verify.paper" for curve in ("p192", "p224", "p256", "p384", "p521")),
             "p256.mul.ct.full", "p256.ecdsa.sign.full", "p256.ecdsa.verify.full", "x25519.agree.full")  # fmt: skip
PROVED = ("full",)  # whose netlist is proved to be its RTL
FIRMWARE = {"full": "p192.ecdsa.sign.nonce.full"}  # what is replayed on it in every cycle
CONFIGURATIONS = ("full", "paper", "digits", "squares", "dual", "shallow")
# Modules that stay apart, and what their instances are called.
KEPT = ("mips_core", "monte_buffers", "monte_datapath", "command_queue", "monte_load")
INSTANCES = {"u_core": "core", "u_buffers": "buffers", "u_datapath": "datapath", "u_queue": "queue",
             "u_load": "load stage"}  # fmt: skip
_DATAPATH = "u_accelerator.u_arithmetic.u_datapath"
# The place of a word of the modulus is the address that the second read port keeps.
PLACE = replace(ACCELERATED, copies={rf"$flatten\{_DATAPATH}.$\p$rdreg[1]$q": f"{_DATAPATH}.w_place_q"})


def job(name: str) -> Job:
    """The core with the accelerator of a configuration."""
    return with_core(NAME, name, KEPT)


class Evaluation(Areas):
    """The measurements of the machine."""

    machine, configurations, workloads = NAME, CONFIGURATIONS, WORKLOADS

    def design(self, configuration: str) -> Design:
        return Design(job(configuration), INSTANCES, PLACE)
