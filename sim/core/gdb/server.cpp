// SPDX-License-Identifier: Apache-2.0
#include "core/gdb/server.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace evariste::host::gdb {

namespace {

// Numbers of error replies; GDB shows them, nothing depends on their values.
constexpr char kMalformed[] = "E01";
constexpr char kNoMemory[] = "E02";    // in no memory
constexpr char kNoRegister[] = "E03";  // no such register, or no such value of it
constexpr char kTooMany[] = "E04";     // breakpoints and watchpoints
constexpr char kRunning[] = "E05";     // the program is running
constexpr char kTooLong[] = "E06";
constexpr char kNoProgram[] = "E07";  // nothing to run by that name
constexpr char kOk[] = "OK";

constexpr std::nullopt_t kLater = std::nullopt;  // a resumed program answers when it stops

// GDB's own numbers of signals.
enum Signal : unsigned {
  kSigint = 2,
  kSigill = 4,
  kSigtrap = 5,
  kSigabrt = 6,
  kSigsegv = 11,
  kSigxcpu = 24,
};

constexpr uint32_t kMostBytes = kLongestBody / 4;  // of memory in one packet, in two digits each

constexpr char kFeatures[] =
    "PacketSize=4000;QStartNoAckMode+;vContSupported+;qXfer:features:read+;qXfer:memory-map:read+";

constexpr char kHelp[] =
    "monitor reset   registers and cycle count as after power-on; memory stays\n"
    "monitor cycles  cycles and instructions since reset\n";

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

}  // namespace

Server::Server(Session& session, const sim::MachineInfo& info, std::vector<uint8_t> program,
               std::string name)
    : session_(session),
      info_(info),
      program_(std::move(program)),
      name_(std::move(name)),
      target_(session.machine(), info),
      points_(session.machine(), info) {
  connect();
}

Server::~Server() { session_.debug_with(nullptr); }

void Server::connect() {
  decoder_ = {};
  out_.clear();
  last_.clear();
  first_byte_ = acknowledge_ = true;
  extended_ = false;
  points_.clear();
  watch();
  if (state_ == State::kHalted || state_ == State::kRunning) stand(kSigtrap);
}

bool Server::receive(std::string_view bytes) {
  if (first_byte_ && !bytes.empty()) {
    // A web page could make a browser send a request to this port. It must not get a packet
    // through.
    if (std::string_view("+-$\x03").find(bytes[0]) == std::string_view::npos) return false;
    first_byte_ = false;
  }
  for (const char c : bytes) {
    switch (decoder_.take(static_cast<uint8_t>(c))) {
      case Decoder::Event::kNone:
        break;
      case Decoder::Event::kPacket:
        if (acknowledge_) out_ += '+';
        if (const Answer reply = handle(decoder_.body())) answer(*reply);
        break;
      case Decoder::Event::kTooLong:
        if (acknowledge_) out_ += '+';
        answer(kTooLong);
        break;
      case Decoder::Event::kDamaged:
        if (acknowledge_) {
          out_ += '-';
        } else {
          answer(kMalformed);
        }
        break;
      case Decoder::Event::kRepeat:
        if (acknowledge_) out_ += last_;
        break;
      case Decoder::Event::kInterrupt:
        if (state_ == State::kRunning) halt(kSigint);
        break;
    }
  }
  return true;
}

void Server::answer(const std::string& body) {
  last_ = encode(body);
  out_ += last_;
}

Server::Answer Server::handle(std::string_view body) {
  if (body.empty()) return "";
  const std::string_view rest = body.substr(1);
  switch (body[0]) {
    case '?':
      return state_ == State::kRunning ? kRunning : stop_reply_;
    case '!':
      extended_ = true;
      return kOk;
    case 'g':
      return read_registers();
    case 'G':
      return write_registers(rest);
    case 'p':
      return read_register(rest);
    case 'P':
      return write_register(rest);
    case 'm':
      return read_memory(rest);
    case 'M':
      return write_memory(rest, false);
    case 'X':
      return write_memory(rest, true);
    case 'c':
    case 's':
      return resume(body[0] == 's', rest);
    case 'C':
    case 'S': {  // with a signal, of which the machine knows none
      Reader in(rest);
      in.number();
      const bool elsewhere = in.next_is(';');
      if (!in.ok() || (!elsewhere && !in.done())) return kMalformed;
      return resume(body[0] == 'S', in.rest());
    }
    case 'Z':
    case 'z':
      return point(body[0] == 'Z', rest);
    case 'H':
    case 'T':  // there is one thread
      return kOk;
    case 'D':
      state_ = State::kDetached;
      points_.clear();
      watch();
      return kOk;
    case 'k':
      kill();
      return kLater;
    case 'R':
      if (!extended_) return kMalformed;
      restart({});
      return kLater;
    case 'v':
      return multi_letter(body);
    case 'q':
    case 'Q':
      return query(body);
    default:
      return "";
  }
}

Server::Answer Server::multi_letter(std::string_view body) {
  if (body == "vCont?") return "vCont;c;C;s;S;r";
  if (take_prefix(body, "vCont;")) return resume_with_actions(body);
  if (body.starts_with("vKill")) {
    kill();
    return kOk;
  }
  if (take_prefix(body, "vRun;")) return extended_ ? restart(body) : kMalformed;
  return "";
}

std::string Server::query(std::string_view body) {
  if (body.starts_with("qSupported")) return kFeatures;
  if (body == "QStartNoAckMode") {
    acknowledge_ = false;
    return kOk;
  }
  if (body.starts_with("qAttached")) return "0";  // leaving ends the program
  if (body == "qC") return "QC1";
  if (body == "qfThreadInfo") return "m1";
  if (body == "qsThreadInfo") return "l";
  if (body.starts_with("qSymbol:")) return kOk;
  if (body == "qOffsets") return "Text=0;Data=0;Bss=0";
  if (take_prefix(body, "qXfer:")) return transfer(body);
  if (take_prefix(body, "qRcmd,")) return command(body);
  return {};
}

// OBJECT:read:ANNEX:OFFSET,LENGTH
std::string Server::transfer(std::string_view body) {
  const size_t object = body.find(":read:");
  if (object == std::string_view::npos) return {};
  const std::string_view rest = body.substr(object + 6);
  const size_t annex = rest.find(':');
  if (annex == std::string_view::npos) return kMalformed;
  Reader in(rest.substr(annex + 1));
  const uint32_t offset = in.number();
  in.expect(',');
  const uint32_t length = in.number();
  if (!in.done()) return kMalformed;
  const auto text = target_.document(body.substr(0, object), rest.substr(0, annex));
  if (!text) return "E00";  // as the protocol asks for a wrong annex
  if (offset > text->size()) return kMalformed;
  const std::string part = text->substr(offset, std::min(length, kMostBytes));
  return (offset + part.size() < text->size() ? "m" : "l") + part;
}

std::string Server::command(std::string_view digits) {
  const auto line = from_hex(digits);
  if (!line) return kMalformed;
  if (state_ == State::kRunning) return kRunning;
  if (*line == "reset") {
    session_.reset();
    stand(kSigtrap);
    return kOk;
  }
  if (*line == "cycles") {
    return to_hex(std::to_string(session_.machine().cycles()) + " cycles, " +
                  std::to_string(session_.machine().instructions()) + " instructions\n");
  }
  return to_hex(*line == "help" ? kHelp : "There is no such command.\n" + std::string(kHelp));
}

Server::Answer Server::resume(bool step, std::string_view address) {
  if (state_ == State::kRunning) return kRunning;
  if (!address.empty()) {
    Reader in(address);
    const uint32_t pc = in.number();
    if (!in.done()) return kMalformed;
    set_pc(pc);
  }
  return start(step, 0, 0);
}

// ACTION[:THREAD][;ACTION[:THREAD]]... There is one thread, so the first action is its.
Server::Answer Server::resume_with_actions(std::string_view actions) {
  if (state_ == State::kRunning) return kRunning;
  const std::string_view action = actions.substr(0, actions.find_first_of(":;"));
  if (action == "c") return start(false, 0, 0);
  if (action == "s") return start(true, 0, 0);
  if (action.empty()) return kMalformed;
  Reader in(action.substr(1));
  const uint32_t first = in.number();
  if (action[0] == 'C' || action[0] == 'S') {
    return in.done() ? start(action[0] == 'S', 0, 0) : kMalformed;
  }
  in.expect(',');
  const uint32_t end = in.number();
  return action[0] == 'r' && in.done() ? start(true, first, end) : kMalformed;
}

Server::Answer Server::start(bool step, uint32_t begin, uint32_t end) {
  if (state_ != State::kHalted) return stop_reply_;  // it has ended
  stepping_ = step;
  range_begin_ = begin;
  range_end_ = end;
  points_.forget();
  state_ = State::kRunning;
  if (points_.watched_now()) halt(kSigtrap);
  return kLater;
}

// NAME[;ARGUMENT]..., each in hexadecimal; without a name the program's own.
std::string Server::restart(std::string_view arguments) {
  std::vector<std::string> line;
  for (size_t begin = 0; begin <= arguments.size();) {
    const size_t end = std::min(arguments.find(';', begin), arguments.size());
    const auto word = from_hex(arguments.substr(begin, end - begin));
    if (!word) return kMalformed;
    line.push_back(*word);
    begin = end + 1;
  }
  if (line[0].empty()) line[0] = name_;
  if (line[0] != name_ || !session_.load(program_).empty()) return kNoProgram;
  if (line.size() > 1) session_.host().set_arguments(line);
  stand(kSigtrap);
  return stop_reply_;
}

std::string Server::read_registers() {
  std::string all;
  for (unsigned i = 0; i < target_.count(); ++i) all += target_.read(i);
  return to_hex(all);
}

std::string Server::write_registers(std::string_view digits) {
  const auto bytes = from_hex(digits);
  if (!bytes) return kMalformed;
  std::string_view rest = *bytes;
  std::string result = kOk;
  for (unsigned i = 0; i < target_.count(); ++i) {
    const size_t size = target_.read(i).size();
    if (rest.size() < size) return kMalformed;
    if (set_register(i, rest.substr(0, size)) != kOk) result = kNoRegister;
    rest.remove_prefix(size);
  }
  return rest.empty() ? result : kMalformed;
}

std::string Server::read_register(std::string_view number) {
  Reader in(number);
  const uint32_t index = in.number();
  if (!in.done()) return kMalformed;
  return index < target_.count() ? to_hex(target_.read(index)) : kNoRegister;
}

std::string Server::write_register(std::string_view body) {
  Reader in(body);
  const uint32_t index = in.number();
  in.expect('=');
  const auto bytes = from_hex(in.rest());
  if (!in.ok() || !bytes) return kMalformed;
  return index < target_.count() ? set_register(index, *bytes) : kNoRegister;
}

std::string Server::set_register(unsigned number, std::string_view bytes) {
  // A jump away from a call of the host that waits for input is the end of that call.
  if (number == target_.number_of(info_.pc) && bytes != target_.read(number))
    session_.forget_call();
  return target_.write(number, bytes) ? kOk : kNoRegister;
}

void Server::set_pc(uint32_t address) {
  session_.forget_call();
  session_.machine().write_register(info_.pc, address);
}

std::string Server::read_memory(std::string_view body) {
  Reader in(body);
  const uint32_t address = in.number();
  in.expect(',');
  const uint32_t length = in.number();
  if (!in.done() || length == 0 || length > kMostBytes) return kMalformed;
  std::vector<uint8_t> bytes(length);
  return session_.machine().read_memory(address, bytes) ? to_hex(bytes) : kNoMemory;
}

std::string Server::write_memory(std::string_view body, bool binary) {
  Reader in(body);
  const uint32_t address = in.number();
  in.expect(',');
  const uint32_t length = in.number();
  in.expect(':');
  if (!in.ok()) return kMalformed;
  const auto bytes = binary ? std::string(in.rest()) : from_hex(in.rest());
  if (!bytes || bytes->size() != length) return kMalformed;
  if (length == 0) return kOk;  // GDB asks with this whether the packet is known
  const std::span content(reinterpret_cast<const uint8_t*>(bytes->data()), bytes->size());
  return session_.machine().write_memory(address, content) ? kOk : kNoMemory;
}

// TYPE,ADDRESS,KIND
std::string Server::point(bool insert, std::string_view body) {
  Reader in(body);
  const uint32_t type = in.number();
  in.expect(',');
  const uint32_t address = in.number();
  in.expect(',');
  const uint32_t bytes = in.number();
  if (!in.done()) return kMalformed;
  if (type > static_cast<uint32_t>(Points::Kind::kAccess)) return {};
  if (bytes == 0) return kMalformed;
  const auto kind = static_cast<Points::Kind>(type);
  if (insert && !points_.insert(kind, address, bytes)) return kTooMany;
  if (!insert) points_.remove(kind, address, bytes);
  watch();
  return kOk;
}

// The machine runs faster without an observer.
void Server::watch() { session_.debug_with(points_.empty() ? nullptr : &points_); }

Session::Progress Server::run(uint64_t cycle_bound, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::duration<double>(seconds);
  auto progress = Session::Progress::kSlice;
  while (state_ == State::kRunning && progress == Session::Progress::kSlice) {
    const double left = std::chrono::duration<double>(deadline - Clock::now()).count();
    if (left <= 0) break;
    const uint64_t steps = stepping_ ? session_.machine().instructions() + 1 : UINT64_MAX;
    progress = session_.run(cycle_bound, steps, left);
    if (progress != Session::Progress::kStopped) continue;
    const uint32_t pc = session_.machine().word(info_.pc);
    if (session_.stop().reason == "step" && pc >= range_begin_ && pc < range_end_) {
      progress = Session::Progress::kSlice;
    } else {
      stopped();
    }
  }
  return progress;
}

// The program has stopped by itself. session_.stop() says why.
void Server::stopped() {
  const Stop& stop = session_.stop();
  const std::string& why = stop.reason;
  if (why == "exit") {
    const uint8_t status[] = {static_cast<uint8_t>(stop.status)};
    stop_reply_ = "W" + to_hex(status);
    state_ = State::kExited;
    answer(stop_reply_);
  } else if (why == "step" || why == "debugger") {
    halt(kSigtrap);
  } else if (why == "breakpoint" || why == "loop" || why == "asleep") {
    halt(kSigtrap, stop.sentence);
  } else if (why == "limit") {
    halt(kSigxcpu, stop.sentence);
  } else if (why == "fault" || why == "lockup") {
    const bool access = info_.cause_has_address(session_.machine().faults().first.cause);
    halt(access ? kSigsegv : kSigill, stop.sentence);
  } else if (why == "semihosting") {
    halt(kSigsegv, stop.sentence);
  } else {
    halt(kSigabrt, stop.sentence);  // stuck, difference, trace
  }
}

// Tells the debugger that the program has stopped, and why in words, which GDB prints.
void Server::halt(unsigned signal, const std::string& explanation) {
  if (!explanation.empty()) answer("O" + to_hex(explanation + "\n"));
  stand(signal);
  answer(stop_reply_);
}

void Server::kill() {
  state_ = State::kKilled;
  stop_reply_ = "X09";
}

// The program stands: the reply says by which signal, by which watchpoint, and where.
void Server::stand(unsigned signal) {
  const auto pair = [](unsigned number) {
    const uint8_t byte[] = {static_cast<uint8_t>(number)};
    return to_hex(byte);
  };
  stop_reply_ = "T" + pair(signal);
  if (points_.hit()) {
    static constexpr const char* kNames[] = {"", "", "watch", "rwatch", "awatch"};
    uint8_t address[4];
    for (unsigned i = 0; i < 4; ++i) address[i] = points_.hit()->address >> 8 * (3 - i);
    stop_reply_ += kNames[static_cast<unsigned>(points_.hit()->kind)];
    stop_reply_ += ":" + to_hex(address) + ";";
  }
  points_.forget();
  for (const unsigned number : {target_.number_of(info_.stack), target_.number_of(info_.link),
                                target_.number_of(info_.pc)}) {
    stop_reply_ += pair(number) + ":" + to_hex(target_.read(number)) + ";";
  }
  stop_reply_ += "thread:1;";
  state_ = State::kHalted;
}

}  // namespace evariste::host::gdb
