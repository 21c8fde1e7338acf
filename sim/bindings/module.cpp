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
#include "core/path.hpp"
#include "core/session.hpp"
#include "core/taint_tracker.hpp"
#include "core/text.hpp"

namespace nb = nanobind;
using evariste::host::Session;
using evariste::host::gdb::Server;

namespace {

std::span<const uint8_t> view(const nb::bytes& b) {
  return {static_cast<const uint8_t*>(b.data()), b.size()};
}
nb::bytes as_bytes(const std::string& s) { return nb::bytes(s.data(), s.size()); }

// A register's value as a number of Python's.
nb::object number(const evariste::sim::Value& value, unsigned bits) {
  if (bits <= 64) return nb::int_(value.low64());
  const auto words = std::span(value.words).first((bits + 31) / 32);
  return nb::steal(PyLong_FromString(evariste::host::hex(words).c_str(), nullptr, 16));
}
evariste::sim::Value value_of(const nb::object& number) {
  const nb::bytes bytes(number.attr("to_bytes")(4 * evariste::sim::Value::kWords, "little"));
  evariste::sim::Value value;
  std::memcpy(value.words.data(), bytes.data(), sizeof value.words);
  return value;
}

using Parameters = std::vector<std::pair<std::string, int64_t>>;
std::vector<evariste::sim::Parameter> views(const Parameters& parameters) {
  std::vector<evariste::sim::Parameter> list;
  for (const auto& [name, value] : parameters) list.push_back({name.c_str(), value});
  return list;
}

// A machine in its shared object, with these parameters.
class Type {
 public:
  Type(const std::string& object, const Parameters& parameters) {
    info = &evariste::host::describe(object, views(parameters));
  }
  const evariste::sim::MachineInfo* info;
};

// A device on the machine's bus: the objects for the interpreter and for the RTL, and parameters.
// Empty paths: there is none, or the engine needs none.
using DeviceRow = std::tuple<std::string, std::string, Parameters>;

template <typename Form>
void attach(evariste::sim::Machine& machine, std::unique_ptr<Form> device) {
  if (!machine.attach(std::move(device)))
    throw std::invalid_argument("the machine has no place for a device");
}

// `rtl`: the object with the Verilated model, unless the engine is iss. `wave`: path of an FST
// file, or empty; `cover`: of a file for the RTL's coverage. `waits`: chance of a wait state at the
// instruction and data port, out of 256.
std::unique_ptr<Session> make_session(const Type& type, const std::string& engine,
                                      const std::string& rtl, const std::string& wave,
                                      const std::string& cover, std::pair<unsigned, unsigned> waits,
                                      uint64_t seed, const DeviceRow& row) {
  const evariste::sim::EngineOptions options{.wave = wave.empty() ? nullptr : wave.c_str(),
                                             .cover = cover.empty() ? nullptr : cover.c_str(),
                                             .instr_wait = waits.first,
                                             .data_wait = waits.second,
                                             .seed = seed,
                                             .slower = type.info->slower,
                                             .lines = type.info->lines};
  const auto& info = *type.info;
  std::unique_ptr<evariste::sim::Machine> machine;
  const auto& [model, circuit, parameters] = row;
  if (engine != "rtl") {
    machine = info.interpreter(info);
    if (!model.empty()) {
      attach(*machine, evariste::host::make_device(model, views(parameters)));
      machine->reset();
    }
  }
  if (engine != "iss") {
    auto leader = evariste::host::make_rtl(rtl, options);
    if (!circuit.empty()) {
      attach(*leader, evariste::host::make_bus_device(circuit));
      leader->reset();
    }
    const bool waiting = info.slower || waits.first != 0 || waits.second != 0;
    if (engine == "rtl")
      machine = std::move(leader);
    else
      machine = std::make_unique<evariste::cosim::Lockstep>(info, std::move(leader),
                                                            std::move(machine), waiting);
  }
  return std::make_unique<Session>(std::move(machine), info);
}

using Rows = std::vector<std::tuple<std::string, uint64_t, uint64_t, uint64_t>>;
Rows tuples(std::vector<evariste::host::Profile::Row> rows) {
  Rows all;
  for (auto& row : rows) {
    all.emplace_back(std::move(row.function), row.calls, row.self, row.inclusive);
  }
  return all;
}

// In the order of the machine's classes.
std::vector<uint64_t> counts(const Session& s, const evariste::sim::Mix& mix) {
  return {mix.begin(), mix.begin() + static_cast<ptrdiff_t>(s.info().classes.size())};
}

// The notes of a program as (address, kind by its place in the enumeration, first, second).
using NoteRows = std::vector<std::tuple<uint32_t, unsigned, unsigned, unsigned>>;
evariste::host::Notes notes_of(const NoteRows& rows) {
  std::vector<evariste::host::Note> list;
  for (const auto& [address, kind, first, second] : rows) {
    list.push_back({address, static_cast<evariste::host::Note::Kind>(kind), first, second});
  }
  return evariste::host::Notes(std::move(list));
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

}  // namespace

NB_MODULE(_sim, m) {
  using evariste::host::PathRecorder, evariste::host::TaintTracker;
  m.doc() = "The simulator's engines. Use evariste.sim.";

  nb::class_<Type>(m, "Machine")
      .def(nb::init<const std::string&, const Parameters&>(), nb::arg("object"),
           nb::arg("parameters"))
      .def("lines", [](const Type& t) { return t.info->lines; })
      .def("waits", [](const Type& t) { return t.info->waits; })
      .def("classes",
           [](const Type& t) {
             return std::vector<std::string>(t.info->classes.begin(), t.info->classes.end());
           })
      .def("registers",
           [](const Type& t) {
             std::vector<std::string> names;
             for (const auto& r : t.info->registers) names.push_back(r.name);
             return names;
           })
      .def("pc", [](const Type& t) { return t.info->pc; })
      .def("disassemble", [](const Type& t, uint32_t word, uint32_t address) {
        return t.info->instructions->disassemble(word, address);
      });

  nb::class_<PathRecorder>(m, "PathRecorder")
      .def(
          "__init__",
          [](PathRecorder* self, Session& session, uint32_t begin, uint32_t end,
             const NoteRows& notes) {
            new (self) PathRecorder(session.info(), session.machine(), begin, end, notes_of(notes));
          },
          nb::arg("session"), nb::arg("begin"), nb::arg("end"), nb::arg("notes"))
      .def("left",
           [](const PathRecorder& path) {
             std::vector<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>> list;
             for (const auto& l : path.left())
               list.emplace_back(l.pc, l.address, l.value, l.writer);
             return list;
           })
      .def("take", [](PathRecorder& path) {
        const std::vector<PathRecorder::Step> steps = path.take();
        return nb::bytes(reinterpret_cast<const char*>(steps.data()),
                         steps.size() * sizeof(PathRecorder::Step));
      });

  nb::class_<TaintTracker>(m, "TaintTracker")
      .def(
          "__init__",
          [](TaintTracker* self, Session& session, uint32_t begin, uint32_t end,
             const NoteRows& notes, size_t limit, bool stack) {
            new (self) TaintTracker(session.info(), session.machine(), begin, end, notes_of(notes),
                                    limit, stack);
          },
          nb::arg("session"), nb::arg("begin"), nb::arg("end"), nb::arg("notes"), nb::arg("limit"),
          nb::arg("stack"))
      .def("findings",
           [](const TaintTracker& t) {
             std::vector<
                 std::tuple<unsigned, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t>>
                 list;
             for (const auto& f : t.findings()) {
               list.emplace_back(static_cast<unsigned>(f.kind), f.pc, f.word, f.address, f.bytes,
                                 f.secret, f.offset);
             }
             return list;
           })
      .def("declassified",
           [](const TaintTracker& t) {
             std::vector<std::tuple<uint32_t, uint64_t, uint64_t>> list;
             for (const auto& d : t.declassified()) list.emplace_back(d.note, d.times, d.bytes);
             return list;
           })
      .def("instructions", &TaintTracker::instructions)
      .def("secret_bytes", &TaintTracker::secret_bytes)
      .def("stacks", &TaintTracker::stacks)
      .def("mark", &TaintTracker::mark)
      .def("memory", [](TaintTracker& t, uint32_t address) { return t.memory(address, 4).bits; })
      .def("register",
           [](TaintTracker& t, unsigned number) { return t.registers().read(number).bits; })
      .def("set_register", [](TaintTracker& t, unsigned number,
                              uint32_t bits) { t.registers().write(number, {bits, 0}); })
      .def("flags", [](TaintTracker& t) { return t.registers().flags().bits; });

  nb::class_<Session>(m, "Session")
      .def(nb::new_(&make_session), nb::arg("machine"), nb::arg("engine"), nb::arg("rtl"),
           nb::arg("wave"), nb::arg("cover"), nb::arg("waits"), nb::arg("seed"), nb::arg("device"))
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
           [](Session& s, unsigned row) {
             return number(s.machine().read_register(row), s.info().registers[row].bits);
           })
      .def("write_register",
           [](Session& s, unsigned row, const nb::object& value) {
             return s.machine().write_register(row, value_of(value));
           })
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
      .def("mix", [](Session& s) { return counts(s, s.machine().mix()); })
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
      .def(
          "track_taint", [](Session& s, TaintTracker* tracker) { s.watch_with(tracker); },
          nb::arg("tracker").none(), nb::keep_alive<1, 2>())
      .def("follows_secrets", [](const Session& s) { return s.info().propagation != nullptr; })
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
      .def("profile_of_lines", &Session::profile_of_lines)
      .def("lines_are",
           [](Session& s, std::vector<std::string> texts,
              const std::vector<std::pair<uint32_t, int>>& rows) {
             std::vector<evariste::host::Lines::Row> list;
             for (const auto& [address, line] : rows) list.push_back({address, line});
             s.lines_are({std::move(texts), std::move(list)});
           })
      .def("record",
           [](Session& s, uint64_t count) {
             // As evariste.sim.RECORD describes it.
             struct [[gnu::packed]] Row {
               uint64_t cycle;
               uint32_t pc, insn, next_pc, address, flags;
               uint8_t cause, trap;
             };
             static_assert(sizeof(Row) == 30);
             std::vector<Row> rows;
             for (const auto& e : s.record(count)) {
               rows.push_back(
                   {e.cycle, e.pc, e.insn, e.next_pc, e.address, e.flags, e.cause, e.trap});
             }
             return nb::bytes(rows.data(), rows.size() * sizeof(Row));
           })
      .def("counter_reads",
           [](Session& s) {
             std::vector<std::tuple<uint32_t, uint32_t, uint64_t, std::vector<uint64_t>>> reads;
             for (const auto& read : s.machine().counter_reads()) {
               reads.emplace_back(read.pc, read.caller, read.cycle, counts(s, read.mix));
             }
             return reads;
           })
      .def("flip", [](Session& s, uint64_t cycle, const std::string& place, unsigned index,
                      unsigned bit) { return s.machine().flip({cycle, place, index, bit}); })
      .def("event_counts", [](Session& s) {
        std::vector<std::pair<std::string, uint64_t>> found;
        for (const auto& count : s.machine().event_counts())
          found.emplace_back(count.name, count.value);
        return found;
      });

  nb::class_<Server>(m, "GdbServer")
      .def(
          "__init__",
          [](Server* self, Session& session, const nb::bytes& program, const std::string& name) {
            const auto bytes = view(program);
            new (self) Server(session, session.info(), {bytes.begin(), bytes.end()}, name);
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
