# SPDX-License-Identifier: Apache-2.0
"""The machines side by side: the same work on each.

    tasks       the work: workloads of the library, by subject
    cells       what the records say: a task on a machine's configuration and backend
    work        what has to run to fill the cells
    tables      the tables of doc/family.md
    peers       those of other people's software beside ours
    growth      how cost grows with the work

A cell that is empty says why. The reason is data of the machine's definition (`MachineDef.lacks`), or a command that
would fill it.
"""
