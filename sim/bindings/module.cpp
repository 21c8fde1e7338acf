// SPDX-License-Identifier: Apache-2.0
// The Python module `_sim`. evariste/sim wraps it; nothing else imports it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "facts.hpp"
#include "host/session.hpp"
#include "iss/gfp/core.hpp"

namespace nb = nanobind;
using evariste::host::Session;

namespace {

std::span<const uint8_t> view(const nb::bytes& b) {
  return {static_cast<const uint8_t*>(b.data()), b.size()};
}
nb::bytes as_bytes(const std::string& s) { return nb::bytes(s.data(), s.size()); }

std::unique_ptr<Session> make_session(const std::string& engine, bool gf) {
  if (engine == "iss") {
    return std::make_unique<Session>(std::make_unique<evariste::iss::Core>(gf), evariste::sim::gfp_facts);
  }
  throw nb::value_error("unknown engine");
}

}  // namespace

NB_MODULE(_sim, m) {
  m.doc() = "The simulator's engines. Use evariste.sim.";

  nb::class_<Session>(m, "Session")
      .def(nb::new_(&make_session), nb::arg("engine"), nb::arg("gf"))
      .def("load", [](Session& s, const nb::bytes& file) { return s.load(view(file)); })
      .def("reset", &Session::reset)
      .def("clear", [](Session& s) { s.machine().clear(); })
      .def(
          "run",
          [](Session& s, uint64_t cycles, uint64_t instructions, double seconds) {
            nb::gil_scoped_release release;
            switch (s.run(cycles, instructions, seconds)) {
              case Session::Progress::kStopped:
                return "stopped";
              case Session::Progress::kInput:
                return "input";
              default:
                return "slice";
            }
          },
          nb::arg("cycles"), nb::arg("instructions"), nb::arg("seconds"))
      .def("stop",
           [](const Session& s) {
             return std::make_tuple(s.stop().reason, s.stop().status, s.stop().sentence);
           })
      .def("read_register", [](Session& s, unsigned index) { return s.machine().read_register(index); })
      .def("write_register",
           [](Session& s, unsigned index, uint32_t value) { s.machine().write_register(index, value); })
      .def("read_memory",
           [](Session& s, uint32_t address, size_t length) -> nb::object {
             std::string content(length, '\0');
             if (!s.machine().read_memory(address, {reinterpret_cast<uint8_t*>(content.data()), length})) {
               return nb::none();
             }
             return as_bytes(content);
           })
      .def("write_memory", [](Session& s, uint32_t address,
                              const nb::bytes& content) { return s.machine().write_memory(address, view(content)); })
      .def("cycles", [](Session& s) { return s.machine().cycles(); })
      .def("instructions", [](Session& s) { return s.machine().instructions(); })
      .def("mix",
           [](Session& s) {
             const evariste::sim::Mix mix = s.machine().mix();
             return std::make_tuple(mix.load, mix.store, mix.gf, mix.alu, mix.branch, mix.other);
           })
      .def("take_output", [](Session& s) { return as_bytes(s.take_output()); })
      .def("take_errors", [](Session& s) { return as_bytes(s.take_errors()); })
      .def("confine", [](Session& s, const std::string& directory) { return s.host().files().confine(directory); })
      .def("set_command_line", [](Session& s, const std::string& line) { s.host().set_command_line(line); })
      .def("feed_input", [](Session& s, const nb::bytes& b) {
        s.host().feed_input({static_cast<const char*>(b.data()), b.size()});
      })
      .def("end_input", [](Session& s) { s.host().end_input(); })
      .def("refused", [](Session& s) { return s.host().refused(); })
      .def("sizes",
           [](const Session& s) { return std::make_pair(s.image().code_bytes, s.image().data_bytes); })
      .def("where", &Session::where);
}
