# SPDX-License-Identifier: Apache-2.0
"""Where the core with an accelerator that takes commands is in its simulation (sim/mips/accelerated), for replay."""

from evariste.silicon.replay import Place, core_accesses

_SYSTEM = "accelerated_sim.u_soc"
_CORE = f"{_SYSTEM}.u_system.u_core"
_OF_CORE = ("instr_req_o", "instr_addr_o", "instr_gnt_i", "instr_rvalid_i", "instr_rdata_i", "instr_err_i",
            "data_req_o", "data_addr_o", "data_we_o", "data_be_o", "data_gnt_i", "data_rvalid_i", "data_rdata_i",
            "data_err_i", "data_wdata_o", "irq_i")  # fmt: skip
# The accelerator's port to RAM is two structs there (command_pkg: memory_req_t, memory_rsp_t).
_REQUEST = {"mem_wdata_o": 0, "mem_addr_o": 32, "mem_we_o": 64, "mem_req_o": 65}
_ANSWER = {"mem_err_i": 0, "mem_rdata_i": 1, "mem_gnt_i": 33}

ACCELERATED = Place(
    _SYSTEM,
    inside={"u_core": _CORE},
    ports={name: f"{_CORE}.{name}" for name in _OF_CORE},
    fields={name: (f"{_SYSTEM}.u_accelerator.mem_o", bit) for name, bit in _REQUEST.items()}
    | {name: (f"{_SYSTEM}.u_accelerator.mem_i", bit) for name, bit in _ANSWER.items()},
    accesses=core_accesses(**{
        "accelerator's load": (("mem_req_o", "mem_gnt_i", "~mem_we_o"), 1),
        "accelerator's store": (("mem_req_o", "mem_gnt_i", "mem_we_o"), 1),
    }),
)  # fmt: skip
