// SPDX-License-Identifier: Apache-2.0
#include "core/elf.hpp"

#include <algorithm>
#include <cctype>

#include "core/text.hpp"

namespace evariste::host {

namespace {

// Names of the ELF specification.
constexpr unsigned ET_EXEC = 2, EM_386 = 3, EM_X86_64 = 62, EM_AARCH64 = 183, EM_RISCV = 243;
constexpr unsigned PT_LOAD = 1, PF_X = 1;
constexpr unsigned SHT_SYMTAB = 2, SHT_NOBITS = 8, SHF_EXECINSTR = 4, SHN_ABS = 0xFFF1;
constexpr unsigned STT_NOTYPE = 0, STT_FUNC = 2;
constexpr uint64_t kHeader = 52, kProgramHeader = 32, kSectionHeader = 40, kSymbol = 16;

class Reader {
 public:
  Reader(std::span<const uint8_t> file, const sim::MachineInfo& info)
      : file_(file), info_(info), regions_(info.memories) {}

  std::string header();
  std::string segments();
  std::string symbols();
  std::string boot() const;
  Image take() { return std::move(image_); }

 private:
  // The end of the loaded segment around an address; 0 if there is none.
  uint64_t end_of_segment(uint32_t address) const {
    for (const Segment& s : image_.segments) {
      if (address >= s.address && address - s.address < s.bytes.size()) {
        return uint64_t{s.address} + s.bytes.size();
      }
    }
    return 0;
  }
  void subtract_stack(uint64_t table, uint64_t count);
  bool within(uint64_t offset, uint64_t bytes) const {
    return offset <= file_.size() && bytes <= file_.size() - offset;
  }
  uint32_t u16(uint64_t at) const { return file_[at] | file_[at + 1] << 8; }
  uint32_t u32(uint64_t at) const { return u16(at) | u16(at + 2) << 16; }
  const Region* region(uint64_t address, uint64_t bytes) const {
    for (const Region& r : regions_) {
      if (address >= r.base && address + bytes <= uint64_t{r.base} + r.size) return &r;
    }
    return nullptr;
  }
  std::string memories() const {
    std::string list;
    for (const Region& r : regions_) {
      list += text("%s%s 0x%08x..0x%08x", list.empty() ? "" : ", ", r.name, r.base,
                   r.base + (r.size - 1));
    }
    return list;
  }

  std::span<const uint8_t> file_;
  const sim::MachineInfo& info_;
  std::span<const Region> regions_;
  Image image_;
};

const char* machine_name(unsigned machine) {
  switch (machine) {
    case EM_386:
      return "x86";
    case EM_X86_64:
      return "x86-64";
    case EM_AARCH64:
      return "AArch64";
    case EM_RISCV:
      return "RISC-V";
    default:
      return "another processor";
  }
}

std::string Reader::header() {
  if (file_.empty()) return "the file is empty; an ELF executable was expected";
  static constexpr uint8_t kMagic[4] = {0x7F, 'E', 'L', 'F'};
  if (file_.size() < 4 || !std::equal(kMagic, kMagic + 4, file_.begin())) {
    const size_t looked = std::min<size_t>(file_.size(), 64);
    const bool is_text = std::all_of(file_.begin(), file_.begin() + looked, [](uint8_t c) {
      return std::isprint(c) || std::isspace(c) || c >= 0x80;
    });
    return text("not an ELF file%s: it does not begin with 7f 45 4c 46",
                is_text ? " but what looks like text" : "");
  }
  if (file_.size() < 20) {
    return text("truncated within the ELF header: %zu of %u bytes", file_.size(),
                unsigned{kHeader});
  }
  const unsigned machine = file_[5] == 2 ? file_[18] << 8 | file_[19] : u16(18);
  if (file_[4] != 1) {
    if (file_[4] == 2) {
      return text("a 64-bit ELF file (machine %u, %s); this machine runs 32-bit %s", machine,
                  machine_name(machine), info_.elf_name);
    }
    return text("a damaged ELF file: class %u at offset 4 is neither 32 nor 64 bits", file_[4]);
  }
  if (file_[5] != 1) {
    return file_[5] == 2 ? "a big-endian ELF file; this machine is little-endian"
                         : text("a damaged ELF file: byte order %u at offset 5", file_[5]);
  }
  if (machine != info_.elf_machine) {
    return text("an ELF file for machine %u (%s); this machine runs %s (%u)", machine,
                machine_name(machine), info_.elf_name, info_.elf_machine);
  }
  if (file_.size() < kHeader) {
    return text("truncated within the ELF header: %zu of %u bytes", file_.size(),
                unsigned{kHeader});
  }
  if (u16(16) != ET_EXEC) {
    return text("an ELF file of type %u, not an executable (%u): it is not linked yet", u16(16),
                ET_EXEC);
  }
  return {};
}

std::string Reader::segments() {
  const uint64_t table = u32(28), entry = u16(42), count = u16(44);
  if (count == 0) return "an ELF file without program headers: it holds nothing to load";
  if (entry != kProgramHeader) {
    return text("a damaged ELF file: program headers of %u bytes at offset 42, should be %u",
                unsigned(entry), unsigned(kProgramHeader));
  }
  if (!within(table, count * entry)) {
    return text("truncated: %u program headers at offset 0x%x reach beyond its %zu bytes",
                unsigned(count), unsigned(table), file_.size());
  }
  if (table < kHeader) {
    return text("a damaged ELF file: the program headers at offset 0x%x overlap the ELF header",
                unsigned(table));
  }
  struct Placed {
    uint64_t begin, end;
    unsigned index;
  };
  std::vector<Placed> placed;
  const Region& ram = regions_.back();
  image_.end = ram.base;
  for (unsigned i = 0; i < count; ++i) {
    const uint64_t h = table + i * entry;
    if (u32(h) != PT_LOAD) continue;
    const uint64_t offset = u32(h + 4), run = u32(h + 8), load = u32(h + 12);
    const uint64_t in_file = u32(h + 16), in_memory = u32(h + 20);
    const unsigned flags = u32(h + 24);
    if (in_memory == 0) continue;
    if (in_file > in_memory) {
      return text("a damaged ELF file: segment %u has 0x%x bytes in the file and 0x%x in memory", i,
                  unsigned(in_file), unsigned(in_memory));
    }
    if (!within(offset, in_file)) {
      return text("truncated: segment %u, 0x%x bytes at offset 0x%x, reaches beyond its %zu bytes",
                  i, unsigned(in_file), unsigned(offset), file_.size());
    }
    const Region* home = region(run, in_memory);
    if (home == nullptr) {
      return text("segment %u at 0x%08x, 0x%x bytes, lies outside memory (%s)", i, unsigned(run),
                  unsigned(in_memory), memories().c_str());
    }
    if (home == &ram) {
      image_.end = std::max(image_.end, static_cast<uint32_t>(run + in_memory));
    }
    (flags & PF_X ? image_.code_bytes : image_.data_bytes) += static_cast<uint32_t>(in_file);
    image_.data_bytes += static_cast<uint32_t>(in_memory - in_file);
    if (in_file == 0) continue;
    if (region(load, in_file) == nullptr) {
      return text("segment %u is to be loaded at 0x%08x, 0x%x bytes, outside memory (%s)", i,
                  unsigned(load), unsigned(in_file), memories().c_str());
    }
    for (const Placed& other : placed) {
      if (load < other.end && other.begin < load + in_file) {
        return text("a damaged ELF file: segments %u and %u overlap at 0x%08x", other.index, i,
                    unsigned(std::max(load, other.begin)));
      }
    }
    placed.push_back({load, load + in_file, i});
    const auto bytes = file_.subspan(offset, in_file);
    image_.segments.push_back({static_cast<uint32_t>(load), {bytes.begin(), bytes.end()}});
  }
  if (image_.segments.empty()) return "an ELF file without a segment to load";
  return {};
}

std::string Reader::boot() const {
  for (const Segment& s : image_.segments) {
    if (s.address <= info_.boot &&
        uint64_t{s.address} + s.bytes.size() >= uint64_t{info_.boot} + info_.boot_bytes) {
      return {};
    }
  }
  return text("no %s: nothing is loaded at 0x%08x; link it with sw/rt/%s/link.ld (ev cc)",
              info_.boot_name, info_.boot, info_.name);
}

// The stack is a section of its own that the file only reserves.
void Reader::subtract_stack(uint64_t table, uint64_t count) {
  const uint64_t names_index = u16(50);
  if (names_index >= count) return;
  const uint64_t names = u32(table + names_index * kSectionHeader + 16);
  const uint64_t names_size = u32(table + names_index * kSectionHeader + 20);
  if (!within(names, names_size)) return;
  static constexpr char kStack[] = ".stack";
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t s = table + i * kSectionHeader, name = u32(s);
    if (u32(s + 4) != SHT_NOBITS || name > names_size || names_size - name < sizeof kStack)
      continue;
    const auto first = file_.begin() + static_cast<ptrdiff_t>(names + name);
    if (std::equal(kStack, kStack + sizeof kStack, first))
      image_.data_bytes -= std::min(image_.data_bytes, u32(s + 20));
  }
}

std::string Reader::symbols() {
  const uint64_t table = u32(32), entry = u16(46), count = u16(48);
  if (table == 0 || count == 0) return {};
  if (entry != kSectionHeader) {
    return text("a damaged ELF file: section headers of %u bytes at offset 46, should be %u",
                unsigned(entry), unsigned(kSectionHeader));
  }
  if (!within(table, count * entry)) {
    return text("truncated: %u section headers at offset 0x%x reach beyond its %zu bytes",
                unsigned(count), unsigned(table), file_.size());
  }
  const auto section = [&](uint64_t index) { return table + index * entry; };
  subtract_stack(table, count);
  for (unsigned i = 0; i < count; ++i) {
    const uint64_t s = section(i);
    if (u32(s + 4) != SHT_SYMTAB) continue;
    const uint64_t offset = u32(s + 16), bytes = u32(s + 20), link = u32(s + 24);
    if (!within(offset, bytes)) {
      return text(
          "truncated: the symbol table, 0x%x bytes at offset 0x%x, reaches beyond its %zu bytes",
          unsigned(bytes), unsigned(offset), file_.size());
    }
    if (link >= count) {
      return text(
          "a damaged ELF file: the symbol table (section %u) names section %u of %u for its "
          "strings",
          i, unsigned(link), unsigned(count));
    }
    const uint64_t strings = u32(section(link) + 16), strings_size = u32(section(link) + 20);
    if (u32(section(link) + 4) == SHT_NOBITS || !within(strings, strings_size)) {
      return text(
          "truncated: the symbols' names, 0x%x bytes at offset 0x%x, reach beyond its %zu bytes",
          unsigned(strings_size), unsigned(strings), file_.size());
    }
    for (uint64_t at = offset; at + kSymbol <= offset + bytes; at += kSymbol) {
      const unsigned type = file_[at + 12] & 15, home = u16(at + 14);
      if (type != STT_FUNC && type != STT_NOTYPE) continue;
      uint64_t end = 0;  // of the code around
      if (home != 0 && home < count && (u32(section(home) + 8) & SHF_EXECINSTR)) {
        end = uint64_t{u32(section(home) + 12)} + u32(section(home) + 20);
      } else if (home == SHN_ABS && type == STT_FUNC) {
        end = end_of_segment(u32(at + 4));
      }
      if (end == 0) continue;
      const uint64_t name = u32(at);
      if (name >= strings_size) {
        return text("a damaged ELF file: the symbol at offset 0x%x has its name at 0x%x of 0x%x",
                    unsigned(at), unsigned(name), unsigned(strings_size));
      }
      const auto first = file_.begin() + static_cast<ptrdiff_t>(strings + name);
      const auto last =
          std::find(first, file_.begin() + static_cast<ptrdiff_t>(strings + strings_size), 0);
      if (first == last || *first == '$') continue;  // $d and others: what the bytes are, not names
      const uint32_t address = u32(at + 4) & info_.code_mask;
      if (address >= end) continue;  // marks an end
      const uint32_t rest = static_cast<uint32_t>(end - address);
      const uint32_t size = u32(at + 8);
      image_.symbols.push_back(
          {std::string(first, last), address, size != 0 ? size : rest, type == STT_FUNC});
    }
  }
  std::stable_sort(
      image_.symbols.begin(), image_.symbols.end(), [](const Symbol& a, const Symbol& b) {
        return a.address != b.address ? a.address < b.address : a.function > b.function;
      });
  return {};
}

}  // namespace

Parsed parse_elf(std::span<const uint8_t> file, const sim::MachineInfo& info) {
  Reader reader(file, info);
  std::string error = reader.header();
  if (error.empty()) error = reader.segments();
  if (error.empty()) error = reader.symbols();
  if (error.empty()) error = reader.boot();
  if (!error.empty()) return {{}, std::move(error)};
  return {reader.take(), {}};
}

}  // namespace evariste::host
