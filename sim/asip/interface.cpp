// SPDX-License-Identifier: Apache-2.0
// The coprocessor as Python's ctypes sees it.
#include <algorithm>
#include <utility>

#include "asip/engine.hpp"
#include "asip_isa.hpp"

using evariste::asip::Engine;
using evariste::asip::Inputs;
using evariste::asip::Kind;
using evariste::asip::Outputs;
using evariste::asip::Parameters;

namespace {

constexpr uint32_t kBusy = 1;

struct Step {
  uint64_t cycle;  // in which it enters stage X
  uint32_t pc;
};

struct Handle {
  std::unique_ptr<Engine> engine;
  uint64_t now = 0, executed = 0, digest = 0;
  bool traced = false;
  std::vector<Step> steps;
  std::string difference;

  Outputs cycle(const Inputs& in) {
    const Outputs out = engine->cycle(in);
    ++now;
    const uint64_t seen = out.ready | out.error << 1 | out.in_ready << 2 | out.out_valid << 3 |
                          out.irq << 4 | uint64_t{engine->status()} << 5;
    digest = (digest ^ seen) * 0x9E3779B97F4A7C15 ^ digest >> 29;
    if (const auto pc = engine->stepped(); pc) {
      ++executed;
      if (traced) steps.push_back({now, *pc});
    }
    return out;
  }
};

// A host with streams that always have words: runs until the coprocessor is idle and the words are
// taken, or for so many cycles.
struct Stream {
  const uint32_t* in;
  uint64_t given, taken;
  uint32_t* out;
  uint64_t room, got;
};

// A host that does anything. The rates are of a cycle, in 1/256: a word for IN and room for one
// from OUT on the streams, the begin of an access; and of an access that writes TASK or CONTROL.
struct Traffic {
  uint64_t seed;
  uint32_t in, out, access, control;
};

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint32_t word() {  // splitmix64
    state_ += 0x9E3779B97F4A7C15;
    uint64_t z = state_;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return static_cast<uint32_t>(z >> 32);
  }
  uint32_t below(uint32_t n) { return word() % n; }
  bool happens(uint32_t rate) { return word() >> 24 < rate; }

 private:
  uint64_t state_;
};

// An access at random: most are of the FIFOs and of registers that harm nothing.
void begin(Random& random, uint32_t control, Inputs& in) {
  constexpr uint32_t kRegisters = 0x28, kWindow = 0x1000;
  in.access = 1;
  in.data = random.word();
  if (random.happens(control)) {
    in.write = 1;
    in.offset = random.below(3) == 0 ? evariste::asip::kControl & 0xFFF : 0;
    in.data = in.offset != 0 ? 1U << random.below(3) : random.below(64) | random.below(6) << 16;
    if (in.offset == 0 && random.below(16) == 0) in.data = random.word();
  } else if (random.below(4) == 0) {
    in.write = random.below(4) == 0;
    in.offset = 4 + random.below(kRegisters);
    if (in.write != 0 && in.offset < 12) in.write = 0;
  } else {
    in.write = random.below(2);
    in.offset = (in.write != 0 ? 1 : 2) * kWindow + random.below(kWindow / 4) * 4;
  }
}

}  // namespace

#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED Handle* asip_create(const Parameters* parameters, uint32_t kind) {
  return new Handle{
      evariste::asip::make(*parameters, static_cast<Kind>(kind)), 0, 0, 0, false, {}, {}};
}
EXPORTED void asip_destroy(Handle* handle) { delete handle; }
EXPORTED void asip_cycle(Handle* handle, const Inputs* in, Outputs* out) {
  *out = handle->cycle(*in);
}
EXPORTED void asip_reset(Handle* handle) { handle->engine->reset(); }
EXPORTED int asip_flip(Handle* handle, uint32_t place, uint32_t index, uint32_t bit) {
  return handle->engine->flip(static_cast<evariste::asip::Place>(place), index, bit) ? 1 : 0;
}
EXPORTED uint32_t asip_status(Handle* handle) { return handle->engine->status(); }
EXPORTED uint64_t asip_now(Handle* handle) { return handle->now; }

EXPORTED void asip_cover(Handle* handle, const char* path) { handle->engine->cover(path); }

// The first difference of two engines in lock-step, or nothing.
EXPORTED const char* asip_difference(Handle* handle) {
  handle->difference = handle->engine->difference();
  return handle->difference.c_str();
}

EXPORTED void asip_stream(Handle* handle, Stream* stream, uint64_t most) {
  for (uint64_t i = 0; i < most; ++i) {
    Inputs in;
    in.in_valid = stream->taken < stream->given;
    if (in.in_valid != 0) in.in_data = stream->in[stream->taken];
    in.out_ready = stream->got < stream->room;
    const Outputs out = handle->cycle(in);
    if (in.in_valid != 0 && out.in_ready != 0) ++stream->taken;
    if (in.out_ready != 0 && out.out_valid != 0) stream->out[stream->got++] = out.out_data;
    if ((handle->engine->status() & kBusy) == 0 && (out.out_valid == 0 || in.out_ready == 0))
      return;
  }
}

// Traffic for so many cycles, at most until the coprocessor is idle if `until_idle`. It ends at a
// difference, too.
EXPORTED void asip_traffic(Handle* handle, const Traffic* traffic, uint64_t most, int until_idle) {
  Random random(traffic->seed);
  Inputs in;
  for (uint64_t i = 0; i < most || in.access != 0; ++i) {
    if (in.access == 0 && i < most && random.happens(traffic->access)) {
      begin(random, traffic->control, in);
    }
    in.in_valid = random.happens(traffic->in);
    in.in_data = random.word();
    in.out_ready = random.happens(traffic->out);
    const Outputs out = handle->cycle(in);
    if (out.ready != 0 || out.error != 0) in.access = 0;
    if (!handle->engine->difference().empty()) return;
    if (until_idle != 0 && in.access == 0 && (handle->engine->status() & kBusy) == 0) return;
  }
}

// The steps that have left stage R.
EXPORTED uint64_t asip_executed(Handle* handle) { return handle->executed; }

// A digest of what a host sees in time, since the last call: answers, streams without their words,
// STATUS, the interrupt.
EXPORTED uint64_t asip_digest(Handle* handle) { return std::exchange(handle->digest, 0); }

// The registers that operands pass through; as many words as there is room for are copied.
EXPORTED uint64_t asip_passing(Handle* handle, uint32_t* words, uint64_t room) {
  const std::vector<uint32_t> all = handle->engine->passing();
  std::copy_n(all.begin(), std::min<uint64_t>(all.size(), room), words);
  return all.size();
}

// The words of the state; as many as there is room for are copied.
EXPORTED uint64_t asip_snapshot(Handle* handle, uint32_t* words, uint64_t room) {
  const std::vector<uint32_t> all = handle->engine->snapshot();
  for (uint64_t i = 0; i < all.size() && i < room; ++i) words[i] = all[i];
  return all.size();
}

// From now on, or no more, each step that enters stage X is kept.
EXPORTED void asip_trace(Handle* handle, int on) {
  handle->steps.clear();
  handle->traced = on != 0;
}
EXPORTED uint64_t asip_steps(Handle* handle) { return handle->steps.size(); }
EXPORTED void asip_step(Handle* handle, uint64_t i, uint64_t* cycle, uint32_t* pc) {
  *cycle = handle->steps[i].cycle;
  *pc = handle->steps[i].pc;
}
