// SPDX-License-Identifier: Apache-2.0
// Gates, time and energy of one task on every configuration with a netlist: a drawing of two of them, with the Pareto
// front, and a list. The reader chooses the task and the axes.
"use strict";
{
  const COLOURS = ["#1a5490", "#b0531c", "#14632e", "#7a3b8f", "#a01c1c", "#5a6b7d", "#8a6d00"];
  // Where a name may be, from its dot: near, or as far as there is room.
  const NEAR = [[9, -6, "start"], [-9, -6, "end"], [9, 15, "start"], [-9, 15, "end"], [0, -10, "middle"], [0, 20, "middle"]];
  const FAR = Array.from({ length: 25 }, (_, i) => 22 + 6 * i).flatMap((d) => [-d, d + 9].flatMap((dy) =>
    [[9, dy, "start"], [-9, dy, "end"], [0, dy, "middle"], [-50, dy, "end"], [50, dy, "start"]]));
  const tasks = JSON.parse(document.getElementById("dots").textContent);
  const first = document.querySelector("#page-family figure");
  const machines = [...new Set(tasks.flatMap((t) => t.dots.map((d) => d[0].split(".")[0])))].sort();
  const colour = (where) => COLOURS[machines.indexOf(where.split(".")[0]) % COLOURS.length];
  const made = (name, attributes, text) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const short = (n) => (n === null ? "-" : n >= 1000 ? Math.round(n).toLocaleString("en") : String(n));
  const ticks = (low, high) => { // powers of ten, or three numbers where there is none between
    const found = [];
    for (let n = Math.ceil(Math.log10(low)); 10 ** n <= high; n++) found.push(10 ** n);
    return found.length > 1 ? found : [low, Math.sqrt(low * high), high].map((n) => Number(n.toPrecision(2)));
  };

  const box = document.createElement("div");
  box.id = "family-dots";
  const choice = document.createElement("select");
  choice.setAttribute("aria-label", "the task that is drawn");
  for (const task of tasks) choice.add(new Option(task.title, task.task));
  // What a dot has behind its name, and how an axis is called. Gates begin at 0, the others are logarithmic.
  const GATES = { at: 1, unit: "GE", title: "gate equivalents, with buffers" };
  const TIME = { at: 2, unit: "us", title: "microseconds at the longest path" };
  const ENERGY = { at: 3, unit: "nJ", title: "nJ of a task, with memories" };
  const AXES = { "gates and time": [GATES, TIME], "gates and energy": [GATES, ENERGY], "time and energy": [TIME, ENERGY] };
  const axes = document.createElement("select");
  axes.setAttribute("aria-label", "what is drawn of it");
  const place = document.createElement("div");
  const caption = document.createElement("p");
  const list = document.createElement("ul");
  box.append(choice, axes, place, caption, list);

  const scale = (numbers, { at }, from, to) => { // where a number is, and the numbers that are written there
    if (at === GATES.at) {
      const most = Math.max(...numbers) * 1.05;
      return [(n) => from + (n / most) * (to - from), [0, 1, 2, 3].map((i) => Math.round((most * i) / 3000) * 1000)];
    }
    const [low, high] = [Math.min(...numbers) / 1.6, Math.max(...numbers) * 1.6];
    return [(n) => from + (Math.log(n / low) / Math.log(high / low)) * (to - from), ticks(low, high)];
  };

  const draw = () => {
    const task = tasks.find((t) => t.task === choice.value);
    for (const option of axes.options) { // energy is known of some tasks
      option.disabled = AXES[option.value].some((a) => task.dots.filter((d) => d[a.at] !== null).length < 2);
    }
    if (axes.selectedOptions[0].disabled) axes.selectedIndex = 0;
    const [across, up] = AXES[axes.value];
    const dots = task.dots.filter((d) => d[across.at] !== null && d[up.at] !== null)
      .sort((a, b) => a[across.at] - b[across.at] || a[up.at] - b[up.at]);
    const [width, height, left, right, top, bottom] = [Math.min(place.clientWidth || 640, 820), 376, 84, 14, 30, 40];
    const [toX, columns] = scale(dots.map((d) => d[across.at]), across, left, width - right);
    const [toY, lines] = scale(dots.map((d) => d[up.at]), up, height - bottom, top);
    const [x, y] = [(d) => toX(d[across.at]), (d) => toY(d[up.at])];
    const svg = made("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${task.title}: ${axes.value}` });
    for (const n of lines) {
      svg.append(made("line", { x1: left, x2: width - right, y1: toY(n), y2: toY(n), stroke: "#cdd6e0" }),
        made("text", { x: left - 6, y: toY(n) + 4, "text-anchor": "end" }, `${short(n)} ${up.unit}`));
    }
    columns.forEach((n, i) => {
      svg.append(made("text", { x: toX(n), y: height - 22, "text-anchor": i ? "end" : "start" }, short(n)));
    });
    svg.append(made("text", { x: width - right, y: height - 5, "text-anchor": "end" }, across.title));
    let least = Infinity;
    const whole = (d) => d[4] === 1; // works without a host
    const front = dots.filter((d) => whole(d) && d[up.at] < least && (least = d[up.at], true)); // nothing is lower and further left
    const steps = front.map((d, i) => (i ? `H${x(d)}V${y(d)}` : `M${x(d)} ${y(d)}`)).join("");
    svg.append(made("path", { d: `${steps}H${width - right}`, fill: "none", stroke: "#9aa5b1", "stroke-width": 1.5 }));
    place.replaceChildren(svg); // from here on texts have a size
    const taken = [];
    for (const d of dots) {
      const [where, best] = [d[0], front.includes(d)];
      const dot = made("circle", { cx: x(d), cy: y(d), r: best ? 6 : 4, fill: whole(d) ? colour(where) : "none", stroke: colour(where), "fill-opacity": best ? 1 : 0.55 });
      dot.append(made("title", {}, `${where}: ${short(d[across.at])} ${across.unit}, ${short(d[up.at])} ${up.unit}`));
      svg.append(dot);
      taken.push(dot.getBBox());
    }
    const apart = (a, b) => a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
    const named = (places) => (d) => { // a name goes to the first place where it covers nothing
      const where = d[0];
      const name = made("text", { class: "name", fill: colour(where) }, where);
      svg.append(name);
      const put = ([dx, dy, anchor]) => {
        for (const [key, value] of [["x", x(d) + dx], ["y", y(d) + dy], ["text-anchor", anchor]]) name.setAttribute(key, value);
        const b = name.getBBox();
        return b.x >= left && b.x + b.width <= width && b.y >= 0 && b.y + b.height <= height - bottom + 6 && taken.every((t) => apart(b, t));
      };
      if (!places.some(put)) {
        name.remove();
        return false;
      }
      const b = name.getBBox();
      taken.push(b);
      if (places === FAR) { // a line leads there
        const from = b.y > y(d) ? b.y + 2 : b.y + b.height - 2;
        const at = Math.min(Math.max(x(d), b.x), b.x + b.width);
        svg.append(made("line", { x1: x(d), y1: y(d), x2: at, y2: from, stroke: colour(where), "stroke-width": 0.7 }));
      }
      return true;
    };
    const crowded = dots.filter((dot) => !named(NEAR)(dot)); // the list below has all of them, too
    crowded.forEach(named(FAR));
    caption.textContent = `${task.title}: each configuration with a netlist. The line is the Pareto front.${dots.every(whole) ? "" : " A ring is a coprocessor without its host, and not on the front."}`;
    list.replaceChildren(...task.dots.map((d) => {
      const [where, ge, us, nj] = d;
      const item = document.createElement("li");
      const name = document.createElement("code");
      name.textContent = where;
      item.append(name, `: ${short(ge)} GE, ${short(us)} us${nj === null ? "" : `, ${short(nj)} nJ with memories`}${front.includes(d) ? ", on the front" : ""}${whole(d) ? "" : ", without its host"}`);
      return item;
    }));
  };
  if (first && tasks.length) {
    first.before(box);
    for (const name of Object.keys(AXES)) axes.add(new Option(name, name));
    choice.addEventListener("change", draw);
    axes.addEventListener("change", draw);
    addEventListener("resize", draw);
    draw();
  }
}
