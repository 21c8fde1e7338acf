// SPDX-License-Identifier: Apache-2.0
// Sorts a table by the column whose heading is pressed: numbers by size, everything else as text; again turns it round.
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
