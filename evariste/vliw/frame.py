# SPDX-License-Identifier: Apache-2.0
"""The frame of a function: places of its objects, saved registers, and the operations that enter and leave it.

From the stack pointer up: arguments of calls, objects and slots, saved registers, the area of variable arguments.
"""

from evariste.vliw.code import FRAME, KEPT, LINK, SCRATCH, STACK, Function, Op

NEAR = 2032  # offsets up to here fit into an operation


def lower(function: Function) -> bool:
    """Puts offsets in place of names. False: the frame is large and needs SCRATCH, which is in use."""
    written = {r for op in function.ops() for r in (op.dest, *op.defs)}
    saved = [r for r in KEPT if r in written]
    if function.dynamic:
        saved.append(FRAME)
    if function.calls:
        saved.append(LINK)
    at, place = _together(function, function.outgoing)
    used = {op.frame for op in function.ops() if op.frame}
    for name, (size, align) in function.objects.items():
        if name in used and name not in place:
            at += -at % max(align, 1)
            place[name] = at
            at += size
    at += -at % 4
    saves = {r: at + 4 * i for i, r in enumerate(saved)}
    variable = max((-offset for offset in function.fixed.values()), default=0)
    size = at + 4 * len(saved) + max(variable, 0)
    size += -size % 16
    place |= {name: size + offset for name, offset in function.fixed.items()}
    touched = any(SCRATCH in (op.dest, *op.sources) for op in function.ops())
    far = size > NEAR
    if far and touched:
        return False
    base = FRAME if function.dynamic else STACK
    for block in function.blocks.values():
        out: list[Op] = []
        for op in block.ops:
            if op.frame:
                offset = place[op.frame] + op.imm
                op.frame = ""
                if -2048 <= offset < 2048:
                    op.imm = offset
                else:
                    out += [Op("const", SCRATCH, imm=offset, line=op.line),
                            Op("add", SCRATCH, [SCRATCH, base], line=op.line)]  # fmt: skip
                    op.sources = [SCRATCH if r == base else r for r in op.sources]
                    op.imm = 0
            out.append(op)
        if size and block.end.kind in ("ret", "tail", "tail_through"):
            if function.dynamic:
                out.append(Op("addi", STACK, [FRAME]))
            out += _moved(saves, size, "lw")
        block.ops = out
    if size:
        entry = next(iter(function.blocks.values()))
        follow = [Op("addi", FRAME, [STACK])] if function.dynamic else []
        entry.ops = _moved(saves, size, "sw") + follow + entry.ops
    return True


def _together(function: Function, at: int) -> tuple[int, dict[str, int]]:
    """The end of the objects whose distances count, and their places, from `at` up. See `Function.local`."""
    if not function.local:
        return at, {}
    at -= min(function.local.values())
    at += -at % max(function.objects[name][1] for name in function.local)
    return at, {name: at + offset for name, offset in function.local.items()}


def _moved(saves: dict[int, int], size: int, name: str) -> list[Op]:
    """Enters (sw) or leaves (lw) the frame."""
    small = size <= NEAR
    # A large frame is left and entered in two steps: the saved registers are near its upper end.
    top = min(saves.values(), default=0)
    first = size if small else size - (top - top % 16)
    base = 0 if small else size - first
    accesses = [
        Op(name, r if name == "lw" else 0, [STACK] if name == "lw" else [r, STACK], offset - base, own=True)
        for r, offset in saves.items()
    ]

    def step(amount: int) -> list[Op]:
        if -2048 <= amount < 2048:
            return [Op("addi", STACK, [STACK], amount)] if amount else []
        return [Op("const", SCRATCH, imm=amount & 0xFFFFFFFF), Op("add", STACK, [STACK, SCRATCH])]

    if name == "sw":
        return [*step(-first), *accesses, *step(-base)]
    return [*step(base), *accesses, *step(first)]
