// SPDX-License-Identifier: Apache-2.0
// An instruction of the machine `gfp` as assembler text, from the generated table.
#pragma once

#include <cstdint>
#include <string>

namespace evariste::gfp {

// `word`: first halfword << 16 | second, or the halfword alone. Branch targets and literals are
// absolute addresses.
std::string disassemble(uint32_t word, uint32_t address);

}  // namespace evariste::gfp
