// SPDX-License-Identifier: Apache-2.0
// The Python module `_gates`. evariste/verification/gates.py wraps it; nothing else imports it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>

#include "gfp/gates/soc.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace evariste::gates;

namespace {

template <typename T>
std::vector<T> array(const nb::bytes& bytes) {
  if (bytes.size() % sizeof(T) != 0) throw nb::value_error("not a whole number of elements");
  std::vector<T> out(bytes.size() / sizeof(T));
  std::memcpy(out.data(), bytes.data(), bytes.size());
  return out;
}

// A number with one bit a lane, as bytes.
Lanes mask(const nb::bytes& bytes) {
  if (bytes.size() != sizeof(Lanes)) throw nb::value_error("not one bit a lane");
  Lanes out;
  std::memcpy(&out, bytes.data(), sizeof out);
  return out;
}
nb::bytes as_bytes(const Lanes& lanes) { return nb::bytes(&lanes, sizeof lanes); }
std::span<const uint8_t> view(const nb::bytes& b) {
  return {static_cast<const uint8_t*>(b.data()), b.size()};
}

// Applies one operand after another to all lanes. Returns the lanes with an unexpected output, and
// when it first came. There is a column of 64-bit numbers for each port. `care` says which bits of
// an output count.
struct Column {
  Nodes nodes;
  std::vector<uint64_t> values, care;
};
using ColumnArgument = std::tuple<Nodes, nb::bytes>;
using CheckArgument = std::tuple<Nodes, nb::bytes, nb::bytes>;

std::pair<nb::bytes, std::vector<int64_t>> check(Netlist& net,
                                                 const std::vector<ColumnArgument>& inputs,
                                                 const std::vector<CheckArgument>& outputs,
                                                 const nb::bytes& use) {
  std::vector<Column> in, out;
  for (const auto& [nodes, values] : inputs) in.push_back({nodes, array<uint64_t>(values), {}});
  for (const auto& [nodes, values, care] : outputs)
    out.push_back({nodes, array<uint64_t>(values), array<uint64_t>(care)});
  const Lanes used = mask(use);
  Lanes wrong{};
  std::vector<int64_t> when(kLanes, -1);
  {
    nb::gil_scoped_release release;
    net.settle_held();
    for (size_t i = 0; i < in.at(0).values.size() && any(used & ~wrong); ++i) {
      for (const Column& c : in) net.set_all(c.nodes, c.values.at(i));
      net.settle();
      Lanes now{};
      for (const Column& c : out) {
        for (size_t k = 0; k < c.nodes.size(); ++k) {
          if (c.care.at(i) >> k & 1) now |= net[c.nodes[k]] ^ all(c.values.at(i) >> k & 1);
        }
      }
      now &= used & ~wrong;
      for_each(now, [&](unsigned lane) { when[lane] = static_cast<int64_t>(i); });
      wrong |= now;
    }
  }
  return {as_bytes(wrong), when};
}

// Outputs for many operands, a lane each.
std::vector<nb::bytes> compute(Netlist& net, const std::vector<ColumnArgument>& inputs,
                               const std::vector<Nodes>& outputs) {
  std::vector<Column> in;
  for (const auto& [nodes, values] : inputs) in.push_back({nodes, array<uint64_t>(values), {}});
  const size_t count = in.at(0).values.size();
  std::vector<std::vector<uint64_t>> out(outputs.size(), std::vector<uint64_t>(count));
  {
    nb::gil_scoped_release release;
    net.settle_held();
    for (size_t from = 0; from < count; from += kLanes) {
      const auto lanes = static_cast<unsigned>(std::min<size_t>(kLanes, count - from));
      for (const Column& c : in) {
        for (unsigned lane = 0; lane < lanes; ++lane) net.set(c.nodes, lane, c.values[from + lane]);
      }
      net.settle();
      for (size_t p = 0; p < outputs.size(); ++p) {
        for (unsigned lane = 0; lane < lanes; ++lane) {
          out[p][from + lane] = net.get(outputs[p], lane);
        }
      }
    }
  }
  std::vector<nb::bytes> result;
  for (const auto& column : out) result.emplace_back(column.data(), column.size() * 8);
  return result;
}

}  // namespace

NB_MODULE(_gates, m) {
  m.doc() = "Gate-level netlists, 512 machines at once. Use evariste.verification.gates.";
  m.attr("LANES") = kLanes;

  nb::class_<Netlist>(m, "Netlist")
      .def("__init__",
           [](Netlist* self, unsigned nodes, const nb::bytes& gates, size_t held,
              const nb::bytes& flops) {
             new (self) Netlist(nodes, array<Gate>(gates), held, array<Flop>(flops));
           })
      .def("set", [](Netlist& net, const Nodes& nodes, unsigned lane,
                     uint64_t value) { net.set(nodes, lane % kLanes, value); })
      .def("set_all",
           [](Netlist& net, const Nodes& nodes, uint64_t value) { net.set_all(nodes, value); })
      .def("get", [](const Netlist& net, const Nodes& nodes,
                     unsigned lane) { return net.get(nodes, lane % kLanes); })
      .def("check", &check, "inputs"_a, "outputs"_a, "use"_a)
      .def("compute", &compute, "inputs"_a, "outputs"_a);

  nb::class_<Soc>(m, "Soc")
      .def(
          "__init__",
          [](Soc* self, Netlist& net, const Ports& ports,
             const std::vector<std::tuple<int32_t, Nodes>>& groups,
             const std::vector<Nodes>& others) {
            std::vector<Group> g;
            for (const auto& [valid, nodes] : groups) g.push_back({valid, nodes});
            new (self) Soc(net, ports, g, others);
          },
          nb::keep_alive<1, 2>())
      .def("clear", &Soc::clear)
      .def("load", [](Soc& soc, uint32_t address,
                      const nb::bytes& b) { return soc.load(address, view(b)); })
      .def("load_lane",
           [](Soc& soc, unsigned lane, uint32_t address, const nb::bytes& b) {
             return soc.load(lane % kLanes, address, view(b));
           })
      .def("read",
           [](const Soc& soc, unsigned lane, uint32_t address, size_t length) -> nb::object {
             std::vector<uint8_t> out(length);
             if (!soc.read(lane % kLanes, address, out)) return nb::none();
             return nb::bytes(out.data(), out.size());
           })
      .def(
          "run",
          [](Soc& soc, const nb::bytes& use, uint64_t cycles, bool follow, unsigned instr_wait,
             unsigned data_wait, unsigned late, unsigned pulse, unsigned debugger, uint64_t seed,
             uint64_t preset, const std::vector<std::tuple<uint64_t, int32_t, uint32_t>>& flips,
             const std::vector<std::pair<uint64_t, uint64_t>>& lines) {
            std::vector<Flip> list;
            for (const auto& [cycle, node, lane] : flips) list.push_back({cycle, node, lane});
            const Lanes used = mask(use);
            nb::gil_scoped_release release;
            return soc.run(used, cycles,
                           {.follow = follow,
                            .instr_wait = instr_wait,
                            .data_wait = data_wait,
                            .late = late,
                            .pulse = pulse,
                            .debugger = static_cast<Debugger>(debugger),
                            .seed = seed,
                            .preset = preset,
                            .lines = lines},
                           std::move(list));
          },
          "use"_a, "cycles"_a, "follow"_a, "instr_wait"_a, "data_wait"_a, "late"_a, "pulse"_a,
          "debugger"_a, "seed"_a, "preset"_a, "flips"_a, "lines"_a)
      .def("different", [](const Soc& soc) { return as_bytes(soc.different()); })
      .def("trapped", [](const Soc& soc) { return as_bytes(soc.trapped()); })
      .def("locked_up", [](const Soc& soc) { return as_bytes(soc.locked_up()); })
      .def("when", &Soc::when)
      .def("by", &Soc::by)
      .def("record", &Soc::record)
      .def("take_record", [](Soc& soc) {
        const auto rows = soc.take_record();
        return nb::bytes(rows.data(), rows.size() * sizeof(Retired));
      });
}
