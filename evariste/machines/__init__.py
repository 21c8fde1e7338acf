# SPDX-License-Identifier: Apache-2.0
"""Machines, found by name: what the rest of the package has to know of each stands in its own module here.

    machines.named("NAME")      its definition; an unknown name is refused with a sentence
    machines.all()              every definition, the default first

A machine is a module or package of this folder that defines MACHINE. No other module of `evariste` names one: what
differs between machines is data of MachineDef, or one of MODULES inside the machine's package, which `module` finds.

A machine may be a coprocessor (`MachineDef.device`), and another may have a place for one on its bus (`place`). Neither
names the other. A host's configuration with a coprocessor is called HOST_CONFIGURATION+COPROCESSOR. The backend runs on
the host's `place`; the configuration with interrupts takes the coprocessor too, and its interrupt.
"""

import importlib
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from types import ModuleType

from evariste.errors import UserError

PORTABLE = "portable"  # the backend that every machine with a C compiler can run
LIBRARY = ("aes", "binary_curves", "codes", "crc", "hashes", "prime_curves")  # families of workloads that it has


@dataclass(frozen=True)
class Configuration:
    """Values of the core's parameters that differ from the default, from isa/<machine>/configurations.yaml."""

    about: str
    parameters: dict[str, int]
    lacks: tuple[str, ...]  # instructions that are illegal, by name
    slower: bool  # some instructions take more cycles than the default's, which the interpreter does not count
    cycles: Mapping[str, int]  # of instructions whose cycles the parameters set, by name

    @property
    def flags(self) -> list[str]:
        """The parameters as Verilator and Yosys take them: -GNAME=VALUE."""
        return [f"-G{name}={value}" for name, value in self.parameters.items()]


@dataclass(frozen=True)
class Options:
    """How `ev cc` takes the words of a compiler that choose a machine."""

    cores: tuple[str, ...]  # what -mcpu= may name
    understood: tuple[str, ...]  # words that change nothing
    refused: tuple[str, ...]  # beginnings of words that choose another machine, but for `allowed`
    allowed: tuple[str, ...]
    described: str  # the machine, in a message about such a word


@dataclass(frozen=True)
class ToolChain(Options):
    """The C compiler of a machine and what belongs to it; a machine that runs no C has none."""

    prefix: str  # of the programs' names
    variable: str  # the environment's variable that names another prefix
    package: str  # Debian's
    flags: tuple[str, ...]  # that choose the machine
    common: tuple[str, ...]  # that every source is compiled with
    link: tuple[str, ...]
    semihosting: str  # the library that newlib's system calls come from
    runtime: str  # the folder of start-up code and C library glue
    script: str  # the linker script
    headers: str  # the folder of generated headers, and of memory.ld for the script
    names: tuple[str, ...]  # of other compilers that may be there
    target: str  # clang's word for the machine
    directives: str  # the first lines of an assembly file
    macros: str  # and the line before them, in one that has instructions the assembler does not know
    function: str  # the line before a function in one
    small: tuple[str, ...] = ()  # the words for a smaller C library; none: there is no such library
    library: str = ""  # the module that builds the C library; none: the compiler's package has one
    gcc: tuple[str, ...] = ()  # those of `flags` that only GCC knows
    clang: tuple[str, ...] = ()  # flags that clang needs beside the others


@dataclass(frozen=True)
class Rtl:
    """The SystemVerilog of a machine: folders of rtl/, packages, the names of its tops, and how synthesis takes it."""

    folders: tuple[str, ...]
    generated: str  # the package from isa/
    packages: tuple[str, ...]  # all packages, each after those that it imports
    core: str
    system: str = ""  # the core with memories and devices
    top: str = ""  # what other projects instantiate
    lint: tuple[tuple[str, tuple[str, ...]], ...] = ()  # tops beside the system, with the folders that they need
    registers: str = ""  # the register file
    kept: Mapping[str, str] = field(default_factory=dict)  # modules that stay apart in synthesis, and their names
    instances: Mapping[str, str] = field(default_factory=dict)  # the same for instances; "" is the rest
    cut: tuple[str, ...] = ()  # ports of the core that serve simulation; the core that is measured has none
    without: Mapping[str, int] = field(default_factory=dict)  # parameters that leave out what it adds to a plain core
    listed: str = ""  # the list of files for other projects


@dataclass(frozen=True)
class Part:
    """A piece of the simulator that is built by itself: CMake's target, sources, what it is, about how many seconds."""

    target: str
    sources: tuple[str, ...]
    about: str
    seconds: int


@dataclass(frozen=True)
class Device:
    """A coprocessor on the bus of a host: the backend of sw/low that drives it, and what that is measured with; the
    part of the simulator with its circuit on the bus, in its usual configuration. `alone`: patterns of the workloads
    among those measured that its host does without it."""

    backend: str
    measured: tuple[str, ...]
    circuit: str
    alone: tuple[str, ...] = ()


@dataclass(frozen=True)
class Module:
    """What a module of a machine's package is for: what its absence is called, and the names that it has to have."""

    what: str
    names: tuple[str, ...]


# Everything that a machine can bring besides its definition. A machine that lacks one is refused where it is needed.
MODULES = {
    "text": Module("listings", ("DIALECT", "program")),
    "recipes": Module("random programs", ("RECIPES", "USUAL", "KINDS", "generate")),
    "oracle": Module("oracle", ("RECIPES", "unlike")),
    "coverage": Module("bins of coverage", ("Coverage", "WAIVED")),
    "cover": Module("runs that measure the coverage of its RTL", ("measure", "CONFIGURATION")),
    "proofs": Module("proofs", ("catalogue",)),
    "mutants": Module("RTL to mutate", ("TARGETS", "PROVED", "run", "record")),
    "faults": Module("model to put faults into", ("PROGRAMS", "PARTS", "system", "inject")),
    "fuzz": Module("targets to fuzz", ("SUITE",)),
    "netlist": Module("netlist that can be checked", ("checks",)),
    "silicon": Module("silicon designs", ("Evaluation", "WORKLOADS")),
    "snapshot": Module("way to start a netlist inside a program", ("HARNESS", "RAM", "snapshot", "unit")),
    "workloads": Module("workloads of its own", ()),
    "tables": Module("tables of its own", ()),
    "figures": Module("figures of its own", ("FIGURES",)),
    "boards": Module("boards", ("BOARDS",)),
}


@dataclass(frozen=True)
class MachineDef:
    """What the package knows of a machine. The order of `backends` is that of tables; the first is the native one."""

    name: str
    about: str
    configuration: str  # the one that is meant when none is named
    rtl: Rtl
    parts: Mapping[str, Part]  # of the simulator: the interpreter, called as the machine, and the RTL's
    simulated: Mapping[str, str]  # configurations that can be simulated, and the part with the RTL ("": none)
    generated: str  # the folder of what is generated for it
    backends: Mapping[str, str] = field(default_factory=dict)  # folders of sw/low, and what their programs run on
    measured: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # families of workloads, see `families`
    interrupts: str | None = None  # the configuration with interrupt lines
    speeds: tuple[str, ...] = ()  # configurations in which the simulator's speed is measured; none: the usual one
    toolchain: ToolChain | None = None
    builder: str = ""  # the module that builds its programs, for a machine whose tools are in this repository
    gates: tuple[str, ...] = ()  # the simulator of gates: what it has of this machine
    sources: tuple[str, ...] = ()  # generated files and folders that results follow from
    verify: str = ""  # the folder of its tests, and of what proofs and campaigns read
    generators: Mapping[str, str] = field(default_factory=dict)  # parts of `ev gen` of its own, with their modules
    derived: str = ""  # the module whose `derived` gives the parameters of a configuration that follow from the others
    bounds: Mapping[str, int] = field(default_factory=dict)  # the most cycles of a word, by case of `ev slowest`
    commands: str = ""  # the module with the command `ev <name>`
    lacks: Mapping[str, str] = field(default_factory=dict)  # families or patterns of tasks that it cannot run, and why
    unaided: Mapping[str, str] = field(default_factory=dict)  # families or tasks without help of its hardware, and why
    answers: Mapping[str, str] = field(default_factory=dict)  # its own records for workloads: pattern, workload
    records: Mapping[str, str] = field(default_factory=dict)  # files of doc/records, and the commands that make them
    device: Device | None = None  # it can be on the bus of a host
    plain: str = ""  # the configuration that is the core alone, if there is one
    alike: Mapping[str, str] = field(default_factory=dict)  # configurations that differ by sizes alone: their name
    place: str = ""  # the configuration that takes a coprocessor on its bus
    default: bool = False

    @property
    def configurations(self) -> dict[str, Configuration]:
        """Those that are built, tested and measured, by name."""
        return _configurations(self.name)

    @property
    def native(self) -> str:
        """The backend that uses what only this machine has."""
        return next(iter(self.backends), self.name)

    @property
    def natives(self) -> tuple[str, ...]:
        """The native backend, and those that use what extends the machine (`<native>_...`)."""
        return tuple(backend for backend in self.backends if backend.partition("_")[0] == self.native)

    @property
    def driven(self) -> tuple[str, ...]:
        """The backends of coprocessors on its bus."""
        return tuple(device.backend for device in self.devices().values())

    @property
    def constant_time(self) -> tuple[str, ...]:
        """The backends that must take the same time for every secret: the machine's own, the portable one, and those of
        coprocessors.
        """
        return tuple(backend for backend in self.backends if backend in (*self.natives, PORTABLE, *self.driven))

    @property
    def followed(self) -> tuple[str, ...]:
        """Those of them whose secrets can be followed: nothing follows what a coprocessor gets."""
        return tuple(backend for backend in self.constant_time if backend not in self.driven)

    def device_of(self, configuration: str) -> str:
        """The coprocessor that a configuration has on its bus, or ""."""
        return configuration.partition("+")[2]

    def devices(self) -> dict[str, Device]:
        """The coprocessors that this machine can have on its bus, by name."""
        return {m.name: m.device for m in map(_defined, names()) if m.device} if self.place else {}

    def families(self, backend: str) -> tuple[str, ...]:
        """The families of workloads that a backend is measured with. The portable one has the whole library."""
        return self.measured.get(backend, LIBRARY if backend == PORTABLE else ())

    def alone(self, backend: str) -> tuple[str, ...]:
        """Patterns of the workloads in which the coprocessor of a backend has no part."""
        return next((device.alone for device in self.devices().values() if device.backend == backend), ())

    def has(self, configuration: str) -> Configuration:
        """A configuration by its name; with a coprocessor on its bus it is the same core."""
        configuration = configuration.partition("+")[0]
        if configuration not in self.configurations:
            raise UserError(f"There is no configuration '{configuration}'; there are {', '.join(self.configurations)}.")
        return self.configurations[configuration]

    def runs(self, backend: str | None = None) -> str:
        """The configuration on which the programs of a backend are measured; without a name, of the native one."""
        backend = backend or self.native
        if backend not in self.backends:
            raise UserError(f"There is no backend '{backend}'; there are {', '.join(sorted(self.backends))}.")
        return self.backends[backend]

    def compiler(self) -> ToolChain:
        """Its tool chain."""
        if self.builder:
            raise UserError(f"The machine '{self.name}' has no GCC, which this needs.")
        if self.toolchain is None:
            raise UserError(f"The machine '{self.name}' runs no C programs.")
        return self.toolchain

    def module(self, what: str) -> ModuleType:
        """One of MODULES, from the machine's own package."""
        about, name = MODULES[what], f"{__name__}.{self.name}.{what}"
        try:
            return importlib.import_module(name)
        except ModuleNotFoundError as missing:
            if missing.name is None or not f"{name}.".startswith(f"{missing.name}."):
                raise
            raise UserError(f"The machine '{self.name}' has no {about.what}.") from None


@cache
def _configurations(machine: str) -> dict[str, Configuration]:
    from evariste.isa import load

    spec, known = load.configurations(machine), load.machine(machine)
    module = named(machine).derived
    derived = importlib.import_module(module).derived if module else dict
    return {
        name: Configuration(c.about, c.parameters | derived(c.parameters), load.lacking(known, spec, c.parameters),
                            not c.parameters.keys().isdisjoint(spec.slower), load.retimed(spec, c.parameters))
        for name, c in spec.configurations.items()
    }  # fmt: skip


def names() -> list[str]:
    """The machines that are there."""
    return [*_there()]


@cache
def _there() -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


@cache
def named(name: str) -> MachineDef:
    """A machine's definition."""
    if name not in names():
        raise UserError(f"There is no machine '{name}'; there are {', '.join(names())}.")
    machine = _defined(name)
    joined = {f"{machine.place}+{device}": made for device, made in machine.devices().items()}
    hosts = [place for place in (machine.place, machine.interrupts) if place]
    driving = {f"{host}+{device}": machine.simulated.get(host, "") for device in machine.devices() for host in hosts}
    return replace(
        machine,
        backends={**machine.backends, **{made.backend: with_it for with_it, made in joined.items()}},
        measured={**machine.measured, **{made.backend: made.measured for made in joined.values()}},
        simulated={**machine.simulated, **driving},
    )


@cache
def _defined(name: str) -> MachineDef:
    machine: MachineDef = importlib.import_module(f"{__name__}.{name}").MACHINE
    return machine


def all() -> list[MachineDef]:
    """Every machine, the default first."""
    return sorted(map(named, names()), key=lambda machine: (not machine.default, machine.name))


def default() -> MachineDef:
    """The machine that is meant when none is named."""
    return all()[0]


DEFAULT = default().name
NATIVE = default().native
# The native backend, and those for its cores with extensions (`cc.fallbacks`).
NATIVES = default().natives
# The backends of coprocessors on its bus.
DRIVEN = default().driven
