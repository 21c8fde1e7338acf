# SPDX-License-Identifier: Apache-2.0
"""Tables in the documents of the machine and of its compiler: portable C, kernels beside the paper's, constant time."""

from fnmatch import fnmatch
from typing import Any

from evariste import machines
from evariste.errors import UserError
from evariste.machines import PORTABLE
from evariste.machines.coreva import facts, workloads
from evariste.papers.load import paper
from evariste.tables import Records, markdown, table
from evariste.verification.tables import proofs_of, rows_of

NAME, PAPER = "coreva", "jungeblut"
NAND2 = (1.4, 2.1)  # um2, in libraries of 65 nm
# The paper's rows: our configuration and backend, and the product of words.
ROWS = {"c": ("base", PORTABLE, "paper"), "c-ise": ("ise", PORTABLE, "paper-ise"), "asm": ("base", NAME, "asm"),
        "asm-ise": ("ise", NAME, "asm-ise"), "squ233": ("squ233", NAME, ""), "mul233": ("mul233", NAME, ""),
        "ff233": ("ff233", NAME, "")}  # fmt: skip
TITLES = {"c": "C", "c-ise": "C, `ise`", "asm": "kernels", "asm-ise": "kernels, `ise`", "squ233": "`squ233`",
          "mul233": "`mul233`", "ff233": "`ff233`"}  # fmt: skip
WORK = {"word": "product of words", "mul": "product", "sqr": "square", "scalar": "k P, B-233"}
CODES = {"rs255_239.decode.e8": "decode, 8 errors", "rs255_239.decode.e0": "decode, clean",
         "rs255_239.encode": "encode"}  # fmt: skip
ALGORITHMS = {"mul": "mul", "sqr": "sqr", "scalar": "point"}  # of the paper, in C (workloads.PAPER)
WORKLOADS = {"mul": "gf2_233.mul", "sqr": "gf2_233.sqr", "scalar": "b233.mul.ct"}

# Workloads of each family for the page; the records have all.
SHOWN = ("aes128*", "gcm128*", "sha256*", "crc32*", "rs255_239.decode.e[08]*", "rs255_239.encode*", "bch63_51*",
         "gf2_233.*", "[bk]233.mul.ct*", "[bk]233.ecdsa.*", "[bk]571.mul.ct", "p256.mul.ct", "p256.ecdsa.*",
         "x25519*")  # fmt: skip


APART = tuple(f".{name}" for name in workloads.CONFIGURED_AS)


def _apart(workload: str) -> bool:
    """A workload with something on or off."""
    return any(part in workload for part in (".without.", ".with.", ".on.")) or workload.endswith(APART)


def _own(records: Records) -> dict[str, dict[str, Any]]:
    mine = (r for r in records if r["machine"] == NAME and r["engine"] != "netlist")
    return {r["workload"]: r for r in mine if r["backend"] == PORTABLE}


table("coreva.units")(facts.units)
table("coreva.timing")(facts.timing)
table("coreva.pair")(facts.pair)
table("coreva.pair_files")(facts.pair_files)


@table("coreva.passes")
def _(records: Records) -> str:
    known, rows = _own(records), list[tuple[object, ...]]()
    for name in workloads.STUDIED:
        every = known[name]
        rate = f"{every['instructions'] / every['cycles']:.2f}"
        without = (known[f"{name}.without.{p}"]["cycles"] for p in workloads.PASSES)
        rows.append((f"`{name}`", every["cycles"], rate, *without))
    return markdown(("workload", "all passes", "operations a cycle", *(f"without {p}" for p in workloads.PASSES)), rows)


@table("coreva.overlap")
def _(records: Records) -> str:
    known, rows = _own(records), list[tuple[object, ...]]()
    for name in workloads.OVERLAPPED:
        two, one = known[name], known[f"{name}.without.{workloads.OVERLAP}"]
        rows.append((f"`{name}`", one["cycles"], two["cycles"], f"{100 - 100 * two['cycles'] / one['cycles']:.1f} %",
                     one["code_bytes"], two["code_bytes"]))  # fmt: skip
    return markdown(("workload", "one round at a time", "two", "cycles saved", "bytes, one", "bytes, two"), rows)


@table("coreva.fused")
def _(records: Records) -> str:
    known = _own(records)
    rows: list[tuple[object, ...]] = []
    for name in workloads.FUSED:
        base, fused = known[name], known[f"{name}.ise"]
        count = (fused["mix"] or {}).get("fused", "-")
        rows.append((f"`{name}`", base["cycles"], fused["cycles"], count, base["code_bytes"], fused["code_bytes"]))
    return markdown(("workload", "base", "ise", "fused operations", "bytes, base", "bytes, ise"), rows)


def _of(records: Records, machine: str, workload: str) -> dict[str, Any] | None:
    wanted = machine, workload, PORTABLE
    return next((r for r in records if (r["machine"], r["workload"], r["backend"]) == wanted), None)


@table("coreva.cycles")
def _(records: Records) -> str:
    other = machines.DEFAULT
    rows: list[tuple[object, ...]] = []
    library = {name: record for name, record in _own(records).items()
               if not _apart(name) and any(fnmatch(name, pattern) for pattern in SHOWN)}  # fmt: skip
    for _, record in sorted(library.items()):
        beside = _of(records, other, record["workload"])
        count = record["instructions"]
        average = f"{count / record['cycles']:.1f}" if count else "-"
        compared = beside["cycles"] if beside else "-"
        rows.append((f"`{record['workload']}`", record["cycles"], average, compared))
    if not rows:
        raise UserError(f"no record of {NAME}'s cycles; `ev bench --machine {NAME}` makes them.")
    return markdown(("workload", "cycles", "operations a cycle", f"{other}, portable C"), rows)


def _compared(records: Records, row: str, work: str) -> tuple[dict[str, Any], dict[str, Any] | None] | None:
    """The records of a row of the paper: for time, and for size. None if the row has no such program of its own."""
    configuration, backend, word = ROWS[row]
    if work == "word":
        return (records.one(f"clmul32.{word}", NAME, machine=NAME), None) if word else None
    fast, small = (records.one(f"{WORKLOADS[work]}.{form}.{configuration}", backend, machine=NAME)
                   for form in ("on", "small.on"))  # fmt: skip
    return fast, small


@table("coreva.paper")
def _(records: Records) -> str:
    claims = paper(PAPER).claims
    rows: list[tuple[object, ...]] = []
    for work, title in WORK.items():
        for row in ROWS:
            if work in ALGORITHMS and ROWS[row][1] == PORTABLE:
                own = records.one(f"paper.{ALGORITHMS[work]}.{ROWS[row][0]}", NAME, machine=NAME)
                cycles, size = (claims[f"{table}.{row}.{work}"].best or 0 for table in ("t2", "t3"))
                rows.append((title, f"{TITLES[row]}, the paper's algorithm", int(cycles), own["cycles"],
                             f"{cycles / own['cycles']:.2f}", int(size), own["code_bytes"], "-", "-"))  # fmt: skip
            if (found := _compared(records, row, work)) is None:
                continue
            fast, small = found
            cycles, size = (claims[f"{table}.{row}.{work}"].best or 0 for table in ("t2", "t3"))
            for_size = (small["cycles"], small["code_bytes"]) if small else ("-", "-")
            rows.append((title, TITLES[row], int(cycles), fast["cycles"], f"{cycles / fast['cycles']:.2f}", int(size),
                         fast["code_bytes"], *for_size))  # fmt: skip
    return markdown(("", "with", "cycles, paper", "cycles", "paper / here", "bytes, paper", "bytes",
                     "cycles, for size", "bytes, for size"), rows)  # fmt: skip


# What the design aimed at, in cycles or fewer: task, how, the number, record and backend.
GOALS = (
    ("product of words", "the paper's C", 39, "clmul32.paper", NAME),
    ("product of words", "the paper's C, `ise`", 35, "clmul32.paper-ise", NAME),
    ("product of words", "C in constant time", 34, "clmul32.c", NAME),
    ("product of words", "kernel", 30, "clmul32.asm", NAME),
    ("product of words", "kernel, `ise`", 22, "clmul32.asm-ise", NAME),
    ("product of words", "`clmul`", 5, "clmul32.clmul", NAME),
    ("product", "the paper's C", 1501, "paper.mul.base", NAME),
    ("product", "the paper's C, `ise`", 1390, "paper.mul.ise", NAME),
    ("product", "C in constant time", 1366, "gf2_233.mul.on.base", PORTABLE),
    ("product", "kernel", 767, "gf2_233.mul.on.base", NAME),
    ("product", "kernel, `ise`", 581, "gf2_233.mul.on.ise", NAME),
    ("product", "kernel for size", 1258, "gf2_233.mul.small.on.base", NAME),
    ("product", "kernel for size, `ise`", 1039, "gf2_233.mul.small.on.ise", NAME),
    ("product", "`clmul`", 121, "gf2_233.mul.on.clmul", NAME),
    ("product", "`mul233`", 57, "gf2_233.mul.on.mul233", NAME),
    ("product", "`ff233`", 57, "gf2_233.mul.on.ff233", NAME),
    ("square", "the paper's C", 226, "paper.sqr.base", NAME),
    ("square", "the paper's C, `ise`", 211, "paper.sqr.ise", NAME),
    ("square", "C in constant time", 95, "gf2_233.sqr.on.base", PORTABLE),
    ("square", "kernel", 86, "gf2_233.sqr.on.base", NAME),
    ("square", "kernel, `ise`", 41, "gf2_233.sqr.on.ise", NAME),
    ("square", "`squ233`", 34, "gf2_233.sqr.on.squ233", NAME),
    ("square", "`ff233`", 34, "gf2_233.sqr.on.ff233", NAME),
    ("k P, B-233", "the paper's C", 2_294_029, "paper.point.base", NAME),
    ("k P, B-233", "the paper's C, `ise`", 2_164_210, "paper.point.ise", NAME),
    ("k P, B-233", "kernels", 1_315_666, "b233.mul.ct.on.base", NAME),
    ("k P, B-233", "kernels, `ise`", 918_230, "b233.mul.ct.on.ise", NAME),
    ("k P, B-233", "`squ233`", 2_208_934, "b233.mul.ct.on.squ233", NAME),
    ("k P, B-233", "`mul233`", 255_067, "b233.mul.ct.on.mul233", NAME),
    ("k P, B-233", "`ff233`", 167_182, "b233.mul.ct.on.ff233", NAME),
    ("k P, B-233", "`clmul`", 267_543, "b233.mul.ct.on.clmul", NAME),
    ("k P, B-233", "`x`", 16_786, "b233.mul.ct.on.x", NAME),
    ("AES-128, a block", "portable C", 2_327, "aes128.encrypt", PORTABLE),
    ("RS(255,239), decode, 8 errors", "portable C", 55_377, "rs255_239.decode.e8", PORTABLE),
    ("RS(255,239), decode, clean", "portable C", 20_741, "rs255_239.decode.e0", PORTABLE),
    ("RS(255,239), encode", "portable C", 53_053, "rs255_239.encode", PORTABLE),
)  # fmt: skip


@table("coreva.goals")
def _(records: Records) -> str:
    rows: list[tuple[object, ...]] = []
    for task, how, goal, workload, backend in GOALS:
        cycles = records.one(workload, backend, machine=NAME)["cycles"]
        rows.append((task, how, goal, cycles, f"+{cycles - goal}" if cycles > goal else "-"))
    return markdown(("", "with", "goal, cycles", "cycles", "missed by"), rows)


# Operations a cycle: task, how, goal, workload, backend.
DENSITIES = (
    *((task, "portable C", 2.0, workload, PORTABLE) for task, workload in (
        ("AES-128, a block", "aes128.encrypt"), ("RS(255,239), decode, 8 errors", "rs255_239.decode.e8"),
        ("RS(255,239), decode, clean", "rs255_239.decode.e0"), ("RS(255,239), encode", "rs255_239.encode"),
        ("BCH(63,51), decode, 2 errors", "bch63_51.decode.e2"), ("SHA-256, a call", "sha256.call"),
        ("CRC-32, 1 KiB", "crc32.kib"), ("k P, P-256", "p256.mul.ct"), ("X25519", "x25519.agree"))),
    ("k P, B-233", "portable C", 2.6, "b233.mul.ct.on.base", PORTABLE),
    ("k P, B-233", "kernels", 3.3, "b233.mul.ct.on.base", NAME),
)  # fmt: skip


@table("coreva.densities")
def _(records: Records) -> str:
    rows = []
    for task, how, goal, workload, backend in DENSITIES:
        one = records.one(workload, backend, machine=NAME)
        reached = one["instructions"] / one["cycles"]
        mix = one["mix"]
        missed = f"{goal - reached:.2f}" if reached < goal else "-"
        rows.append((task, how, f"{goal:.1f}", f"{reached:.2f}", missed, f"{one['instructions'] / mix['branch']:.0f}",
                     f"{100 * mix['load'] / one['instructions']:.0f}"))  # fmt: skip
    return markdown(("", "with", "goal, operations a cycle", "reached", "missed by", "operations for each branch",
                     "loads, %"), rows)  # fmt: skip


# Beside `base`, in percent: area and power at most, and energy of k P beside portable C.
RELATIONS = {"area": {"mul233": 27.7, "squ233": 1.9, "ff233": 29.9, "ise": 0.5},
             "power": {"mul233": 25.7, "squ233": 4.5, "ff233": 29.6},
             "energy": {"ff233": -90.5, "mul233": -75.8, "ise": -26.3}}  # fmt: skip


@table("coreva.relations")
def _(records: Records) -> str:
    """The relations of the paper's circuits, as goals, and those of ours."""
    program = "b233.mul.ct.on"

    def value(what: str, name: str, backend: str) -> float:
        if what == "area":
            return float(next(iter(records.like(rf"{NAME}\.silicon\.{name}$")))["buffered_ge"])
        r = records.one(f"{NAME}.silicon.energy.{program}.{name}", backend, machine=NAME)
        return float(r["per_cycle_pj" if what == "power" else "logic_pj"])

    rows = []
    for what, goals in RELATIONS.items():
        base = value(what, "base", PORTABLE if what == "energy" else NAME)
        for name, goal in goals.items():
            reached = 100 * (value(what, name, NAME) / base - 1)
            rows.append((what, f"`{name}`", f"{goal:+.1f} %", f"{reached:+.1f} %",
                         f"{reached - goal:.1f}" if reached > goal else "-"))  # fmt: skip
    return markdown(("", "configuration", "goal", "reached", "missed by"), rows)


CLOCK = {"ise": 3.0, "ff233": 3.0}  # at most so many percent more than `base`


@table("coreva.clock")
def _(records: Records) -> str:
    paths = {r["config"]: float(r["delay_ns"]) for r in records.like(rf"{NAME}\.silicon\.\w+$")}
    rows = []
    for name, ns in paths.items():
        more, goal = 100 * (ns / paths["base"] - 1), CLOCK.get(name)
        rows.append((f"`{name}`", f"{ns:.2f}", f"{more:+.1f} %", f"{goal:+.1f} %" if goal else "-",
                     f"{more - goal:.1f}" if goal and more > goal else "-"))  # fmt: skip
    return markdown(("configuration", "longest path, ns", "beside `base`", "goal", "missed by"), rows)


# Of the field of the accelerators; and configurations with other digits of a product, by their bits.
DEGREE, DIGITS = 233, {"32": "ff233", "64": "ff233_d64"}


@table("coreva.digits")
def _(records: Records) -> str:
    def program(workload: str, digit: str) -> dict[str, Any]:
        if digit not in DIGITS:
            return {}
        return records.one(f"{workload}.on.{DIGITS[digit]}", NAME, machine=NAME)

    def product(digit: str) -> tuple[object, object]:
        """Its cycles, and its loads and stores."""
        found = program("gf2_233.mul", digit)
        return (found["cycles"], found["mix"]["load"] + found["mix"]["store"]) if found else ("-", "-")

    synthesised = {r["workload"].rpartition(".")[2]: r for r in records.like(rf"{NAME}\.silicon\.digit\.")}
    rows = [(digit, -(-DEGREE // int(digit)), *product(digit), program("b233.mul.ct", digit).get("cycles", "-"),
             *((f"{r['buffered_ge']:,.0f}", f"{r['delay_ns']:.1f}") if (r := synthesised.get(digit)) else ("-", "-")))
            for digit in sorted(DIGITS.keys() | synthesised.keys(), key=int)]  # fmt: skip
    return markdown(("bits in a cycle", "cycles of the unit", "of a product", "its loads and stores", "of k P, B-233",
                     "gates (GE)", "longest path, ns"), rows)  # fmt: skip


# Units with 32 bits a cycle, as silicon.py records them.
POLYNOMIAL = {"fixed": "product modulo x^233 + x^74 + 1",
              "chosen.multiplier": "product modulo any polynomial to 288 bits",
              "chosen.field": "the polynomial, and its inverse modulo x^32"}  # fmt: skip


@table("coreva.polynomial")
def _(records: Records) -> str:
    """What a polynomial that a program chooses costs."""
    found = {r["workload"].partition(".polynomial.")[2]: r for r in records.like(rf"{NAME}\.silicon\.polynomial\.")}
    if POLYNOMIAL.keys() - found.keys():
        raise UserError(f"not all is in doc/records; `ev silicon --machine {NAME} polynomial --json` makes it.")
    rows = [(title, f"{found[name]['buffered_ge']:,.0f}", f"{found[name]['delay_ns']:.1f}")
            for name, title in POLYNOMIAL.items()]  # fmt: skip
    gates = {name: float(r["buffered_ge"]) for name, r in found.items()}
    more = gates["chosen.multiplier"] + gates["chosen.field"] - gates["fixed"]
    rows.append(("more with a chosen one", f"{more:,.0f} ({100 * more / gates['fixed']:+.0f} %)", "-"))
    return markdown(("32 bits in a cycle", "gates (GE)", "longest path, ns"), rows)


@table("coreva.added")
def _(records: Records) -> str:
    """What each configuration adds to the core alone, beside the paper. It gives um2, so gates are a range."""
    claims = paper(PAPER).claims
    ours = {r["config"]: float(r["buffered_ge"]) for r in records.like(rf"{NAME}\.silicon\.\w+$")}
    rows: list[tuple[object, ...]] = []
    core, theirs = ours["base"], claims["t1.base.area"].best or 0
    for row in ("base", "ise", "squ233", "mul233", "ff233"):
        there = claims[f"t1.{row}.area"].best or 0
        here = ours[row]
        more, area = (here - core, there - theirs) if row != "base" else (here, there)
        low, high = (f"{area / one:,.0f}" for one in reversed(NAND2))
        shares = [f"{100 * (whole / one - 1):.1f} %" if row != "base" else "-"
                  for whole, one in ((here, core), (there, theirs))]  # fmt: skip
        rows.append((f"`{row}`", f"{more:,.0f}", shares[0], f"{area:,.0f}", f"{low} to {high}", shares[1]))
    gate = f"in gates of {max(NAND2)} to {min(NAND2)} um2"
    return markdown(("configuration", "more gates (GE)", "of `base`", "paper, more um2", gate, "of its core"), rows)


@table("coreva.kernels")
def _(records: Records) -> str:
    rows = [(f"`{on}`", *(records.one(f"{name}.on.{on}", NAME, machine=NAME)["cycles"] for name in workloads.KERNELS))
            for on in workloads.CONFIGURATIONS]  # fmt: skip
    return markdown(("configuration", "a b", "a b + c", "a^2", "a^(2^100)", "1 / a", "k P, K-233", "k P, B-233"), rows)


@table("coreva.protocols")
def _(records: Records) -> str:
    """What the curves are for, on every configuration, beside portable C."""
    rows: list[tuple[object, ...]] = []
    for name in workloads.PROTOCOLS:
        plain = records.one(name, PORTABLE, machine=NAME)["cycles"]
        of = {on: records.one(f"{name}.on.{on}", NAME, machine=NAME)["cycles"] for on in workloads.CONFIGURATIONS}
        rows.append((f"`{name}`", plain, *of.values()))
    return markdown(("cycles", "in C, `base`", *(f"`{on}`" for on in workloads.CONFIGURATIONS)), rows)


def _work(calls: dict[str, int]) -> tuple[int, int]:
    """Products and squares. A step's kernel squares twice."""

    def of(*names: str) -> int:
        known = {f"ev_coreva_{name}_" for name in names}
        return sum(count for name, count in calls.items() if any(name.startswith(k) for k in known))

    return of("mul", "muladd"), of("sqr", "sumsqr", "selsqr") + 2 * of("ladder")


@table("coreva.codes")
def _(records: Records) -> str:
    rows: list[tuple[object, ...]] = []
    for name, title in CODES.items():
        plain, own = (records.one(name, backend, machine=NAME)["cycles"] for backend in (PORTABLE, NAME))
        rows.append((title, plain, own, f"{plain / own:.2f}"))
    return markdown(("RS(255,239)", "portable C, cycles", "four side by side", "times faster"), rows)


@table("coreva.library")
def _(records: Records) -> str:
    """The library on the configurations without an accelerator, in portable C and with the backend's own files."""
    other = machines.default()
    rows: list[tuple[object, ...]] = []
    for name in workloads.GENERAL:
        for backend in (PORTABLE, NAME):
            if backend == NAME and not any(name == task for task, _ in workloads.OWN):
                continue
            here = [_cycles(records, NAME, task, backend)
                    for task in (name, *(f"{name}.{on}" for on in ("ise", workloads.CONFIGURED)))]  # fmt: skip
            there = _cycles(records, other.name, name, PORTABLE if backend == PORTABLE else other.native)
            rows.append((f"`{name}`", "portable C" if backend == PORTABLE else "own files", *here, there))
    return markdown(("workload", "", "`base`", "`ise`", "`clmul`", f"{other.name}: portable C, or its own kernels"),
                    rows)  # fmt: skip


def _cycles(records: Records, machine: str, workload: str, backend: str) -> object:
    wanted = machine, workload, backend
    found = (r["cycles"] for r in records if (r["machine"], r["workload"], r["backend"]) == wanted)
    return next(found, "-")


@table("coreva.forwarding")
def _(records: Records) -> str:
    """The same programs with results that go through the register file."""
    stalled, rows = workloads.STALLED, list[tuple[object, ...]]()
    tasks = [(name, name, PORTABLE) for name in workloads.GENERAL]
    tasks += [(name, f"{name}.on.base", NAME) for name in workloads.FORWARDED]
    for name, base, backend in tasks:
        plain = records.one(base, backend, machine=NAME)["cycles"]
        without = records.one(f"{name}.{stalled}", backend, machine=NAME)["cycles"]
        rows.append((f"`{name}`", "portable C" if backend == PORTABLE else "kernels", plain, without,
                     f"{without / plain:.2f}"))  # fmt: skip
    return markdown(("workload", "", "cycles, `base`", f"cycles, `{stalled}`", "times"), rows)


@table("coreva.counts")
def _(records: Records) -> str:
    value = {name: claim.best or 0 for name, claim in paper(PAPER).claims.items() if name.startswith("t2.")}
    rows: list[tuple[object, ...]] = []
    for curve in ("k233", "b233"):
        found = records.one(f"{curve}.mul.ct.on.base", NAME, machine=NAME)
        rows.append((curve[0].upper() + "-233", found["params"]["scalar_bits"], *_work(found["params"]["calls"])))

    def saved(row: str, work: str) -> int:
        """How often a unit was used: the cycles that it saves, by those that it saves each time."""
        whole, each = (value[f"t2.c.{what}"] - value[f"t2.{row}.{what}"] for what in ("scalar", work))
        return round(whole / each)

    rows.append(("B-233, by the paper's table 2", "-", saved("mul233", "mul"), saved("squ233", "sqr")))
    return markdown(("k P", "steps", "products", "squares"), rows)


@table("coreva.ct")
def _(records: Records) -> str:
    found = [r for r in records.like(r"ct\.") if r["machine"] == NAME]
    if not found:
        raise UserError(f"no record of {NAME}'s constant time; `ev ct --matrix --machine {NAME}` makes them.")
    order = list(machines.named(NAME).configurations)
    found.sort(key=lambda r: (r["backend"] == PORTABLE, order.index(r["config"])))
    rows = [(f"`{r['config']}`", f"`{r['backend']}`", ", ".join(f"`{f}`" for f in r["params"]["flags"]),
             len(r["params"]["parts"]), "constant time" if r["verdict"]["passed"] else "**not constant time**")
            for r in found]  # fmt: skip
    return markdown(("configuration", "backend", "flags", "programs", "traces"), rows)


@table("coreva.pairs")
def _(records: Records) -> str:
    known = _own(records)
    titles = [" ".join((how, what if what == "sums" else f"`{what}`", *["alone"] * (how == "with")))
              for how, _, what in (key.partition(".") for key in workloads.APART)]  # fmt: skip
    rows = [(f"`{name}`", known[name]["cycles"], known[f"{name}.ise"]["cycles"],
             *(known[f"{name}.ise.{what}"]["cycles"] for what in workloads.APART))
            for name in workloads.FUSED]  # fmt: skip
    product, without = (records.one(name, NAME, machine=NAME)["cycles"]
                        for name in (workloads.SUMMED, f"{workloads.SUMMED}.without.sums"))  # fmt: skip
    given = [known[f"{name}.ise.without.sums"]["cycles"] - known[f"{name}.ise"]["cycles"] for name in workloads.FUSED]
    said = (f"The pass for sums saves cycles in {sum(n > 0 for n in given)} of these rows, and costs cycles in "
            f"{sum(n < 0 for n in given)}. The paper's product in C (`sw/apps/coreva/paper.c`) takes {product:,} "
            f"cycles on `ise`, and {without:,} without the pass: {100 - 100 * product / without:.0f} % "
            "saved.")  # fmt: skip
    return f"{markdown(('workload', '`base`', '`ise`', *titles), rows)}\n{said}\n"


@table("coreva.pair_alone")
def _(records: Records) -> str:
    """What one pair gives if the machine has no other one."""
    known, rows = _own(records), list[tuple[object, ...]]()
    for name in workloads.FUSED:
        base, alone = known[name], known[f"{name}.ise.with.{facts.PAIR}"]
        saved = f"{100 * (1 - alone['cycles'] / base['cycles']):.1f} %"
        rows.append((f"`{name}`", base["cycles"], alone["cycles"], saved, alone["mix"]["fused"], base["code_bytes"],
                     alone["code_bytes"]))  # fmt: skip
    return markdown(("workload", "`base`", f"with `{facts.PAIR}` alone", "cycles saved", f"`{facts.PAIR}` executed",
                     "bytes, base", f"bytes, with `{facts.PAIR}`"), rows)  # fmt: skip


@table("coreva.addresses")
def _(records: Records) -> str:
    known, off = _own(records), f"{workloads.CONFIGURED}.without.{workloads.ADDRESSES}"
    rows: list[tuple[object, ...]] = []
    for name in workloads.LOOKING_UP:
        with_it, without = known[f"{name}.{workloads.CONFIGURED}"]["cycles"], known[f"{name}.{off}"]["cycles"]
        rows.append((f"`{name}`", without, with_it, f"{100 * (without - with_it) / without:.1f} %"))
    return markdown(("workload", f"without `{workloads.ADDRESSES}`", "with it", "cycles saved"), rows)


@table("proofs.coreva")
def _(records: Records) -> str:
    """Rules of the invariant, operations and other configurations are counted, the rest has a row each."""
    groups = ("core", "operation", "part", "field")
    core, operations, part, field = (proofs_of(records, group, NAME) for group in groups)
    rules = Records(r for r in core if ".rule." in r["workload"])
    rest = Records(r for r in (*core, *part, *field) if r not in rules)
    begin = "core."
    others = sorted({r["params"]["group"] for r in records.like(r"prove\.") if r["machine"] == NAME} - {*groups})
    configured = [_counted(f"questions about the core of `{group.removeprefix(begin)}` are proved",
                           proofs_of(records, group, NAME)) for group in others]  # fmt: skip
    return "\n".join([
        rows_of(rest),
        f"{_counted('rules of the invariant are kept', rules)} {_counted('operations are proved', operations)}",
        *([f"\n{' '.join(configured)}"] if configured else []), "",
    ])  # fmt: skip


def _counted(what: str, found: Records) -> str:
    """How many are proved, and which are not."""
    open_ = [r["workload"].removeprefix("prove.") for r in found if not r["verdict"]["passed"]]
    seconds = sum(r["params"]["seconds"] for r in found)
    text = f"{len(found) - len(open_)} of {len(found)} {what}, in {seconds:,.0f} seconds."
    return f"{text} Refuted: {', '.join(open_)}." if open_ else text


@table("coreva.csmith")
def _(records: Records) -> str:
    found = [r for r in records.like("csmith-") if r["machine"] == NAME]
    if not found:
        raise UserError("no record of csmith; `python -m verify.coreva.csmith --json FILE` makes them.")
    rows = [(f"`{r['params']['level']}`", r["params"]["programs"], r["params"]["left_out"],
             len(r["params"]["settings"]), f"`{r['versions']['commit']}`", len(r["params"]["different"]))
            for r in found]  # fmt: skip
    sets = dict.fromkeys((r["versions"]["commit"], tuple(r["params"]["settings"])) for r in found)
    named = [f"* Settings at `{commit}`: {', '.join(settings)}." for commit, settings in sets]
    shown = markdown(("clang's level", "programs", "left out", "settings of the passes", "compiler of commit",
                      "programs that differ"), rows)  # fmt: skip
    return "\n".join([shown, *named, ""])


@table("coreva.lockstep")
def _(records: Records) -> str:
    found = [r for r in records.like(r"lockstep\.") if r["machine"] == NAME]
    if not found:
        raise UserError(f"no record of {NAME} in lock-step; `ev lockstep --machine {NAME}` makes them.")
    rows = [(r["params"]["recipe"], f"`{r['config']}`", r["params"]["programs"], r["instructions"],
             r["verdict"]["checked"]) for r in found]  # fmt: skip
    return markdown(("programs", "configuration", "number", "operations", "found"), rows)
