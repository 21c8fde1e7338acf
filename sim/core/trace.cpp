// SPDX-License-Identifier: Apache-2.0
#include "core/trace.hpp"

#include "core/text.hpp"

namespace evariste::host {

namespace {

constexpr size_t kKnown = 1 << 16;

}  // namespace

size_t Trace::Hash::operator()(const Key& key) const {
  uint64_t hash = uint64_t{key.pc} << 1 | key.interrupted;
  for (const uint32_t word : key.words) hash = (hash ^ word) * 0x9E3779B97F4A7C15;
  return hash ^ hash >> 32;
}

const Trace::Known& Trace::known(uint32_t pc, std::span<const uint32_t> words, bool interrupted) {
  if (known_.size() >= kKnown) known_.clear();
  Key key{pc, interrupted, static_cast<unsigned>(words.size()), {}};
  std::copy(words.begin(), words.end(), key.words.begin());
  const auto [at, fresh] = known_.try_emplace(key);
  if (fresh) {
    std::string head;
    if (interrupted) {
      head = text("  %08x  -         %-28s", pc, "(interrupted)");
    } else {
      std::string numbers;
      for (const uint32_t word : words) {
        const bool narrow = info_.instructions->bytes(word) < 4;
        numbers += text(narrow ? "%s%04x" : "%s%08x", numbers.empty() ? "" : " ", word);
      }
      const std::string shown = disassembled(info_, words, pc);
      head = text("  %08x  %-8s  %-28s", pc, numbers.c_str(), shown.c_str());
    }
    uint32_t begin, end;
    std::string place = symbols_.place(pc);
    const std::string line = lines_.text(lines_.find(pc, begin, end));
    if (!line.empty()) place += (place.empty() ? "" : " ") + line;
    at->second = {head, place.empty() ? "\n" : "  ; " + place + "\n"};
  }
  return at->second;
}

bool Trace::retired(const sim::Retirement& event) {
  const Known& known = this->known(event.pc, event.words, event.interrupt);
  line_.clear();
  char buffer[96];
  const auto add = [&](const char* format, auto... values) {
    line_.append(buffer,
                 static_cast<size_t>(std::snprintf(buffer, sizeof buffer, format, values...)));
  };
  add("%10llu", static_cast<unsigned long long>(event.cycle));
  line_ += known.head;
  for (const sim::Write& w : event.writes) {
    const sim::Register& r = info_.registers[info_.files[w.file].first + w.number];
    add(" %s=", r.name);
    for (size_t i = w.value.size(); i-- > 0;) add("%08x", w.value[i]);
  }
  for (const sim::Store& s : event.stores) add(" [%08x]=%0*x", s.address, s.bytes * 2, s.data);
  if (event.trap && info_.abi != nullptr) add(" exception %u", info_.abi->handling(event.flags));
  if (event.cause != 0) add(": %.80s", info_.cause_text(event.cause));
  line_ += known.tail;
  if (std::fwrite(line_.data(), 1, line_.size(), file_.get()) != line_.size()) failed_ = true;
  return !failed_;
}

bool Trace::flush() {
  if (std::fflush(file_.get()) != 0) failed_ = true;
  return !failed_;
}

}  // namespace evariste::host
