// SPDX-License-Identifier: Apache-2.0
// The Python module `_sim`. evariste/sim wraps it; nothing else imports it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstring>

#include "core/gdb/server.hpp"
#include "core/loader.hpp"
#include "core/lockstep.hpp"
#include "core/machine_info.hpp"
#include "core/path.hpp"
#include "core/session.hpp"
#include "gfp/disassemble.hpp"
#include "gfp/iss/clmul.hpp"
#include "gfp/iss/core.hpp"

namespace nb = nanobind;
using evariste::host::Session;
using evariste::host::gdb::Server;

namespace {

std::span<const uint8_t> view(const nb::bytes& b) {
  return {static_cast<const uint8_t*>(b.data()), b.size()};
}
nb::bytes as_bytes(const std::string& s) { return nb::bytes(s.data(), s.size()); }

// `wave`: path of an FST file, or empty; `cover`: of a file for the RTL's coverage. `waits`: chance
// of a wait state at the instruction and data port, out of 256.
// `form`: the ending of the RTL's object. With `slower`, some of the RTL's instructions take longer
// than the interpreter's, which then follows the RTL's clock.
std::unique_ptr<Session> make_session(const std::string& engine, bool gf, bool interrupts,
                                      unsigned lowest_degree, const std::string& form, bool slower,
                                      const std::string& wave, const std::string& cover,
                                      std::pair<unsigned, unsigned> waits, uint64_t seed) {
  using evariste::sim::Machine;
  const evariste::rtl::EngineOptions options{.wave = wave.empty() ? nullptr : wave.c_str(),
                                             .cover = cover.empty() ? nullptr : cover.c_str(),
                                             .instr_wait = waits.first,
                                             .data_wait = waits.second,
                                             .seed = seed,
                                             .slower = slower};
  std::unique_ptr<Machine> machine;
  if (engine != "rtl")
    machine = std::make_unique<evariste::iss::Core>(gf, interrupts, lowest_degree);
  if (engine == "rtl") machine = evariste::rtl::make_engine(form, options);
  if (engine == "lockstep") {
    const bool waiting = slower || waits.first != 0 || waits.second != 0;
    machine = std::make_unique<evariste::cosim::Lockstep>(evariste::rtl::make_engine(form, options),
                                                          std::move(machine), waiting);
  }
  return std::make_unique<Session>(std::move(machine), evariste::sim::gfp_info);
}

using Rows = std::vector<std::tuple<std::string, uint64_t, uint64_t, uint64_t>>;
Rows tuples(std::vector<evariste::host::Profile::Row> rows) {
  Rows all;
  for (auto& row : rows) {
    all.emplace_back(std::move(row.function), row.calls, row.self, row.inclusive);
  }
  return all;
}

// In the order of evariste.sim.CLASSES.
using Counts = std::tuple<uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t>;
Counts counts(const evariste::sim::Mix& mix) {
  return {mix.load, mix.store, mix.gf, mix.alu, mix.branch, mix.other};
}

const char* word(Session::Progress progress) {
  switch (progress) {
    case Session::Progress::kStopped:
      return "stopped";
    case Session::Progress::kInput:
      return "input";
    default:
      return "slice";
  }
}

const char* word(Server::State state) {
  switch (state) {
    case Server::State::kHalted:
      return "halted";
    case Server::State::kRunning:
      return "running";
    case Server::State::kExited:
      return "exited";
    case Server::State::kKilled:
      return "killed";
    default:
      return "detached";
  }
}

std::pair<nb::bytes, nb::bytes> gf_unit(unsigned op, uint64_t descriptor, const nb::bytes& a,
                                        const nb::bytes& b) {
  if (a.size() != b.size() || a.size() % 4 != 0) {
    throw nb::value_error("a and b are equally many 32-bit words");
  }
  const auto unit = evariste::rtl::gf_unit();
  const size_t count = a.size() / 4;
  std::vector<uint32_t> in_a(count), in_b(count), hi(count), lo(count);
  std::memcpy(in_a.data(), a.data(), a.size());
  std::memcpy(in_b.data(), b.data(), b.size());
  {
    nb::gil_scoped_release release;
    unit(op, descriptor, in_a.data(), in_b.data(), hi.data(), lo.data(), count);
  }
  return {nb::bytes(hi.data(), count * 4), nb::bytes(lo.data(), count * 4)};
}

}  // namespace

NB_MODULE(_sim, m) {
  using evariste::host::PathRecorder;
  m.doc() = "The simulator's engines. Use evariste.sim.";

  m.def("disassemble", &evariste::host::disassemble, nb::arg("word"), nb::arg("address"));
  m.def("clmul32", [](uint32_t a, uint32_t b) { return evariste::iss::clmul32(a, b); });
  m.def("clmul32_portable", &evariste::iss::clmul32_portable);
  m.def("set_path", &evariste::rtl::set_path, nb::arg("object"), nb::arg("path"));
  m.def("gf_unit", &gf_unit, nb::arg("op"), nb::arg("descriptor"), nb::arg("a"), nb::arg("b"));

  nb::class_<PathRecorder>(m, "PathRecorder")
      .def(nb::init<uint32_t, uint32_t>(), nb::arg("begin"), nb::arg("end"))
      .def("take", [](PathRecorder& path) {
        const std::vector<PathRecorder::Step> steps = path.take();
        return nb::bytes(reinterpret_cast<const char*>(steps.data()),
                         steps.size() * sizeof(PathRecorder::Step));
      });

  nb::class_<Session>(m, "Session")
      .def(nb::new_(&make_session), nb::arg("engine"), nb::arg("gf"), nb::arg("interrupts"),
           nb::arg("lowest_degree"), nb::arg("form"), nb::arg("slower"), nb::arg("wave"),
           nb::arg("cover"), nb::arg("waits"), nb::arg("seed"))
      .def("load", [](Session& s, const nb::bytes& file) { return s.load(view(file)); })
      .def("reset", &Session::reset)
      .def("drive",
           [](Session& s, const std::vector<std::pair<uint64_t, uint64_t>>& changes) {
             std::vector<evariste::sim::LineChange> list;
             for (const auto& [cycle, lines] : changes) list.push_back({cycle, lines});
             s.machine().drive(list);
           })
      .def("clear", [](Session& s) { s.machine().clear(); })
      .def(
          "run",
          [](Session& s, uint64_t cycles, uint64_t instructions, double seconds) {
            nb::gil_scoped_release release;
            return word(s.run(cycles, instructions, seconds));
          },
          nb::arg("cycles"), nb::arg("instructions"), nb::arg("seconds"))
      .def("stop",
           [](const Session& s) {
             return std::make_tuple(s.stop().reason, s.stop().status, s.stop().sentence);
           })
      .def("read_register",
           [](Session& s, unsigned index) { return s.machine().read_register(index); })
      .def("write_register", [](Session& s, unsigned index,
                                uint32_t value) { s.machine().write_register(index, value); })
      .def("read_memory",
           [](Session& s, uint32_t address, size_t length) -> nb::object {
             std::string content(length, '\0');
             if (!s.machine().read_memory(address,
                                          {reinterpret_cast<uint8_t*>(content.data()), length})) {
               return nb::none();
             }
             return as_bytes(content);
           })
      .def("write_memory",
           [](Session& s, uint32_t address, const nb::bytes& content) {
             return s.machine().write_memory(address, view(content));
           })
      .def("cycles", [](Session& s) { return s.machine().cycles(); })
      .def("instructions", [](Session& s) { return s.machine().instructions(); })
      .def("mix", [](Session& s) { return counts(s.machine().mix()); })
      .def("take_output", [](Session& s) { return as_bytes(s.take_output()); })
      .def("take_errors", [](Session& s) { return as_bytes(s.take_errors()); })
      .def("confine",
           [](Session& s, const std::string& directory) {
             return s.host().files().confine(directory);
           })
      .def("set_quota", [](Session& s, uint64_t bytes) { s.host().set_quota(bytes); })
      .def("set_arguments",
           [](Session& s, const std::vector<std::string>& words) { s.host().set_arguments(words); })
      .def("feed_input",
           [](Session& s, const nb::bytes& b) {
             s.host().feed_input({static_cast<const char*>(b.data()), b.size()});
           })
      .def("restart_input", [](Session& s) { s.host().restart_input(); })
      .def("end_input", [](Session& s) { s.host().end_input(); })
      .def("refused", [](Session& s) { return s.host().refused(); })
      .def("sizes",
           [](const Session& s) {
             return std::make_pair(s.image().code_bytes, s.image().data_bytes);
           })
      .def(
          "record_path", [](Session& s, PathRecorder* path) { s.watch_with(path); },
          nb::arg("path").none(), nb::keep_alive<1, 2>())
      .def("where", &Session::where)
      .def("function",
           [](const Session& s, uint32_t address) {
             const int index = s.symbols().find(address);
             return index < 0 ? std::string() : s.symbols().name(index);
           })
      .def("has_symbol",
           [](const Session& s, const std::string& name) { return s.symbols().has(name); })
      .def("profile_on", &Session::profile_on)
      .def("watch", &Session::watch)
      .def("flush_trace", &Session::flush_trace)
      .def("trace_to", &Session::trace_to)
      .def("profile_rows", [](Session& s) { return tuples(s.profile_rows()); })
      .def("profile_of_main",
           [](Session& s) {
             auto part = s.profile_of_main();
             return std::make_pair(part.cycles, tuples(std::move(part.rows)));
           })
      .def("record",
           [](Session& s, uint64_t count) {
             // As evariste.sim.RECORD describes it.
             struct [[gnu::packed]] Row {
               uint64_t cycle;
               uint32_t pc, insn, next_pc, address;
               uint8_t cause, trap, special, flags;
             };
             static_assert(sizeof(Row) == 28);
             std::vector<Row> rows;
             for (const auto& e : s.record(count)) {
               rows.push_back({e.cycle, e.pc, e.insn, e.next_pc, e.address, e.cause, e.trap,
                               e.special, static_cast<uint8_t>(e.xpsr >> 28)});
             }
             return nb::bytes(rows.data(), rows.size() * sizeof(Row));
           })
      .def("counter_reads", [](Session& s) {
        std::vector<std::tuple<uint32_t, uint32_t, uint64_t, Counts>> reads;
        for (const auto& read : s.machine().counter_reads()) {
          reads.emplace_back(read.pc, read.lr, read.cycle, counts(read.mix));
        }
        return reads;
      });

  nb::class_<Server>(m, "GdbServer")
      .def(
          "__init__",
          [](Server* self, Session& session, const nb::bytes& program, const std::string& name) {
            const auto bytes = view(program);
            new (self) Server(session, evariste::sim::gfp_info, {bytes.begin(), bytes.end()}, name);
          },
          nb::arg("session"), nb::arg("program"), nb::arg("name"), nb::keep_alive<1, 2>())
      .def("connect", &Server::connect)
      .def("receive",
           [](Server& s, const nb::bytes& b) {
             return s.receive({static_cast<const char*>(b.data()), b.size()});
           })
      .def("take", [](Server& s) { return as_bytes(s.take()); })
      .def("state", [](const Server& s) { return word(s.state()); })
      .def("over", &Server::over)
      .def(
          "run",
          [](Server& s, uint64_t cycles, double seconds) {
            nb::gil_scoped_release release;
            return word(s.run(cycles, seconds));
          },
          nb::arg("cycles"), nb::arg("seconds"));
}
