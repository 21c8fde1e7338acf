// SPDX-License-Identifier: Apache-2.0
// Shows what concerns one task. Sorts a table by the column whose heading is pressed: numbers by size, everything else as text; again turns it round.
"use strict";
const number = (text) => {
  const found = text.replace(/,/g, "").match(/^[<>=~ ]*(?:about )?([-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?)/i);
  return found ? Number(found[1]) : null;
};
const compare = (a, b) => {
  const [x, y] = [number(a), number(b)];
  if (x !== null && y !== null) return x - y;
  if (x !== null || y !== null) return x !== null ? -1 : 1;
  return a.localeCompare(b);
};
for (const table of document.querySelectorAll("table")) {
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    heading.querySelector("button").addEventListener("click", () => {
      const turn = heading.getAttribute("aria-sort") === "ascending";
      for (const other of headings) other.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", turn ? "descending" : "ascending");
      const text = (row) => row.cells[column].textContent.trim();
      const rows = [...table.tBodies[0].rows].sort((a, b) => compare(text(a), text(b)));
      table.tBodies[0].append(...(turn ? rows.reverse() : rows));
    });
  });
}
// Hides the rows, and the drawings, of other tasks: in tables that name a task first.
const family = document.getElementById("page-family");
if (family) {
  const box = document.createElement("input");
  box.type = "search";
  box.placeholder = "only tasks with: k233, AES, decode";
  box.setAttribute("aria-label", "show only tasks with these letters");
  family.querySelector("h1").after(box);
  const rows = [...family.querySelectorAll("table")]
    .filter((table) => table.tHead.rows[0].cells[0].textContent === "task")
    .flatMap((table) => [...table.tBodies[0].rows]);
  const parts = [...rows.map((row) => [row, row.cells[0]]),
    ...[...family.querySelectorAll("figure")].map((figure) => [figure, figure.querySelector("figcaption")])];
  box.addEventListener("input", () => {
    const wanted = box.value.trim().toLowerCase();
    for (const [part, named] of parts) part.hidden = !named.textContent.toLowerCase().includes(wanted);
  });
}
