// SPDX-License-Identifier: Apache-2.0
// The coprocessor as Python's ctypes sees it.
#include "asip/coprocessor.hpp"

using evariste::asip::Coprocessor;
using evariste::asip::Inputs;
using evariste::asip::Outputs;
using evariste::asip::Parameters;

namespace {

struct Handle {
  explicit Handle(const Parameters& parameters) : core(parameters) {}
  Coprocessor core;
  std::vector<Coprocessor::Step> steps;
};

// A host with streams that always have words: runs until the coprocessor is idle and the words are
// taken, or for so many cycles.
struct Stream {
  const uint32_t* in;
  uint64_t given, taken;
  uint32_t* out;
  uint64_t room, got;
};

}  // namespace

#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED Handle* asip_create(const Parameters* parameters) { return new Handle(*parameters); }
EXPORTED void asip_destroy(Handle* handle) { delete handle; }
EXPORTED void asip_cycle(Handle* handle, const Inputs* in, Outputs* out) {
  *out = handle->core.cycle(*in);
}
EXPORTED uint32_t asip_status(Handle* handle) { return handle->core.status(); }
EXPORTED uint64_t asip_now(Handle* handle) { return handle->core.now(); }

EXPORTED void asip_stream(Handle* handle, Stream* stream, uint64_t most) {
  Coprocessor& core = handle->core;
  for (uint64_t i = 0; i < most; ++i) {
    Inputs in;
    in.in_valid = stream->taken < stream->given;
    if (in.in_valid != 0) in.in_data = stream->in[stream->taken];
    in.out_ready = stream->got < stream->room;
    const Outputs out = core.cycle(in);
    if (in.in_valid != 0 && out.in_ready != 0) ++stream->taken;
    if (in.out_ready != 0 && out.out_valid != 0) stream->out[stream->got++] = out.out_data;
    if (!core.busy() && (out.out_valid == 0 || in.out_ready == 0)) return;
  }
}

// The words of the state; as many as there is room for are copied.
EXPORTED uint64_t asip_snapshot(Handle* handle, uint32_t* words, uint64_t room) {
  const std::vector<uint32_t> all = handle->core.snapshot();
  for (uint64_t i = 0; i < all.size() && i < room; ++i) words[i] = all[i];
  return all.size();
}

// From now on, or no more, each step that enters stage X is kept.
EXPORTED void asip_trace(Handle* handle, int on) {
  handle->steps.clear();
  handle->core.trace = on != 0 ? &handle->steps : nullptr;
}
EXPORTED uint64_t asip_steps(Handle* handle) { return handle->steps.size(); }
EXPORTED void asip_step(Handle* handle, uint64_t i, uint64_t* cycle, uint32_t* pc) {
  *cycle = handle->steps[i].cycle;
  *pc = handle->steps[i].pc;
}
