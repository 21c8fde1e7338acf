// SPDX-License-Identifier: Apache-2.0
// Gates and time of one task on every configuration with a netlist: a drawing and a list. The reader chooses the task.
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
  const place = document.createElement("div");
  const caption = document.createElement("p");
  const list = document.createElement("ul");
  box.append(choice, place, caption, list);

  const draw = () => {
    const task = tasks.find((t) => t.task === choice.value);
    const [width, height, left, right, top, bottom] = [Math.min(place.clientWidth || 640, 820), 376, 84, 14, 30, 40];
    const most = Math.max(...task.dots.map((d) => d[1])) * 1.05;
    const times = task.dots.map((d) => d[2]);
    const [low, high] = [Math.min(...times) / 1.6, Math.max(...times) * 1.6];
    const x = (ge) => left + (ge / most) * (width - left - right);
    const y = (us) => top + (Math.log(high / us) / Math.log(high / low)) * (height - top - bottom);
    const svg = made("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${task.title}: gates and time` });
    for (const us of ticks(low, high)) {
      svg.append(made("line", { x1: left, x2: width - right, y1: y(us), y2: y(us), stroke: "#cdd6e0" }),
        made("text", { x: left - 6, y: y(us) + 4, "text-anchor": "end" }, `${short(us)} us`));
    }
    for (let i = 0; i <= 3; i++) {
      const ge = Math.round((most * i) / 3000) * 1000;
      svg.append(made("text", { x: x(ge), y: height - 22, "text-anchor": i ? "end" : "start" }, ge.toLocaleString("en")));
    }
    svg.append(made("text", { x: width - right, y: height - 5, "text-anchor": "end" }, "gate equivalents, with buffers"));
    const front = task.dots.filter((d) => d[3]);
    const steps = front.map((d, i) => (i ? `H${x(d[1])}V${y(d[2])}` : `M${x(d[1])} ${y(d[2])}`)).join("");
    svg.append(made("path", { d: `${steps}H${width - right}`, fill: "none", stroke: "#9aa5b1", "stroke-width": 1.5 }));
    place.replaceChildren(svg); // from here on texts have a size
    const taken = [];
    for (const [where, ge, us, best] of task.dots) {
      const dot = made("circle", { cx: x(ge), cy: y(us), r: best ? 6 : 4, fill: colour(where), "fill-opacity": best ? 1 : 0.55 });
      dot.append(made("title", {}, `${where}: ${short(ge)} GE, ${short(us)} us`));
      svg.append(dot);
      taken.push(dot.getBBox());
    }
    const apart = (a, b) => a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
    const named = (places) => ([where, ge, us]) => { // a name goes to the first place where it covers nothing
      const name = made("text", { class: "name", fill: colour(where) }, where);
      svg.append(name);
      const put = ([dx, dy, anchor]) => {
        for (const [key, value] of [["x", x(ge) + dx], ["y", y(us) + dy], ["text-anchor", anchor]]) name.setAttribute(key, value);
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
        const from = b.y > y(us) ? b.y + 2 : b.y + b.height - 2;
        const at = Math.min(Math.max(x(ge), b.x), b.x + b.width);
        svg.append(made("line", { x1: x(ge), y1: y(us), x2: at, y2: from, stroke: colour(where), "stroke-width": 0.7 }));
      }
      return true;
    };
    const crowded = task.dots.filter((dot) => !named(NEAR)(dot)); // the list below has all of them, too
    crowded.forEach(named(FAR));
    caption.textContent = `${task.title}: each configuration with a netlist. The line is the Pareto front.`;
    list.replaceChildren(...task.dots.map(([where, ge, us, best, nj]) => {
      const item = document.createElement("li");
      const name = document.createElement("code");
      name.textContent = where;
      item.append(name, `: ${short(ge)} GE, ${short(us)} us${nj === null ? "" : `, ${short(nj)} nJ with memories`}${best ? ", on the front" : ""}`);
      return item;
    }));
  };
  if (first && tasks.length) {
    first.before(box);
    choice.addEventListener("change", draw);
    addEventListener("resize", draw);
    draw();
  }
}
