// The picture: the curve of each model, the table of scores, and two models side by side. What is
// chosen stands in the address.

const data = JSON.parse(document.getElementById("data").textContent);
const models = Object.fromEntries(data.models.map(([slug, name, colour, dash]) =>
  [slug, { slug, name, colour, dash }]));
const slugs = Object.keys(models);
const PANELS = { duration: "durations and other numbers", time: "points in time",
  all: "all questions" };
const SCORES = ["exact_match", "within_one", "smape", "parsed", "mase"];
const promptings = [...new Set(data.runs.map(([, prompting]) => prompting))].sort().reverse();
const START = { axis: "percent", task: "", prompting: "", filter: data.rule, a: "", b: "", at: "",
  range: "", out: "", rows: "", by: "unit", parts: "" };
const view = { ...START };
const asked = data.tasks.map((task, at) => questionsOf(data, task, at, view));
const listeners = []; // functions that follow a change of the view

const read = () => {
  const given = address.get();
  for (const name of Object.keys(START)) view[name] = given.get(name) ?? START[name];
  if (!Object.hasOwn(data.axes, view.axis) || view.axis === "time") view.axis = START.axis;
  if (!data.filters.includes(view.filter)) view.filter = START.filter;
  if (!data.tasks.some(({ name }) => name === view.task)) view.task = "";
  if (!promptings.includes(view.prompting)) view.prompting = "";
  for (const name of ["a", "b"]) if (!Object.hasOwn(models, view[name])) view[name] = "";
};
const change = (changes, push = false) => {
  Object.assign(view, changes);
  const told = Object.entries(changes)
    .map(([name, value]) => [name, value === START[name] ? "" : value]);
  address.set(Object.fromEntries(told), push);
  redraw();
  for (const listener of listeners) listener(changes);
};

// What the view is about: models, the cells (task, prompting) that all of them answered, and their
// answers.
const left = () => new Set(view.out.split(",").filter(Boolean));
const taskOf = () => data.tasks.findIndex(({ name }) => name === view.task);
const fieldOf = () => data.fields[`${view.task}|${view.prompting}`];
const answeredBy = (slug, { cells }, out) => cells.flatMap(([task, prompting]) => {
  const run = data.runs.findIndex(([model, own]) => model === slug && own === prompting);
  const [, changes] = data.tasks[task].runs[run];
  return numbersOf(data.tasks[task], run, view.filter)
    .map((numbers, at) => ({ question: asked[task][at], numbers, prompting, agree: !(at in changes),
      cell: `${task} ${prompting}` }))
    .filter(({ question, numbers }) => numbers.length && !out.has(question.id));
});
const panelsOf = () => (view.axis === "scaled" ? [["all", "scaled"]]
  : [["duration", view.axis], ["time", "time"]]);
const errorsOf = (answered, panel, axis) =>
  answered.filter(({ question }) => (panel === "all" || question.panel === panel)
    && (axis !== "days" || question.days !== null))
  .flatMap(({ question, numbers, cell }) => numbers.map((number) =>
    ({ error: errorOf(axis, number, question), weight: 1 / numbers.length,
      cluster: question.group, cell })));

const number = (value, digits = 2) => (Number.isFinite(value) ? value.toFixed(digits) : "–");
const percent = (share, digits = 2) => number(100 * share, digits);
const points = (share) => percent(share, 1).replace("-", "−");
const axisOf = (panel) => data.axes[panelsOf().find(([name]) => name === panel)[1]];
const TIMES = [[365.2425, "year"], [30.436875, "month"], [1, "day"], [1 / 24, "hour"],
  [1 / 1440, "minute"], [1 / 86400, "second"]];
const toleranceText = (tolerance, axis) => {
  if (tolerance === Infinity) return "any error";
  if (axis === "percent") return `${Number(tolerance.toPrecision(3))} %`;
  if (axis === "scaled") return `${Number(tolerance.toPrecision(3))} of the scale`;
  const [days, unit] = TIMES.find(([size]) => tolerance >= size * 0.999)
    ?? TIMES[axis === "time" ? 2 : 5];
  const count = Number((tolerance / days).toPrecision(2));
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
};

const setAll = (element, attributes) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null) element.setAttribute(name, value);
  }
  return element;
};
const svg = (tag, attributes = {}, ...children) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  element.append(...children);
  return setAll(element, attributes);
};
const fit = (name, most) => {
  if (name.length <= most) return name;
  const head = Math.floor((most - 1) / 2);
  return `${name.slice(0, head)}…${name.slice(name.length - (most - 1 - head))}`;
};

const anchors = {}; // where a range begins that the keyboard extends, by panel

// One panel: the lines, their names, a pointer that reads values, and a drag over a range of
// tolerance.
const HEAD = 22;
const FOOT = 36;
const SIDE = 34;
const drawPanel = ([panel, axisName], curves, width) => {
  const axis = data.axes[axisName];
  const longest = Math.max(...curves.map(({ slug }) => models[slug].name.length));
  const room = Math.min(0.45 * width, Math.max(132, 7 * longest + 60));
  const height = Math.max(width < 480 ? 205 : 320, 12 * curves.length + HEAD + FOOT);
  const [right, bottom] = [width - room, height - FOOT];
  // so that bands are inside, too
  const lowest = Math.min(...curves.map(({ points: [[, share, low]] }) => low || share));
  const least = Number.isFinite(lowest) ? Math.min(0.9, Math.floor(10 * lowest) / 10) : 0;
  const apart = least > 0.85 ? 0.02 : least > 0.65 ? 0.1 : 0.2;
  const x = (tolerance) => SIDE + (right - SIDE) * placeOn(axis, tolerance);
  const y = (share) => bottom - Math.max(0, (share - least) / (1 - least)) * (bottom - HEAD);
  // the corners of a line of steps, without those that are less than a fifth of a pixel apart
  const corners = (points, at) => {
    const places = [];
    for (const [tolerance, ...shares] of points) {
      const [px, py] = [x(tolerance), y(shares[at])];
      const [lastX, lastY] = places.at(-1) ?? [-1, -1];
      if (px - lastX < 0.2 && Math.abs(py - lastY) < 0.2) continue;
      if (places.length) places.push([px, lastY]);
      places.push([px, py]);
    }
    places.push([right, y(points.at(-1)[at + 1])]);
    return places;
  };
  const path = (places) => {
    const told = places.map((place) => place.map((part) => part.toFixed(1)).join(" "));
    return `M${told.join("L")}`;
  };
  const n = Math.round(Math.max(...curves.map(({ n: own }) => own)));
  const title = `${PANELS[panel]}: % within (n = ${n.toLocaleString("en")})`;
  const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "panel",
    "data-panel": panel, tabindex: 0, role: "slider",
    "aria-label": `${PANELS[panel]}: % of answers within a tolerated error`,
    "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": 0 },
  svg("text", { x: width < 480 ? 2 : SIDE, y: 12, class: "title" }, title));
  const few = width < 480;
  let free = -Infinity;
  for (const [tolerance, label, place] of axis.knots) {
    const at = SIDE + (right - SIDE) * place;
    root.append(svg("line", { x1: at, x2: at, y1: HEAD, y2: bottom, class: "grid" }));
    const half = label.length * (few ? 3.4 : 3.2);
    if (at - half < free) continue;
    free = at + half + 4;
    root.append(svg("text", { x: at, y: bottom + 14, class: "tick", "text-anchor": "middle",
      "data-t": tolerance ?? "any" }, label));
  }
  root.append(svg("text", { x: (SIDE + right) / 2, y: bottom + 30, class: "tick",
    "text-anchor": "middle" }, axis.label));
  for (let share = 1; share > least - 0.001; share -= apart) {
    root.append(svg("line", { x1: SIDE, x2: right, y1: y(share), y2: y(share), class: "grid" }),
      svg("text", { x: SIDE - 5, y: y(share) + 4, class: "tick", "text-anchor": "end" },
        String(Math.round(100 * share))));
  }
  const ends = [...curves].sort((one, other) => other.points.at(-1)[1] - one.points.at(-1)[1]);
  const places = spread(ends.map(({ points }) => y(points.at(-1)[1])), HEAD, bottom, 13);
  const chosen = [view.a, view.b].filter(Boolean);
  const labels = new Map();
  const short = (slug, width_) => fit(models[slug].name, Math.floor((room - width_) / 7));
  ends.forEach(({ slug, points }, at) => {
    const { name, colour, dash } = models[slug];
    const shown = chosen.includes(slug) || curves.length < 3;
    const group = svg("g", { class: `line${chosen.length && !shown ? " other" : ""}`,
      "data-model": slug },
      ...(Number.isNaN(points[0][2]) ? [] : [svg("path", { fill: colour,
        d: path([...corners(points, 1), ...corners(points, 2).reverse()]),
        class: `band${shown ? " shown" : ""}` })]),
      svg("path", { d: path(corners(points, 0)), stroke: colour, "stroke-dasharray": dash || null,
        class: "curve" }),
      svg("path", { d: path([[right, y(points.at(-1)[1])], [right + 12, places[at]]]),
        stroke: colour, class: "leader" }));
    const label = svg("text", { x: right + 15, y: places[at] + 4, class: "name" },
      short(slug, 18));
    labels.set(slug, { label, points, rest: places[at] + 4 });
    group.append(svg("title", {}, name), label);
    root.append(group);
    label.addEventListener("click",
      () => change(view.a && view.a !== slug ? { b: slug } : { a: slug }));
  });
  const cursor = svg("line", { y1: HEAD, y2: bottom, class: "cursor", visibility: "hidden" });
  const mark = svg("rect", { y: HEAD, height: bottom - HEAD, class: "range",
    visibility: "hidden" });
  root.append(mark, cursor);
  const placeOf = (at) => Math.max(0, Math.min(1, (at - SIDE) / (right - SIDE)));
  const rounded = (place) => {
    const open = axis.knots.at(-1)[0] === null;
    let tolerance = toleranceAt(axis, place);
    if (place < 0.008) tolerance = 0;
    if (place > 0.992 && open) tolerance = Infinity;
    const near = axis.knots.find(([knot, , at]) => knot !== null && Math.abs(at - place) < 0.012);
    return near ? near[0] : Number(tolerance.toPrecision(4));
  };
  root.rest = () => {
    root.classList.remove("pointed");
    cursor.setAttribute("visibility", "hidden");
    for (const [slug, { label, rest }] of labels) {
      label.textContent = short(slug, 18);
      label.setAttribute("y", rest);
    }
  };
  // At the pointer, the labels have the shares and stand in their order; no other panel has one.
  const show = (tolerance) => {
    for (const other of picture.querySelectorAll(".panel")) if (other !== root) other.rest();
    const at = x(tolerance);
    root.classList.add("pointed");
    setAll(cursor, { x1: at, x2: at, visibility: "visible" });
    const ordered = [...labels].map(([slug, { label, points }]) =>
      [shareAt(points, tolerance)[1], slug, label]).sort(([one], [other]) => other - one);
    const heights = spread(ordered.map(([share]) => y(share)), HEAD, bottom, 13);
    ordered.forEach(([share, slug, label], place) => {
      label.textContent = `${percent(share, 1)} ${short(slug, 56)}`;
      label.setAttribute("y", heights[place] + 4);
    });
    const bound = toleranceText(tolerance, axisName);
    const values = ordered.map(([share, slug]) => `${models[slug].name} ${percent(share, 1)} %`);
    setAll(root, { "aria-valuenow": Math.round(100 * placeOn(axis, tolerance)),
      "aria-valuetext": `within ${bound}: ${values.join(", ")}` });
    readOut.textContent = `${PANELS[panel]} within ${bound}`;
  };
  const cover = (from, to) => setAll(mark,
    { x: x(from), width: Math.max(2, x(to) - x(from)), visibility: "visible" });
  let begun = null;
  const toleranceOf = (event) => {
    const box = root.getBoundingClientRect();
    return rounded(placeOf(((event.clientX - box.left) * width) / box.width));
  };
  const sorted = (...ends) => ends.sort((one, other) => one - other);
  root.addEventListener("pointerdown", (event) => {
    if (event.target.classList.contains("name")) return;
    begun = [event.clientX, toleranceOf(event)];
    root.setPointerCapture(event.pointerId);
  });
  root.addEventListener("pointermove", (event) => {
    const tolerance = toleranceOf(event);
    show(tolerance);
    if (begun && Math.abs(event.clientX - begun[0]) > 4) cover(...sorted(begun[1], tolerance));
    compare(panel, tolerance);
  });
  root.addEventListener("pointerup", (event) => {
    if (!begun) return;
    const tolerance = toleranceOf(event);
    const dragged = Math.abs(event.clientX - begun[0]) > 4;
    const [from, to] = sorted(begun[1], tolerance);
    begun = null;
    change(dragged ? { range: `${panel}:${from}:${to}` } : { at: `${panel}:${tolerance}` },
      dragged);
    if (dragged) document.getElementById("answers").scrollIntoView();
  });
  root.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 0.02, ArrowUp: 0.02, ArrowLeft: -0.02, ArrowDown: -0.02, Home: -1,
      End: 1 }[event.key];
    const [at, now] = place();
    const from = at === panel ? now : 0;
    if (step) {
      event.preventDefault();
      const bound = (to) => Math.max(0, Math.min(1, to));
      const to = bound(placeOn(axis, from) + step);
      // past a knot
      const tolerance = rounded(to) === from ? rounded(bound(to + step)) : rounded(to);
      if (event.shiftKey) anchors[panel] ??= from;
      else delete anchors[panel];
      change({ at: `${panel}:${tolerance}` });
      picture.querySelector(`[data-panel=${panel}]`).focus();
    } else if (event.key === "Enter") {
      const ends = sorted(anchors[panel] ?? 0, from);
      change({ range: `${panel}:${ends.join(":")}` }, true);
      document.getElementById("answers").scrollIntoView();
    }
  });
  const [at, now] = place();
  if (view.at && at === panel) show(now);
  const [ranged, from, to] = rangeOf();
  if (ranged === panel) cover(from, to);
  return root;
};
const tolerated = (text) => (text === "Infinity" ? Infinity : Math.max(0, Number(text) || 0));
const place = () => {
  const [panel, tolerance] = view.at.split(":");
  const panels = panelsOf().map(([name]) => name);
  return [panels.includes(panel) ? panel : panels[0], tolerated(tolerance ?? "0")];
};
// Where two models are compared: all answers, unless a tolerance was pointed at.
const comparedAt = () => (view.at ? place() : ["all", 0]);
const axisAt = (panel) => panelsOf().find(([name]) => name === panel)?.[1] ?? "units";
const withinText = (panel, tolerance) => (panel === "all" && !tolerance ? ["right", "wrong"]
  : ["within", "not"]);
const rangeOf = () => {
  const [panel, from, to] = view.range.split(":");
  return panelsOf().some(([name]) => name === panel) ? [panel, tolerated(from), tolerated(to)]
    : ["", 0, Infinity];
};

// Two models: the answers that one has within the tolerance and the other has not.
const withinOf = (answered, panel, axis, tolerance) =>
  new Map(answered.filter(({ question }) => panel === "all" || question.panel === panel)
  .map(({ question, numbers, prompting, cell, agree }) => [`${question.id} ${prompting}`, { question,
    cell, agree,
    share: numbers.filter((one) => errorOf(axis, one, question) <= tolerance).length
      / numbers.length }]));
const compare = (panel, tolerance) => {
  if (!current.a || !current.b) {
    comparison.replaceChildren();
    return;
  }
  const axis = axisAt(panel);
  const [first, second] = [current.a,
    current.b].map((answered) => withinOf(answered, panel, axis, tolerance));
  const both = [...first.keys()].filter((key) => second.has(key));
  const [x, y] = [first, second].map((side) => both.map((key) => side.get(key).share));
  const asked = both.map((key) => first.get(key));
  const { value, low, high } = pairedOf(x, y, asked.map(({ question }) => question.group),
    asked.map(({ cell }) => cell));
  const agree = both.map((key) => first.get(key).agree && second.get(key).agree);
  const count = (one, other) => {
    const apart = agree.filter((_, at) => one[at] > other[at]);
    return `${apart.length}, in ${apart.filter(Boolean).length} both filters agree`;
  };
  const [a, b] = [view.a, view.b].map((slug) => models[slug].name);
  const [yes, no] = withinText(panel, tolerance);
  const button = (text, ab) => {
    const link = make("button", { type: "button" }, text);
    link.addEventListener("click", () => {
      if (view.at || panel !== "all") change({ at: `${panel}:${tolerance}` });
      listAnswers({ ab, readings: "agree" });
    });
    return link;
  };
  const ends = Number.isNaN(low) ? "" : ` [${points(low)}, ${points(high)}]`;
  comparison.replaceChildren(
    make("span", {}, panel === "all" && !tolerance ? "Exact match: "
      : `${PANELS[panel]} within ${toleranceText(tolerance, axis)}: `),
    button(`${a} ${yes}, ${b} ${no}: ${count(x, y)}`, "a"), " ",
    button(`${b} ${yes}, ${a} ${no}: ${count(y, x)}`, "b"), " ",
    make("span", {}, `${a} − ${b}: ${points(value)} points${ends}`
      + ` of ${both.length.toLocaleString("en")} answers.`));
};

// The questions that make most of the error: of MASE where the error is scaled, else of sMAPE.
const CULPRITS = 10;
const culprits = (all) => {
  const metric = view.axis === "scaled" ? "mase" : "smape";
  const sums = new Map();
  let total = 0;
  const counts = new Map();
  for (const { cell } of all) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  for (const { question, numbers, cell } of all) {
    for (const one of numbers) {
      const size = METRICS[metric](one, question) / numbers.length / counts.get(cell);
      if (!Number.isFinite(size)) continue;
      total += size;
      sums.set(question, (sums.get(question) ?? 0) + size);
    }
  }
  const heading = { mase: "MASE", smape: "sMAPE" }[metric];
  const most = [...sums].filter(([, size]) => size > 0).sort(([, one], [, other]) => other - one)
    .slice(0, CULPRITS);
  const rows = most.map(([question, size]) => {
    const leave = make("button", { type: "button", "aria-label": `Leave out ${question.id}` },
      "leave out");
    leave.addEventListener("click",
      () => change({ out: [...left(), question.id].join(",") }, true));
    const link = make("button", { type: "button", class: "link" }, textOf(question));
    link.addEventListener("click", () => listAnswers({ text: question.id, group: "question" }));
    return make("li", {}, make("span", { class: "size" }, `${percent(size / total, 1)} %`), leave,
      " ", link);
  });
  const out = [...left()].map((id) => {
    const back = make("button", { type: "button" }, `take back ${id}`);
    back.addEventListener("click",
      () => change({ out: [...left()].filter((one) => one !== id).join(",") }, true));
    return back;
  });
  const share = most.reduce((sum, [, size]) => sum + size, 0) / total;
  heavy.querySelector("summary").textContent = most.length
    ? `${most.length} of ${sums.size.toLocaleString("en")} questions make ${percent(share, 0)} %`
      + ` of ${heading}${out.length ? `; ${out.length} left out` : ""}`
    : `No answer adds to ${heading}`;
  heavy.querySelector("div").replaceChildren(out.length ? make("p", {}, ...out) : "",
    make("ol", {}, ...rows));
};

const figure = document.getElementById("figure-tolerance");
const picture = make("div", { class: "panels" });
const readOut = make("output", { class: "of pointed-at" });
const comparison = make("p", { class: "comparison", "aria-live": "polite" });
const heavy = make("details", { class: "heavy" }, make("summary"), make("div"));
const everyTask = data.tasks.map(({ name, title }) => [name, title]);
const choices = make("form", { class: "filters", "aria-label": "What is shown" });
const fillChoices = () => {
  const named = slugs.map((slug) => [slug, models[slug].name]);
  choices.replaceChildren(
    ...(everyTask.length > 1 ? [select("task", "task",
      [["", `mean of ${everyTask.length} tasks`], ...everyTask], view.task)] : []),
    ...(promptings.length > 1 ? [select("prompting", "prompting",
      [["", "mean of both"], ...promptings.map((name) => [name, name])], view.prompting)] : []),
    select("filter", "read by", data.filters.map((name) => [name, name]), view.filter),
    select("axis", "error in", [["percent", "symmetric percent"], ["days", "days"],
      ["scaled", "scaled"]], view.axis),
    ...(slugs.length > 1 ? [select("a", "compare", [["", "–"], ...named], view.a),
      select("b", "with", [["", "–"], ...named], view.b)] : []));
};
choices.addEventListener("input", ({ target: { name, value } }) =>
  change({ [name]: value, ...(name === "axis" ? { at: "", range: "" } : {}) }));
choices.addEventListener("submit", (event) => event.preventDefault());
const table = document.getElementById("models");
const current = { a: null, b: null, models: [] };

const redraw = () => {
  const field = fieldOf();
  const out = left();
  const answered = new Map(field.models.map((slug) => [slug, answeredBy(slug, field, out)]));
  [current.a, current.b] = [answered.get(view.a), answered.get(view.b)];
  current.models = field.models;
  const width = figure.clientWidth;
  const panels = panelsOf().map((panel) => [panel, field.models.map((slug) => {
    const errors = errorsOf(answered.get(slug), ...panel);
    return { slug, points: curveOf(errors), n: errors.reduce((sum, one) => sum + one.weight, 0) };
  }).filter(({ points }) => points.length)])
    .filter(([, curves]) => curves.length);
  const beside = panels.length > 1 && width >= 760;
  const one = Math.floor(beside ? width / 2 - 8 : width);
  picture.replaceChildren(...panels.map(([panel, curves]) => drawPanel(panel, curves, one)));
  if (!panels.length) picture.replaceChildren(make("p", {}, "No runs can be shown together here."));
  tell(field, out);
  drawTable(answered);
  culprits([...answered.values()].flat());
  compare(...comparedAt());
  breakDown(answered);
  for (const name of Object.keys(START)) if (choices.elements[name]) choices.elements[name].value =
    view[name];
};
// What tests tell apart, and what is shown: they hold for the selection.
const tell = ({ models: shown, cells, said }, out) => {
  const rule = view.filter;
  document.getElementById("said").textContent = out.size ? "" : said[rule];
  const named = (list) => list.join(" and ");
  const titles = [...new Set(cells.map(([task]) => data.tasks[task].title))];
  const lacking = slugs.filter((slug) => !shown.includes(slug)).map((slug) => models[slug].name);
  const parts = [titles.length > 1 ? `Mean of ${titles.length} tasks (${titles.join("; ")})`
    : titles[0], named([...new Set(cells.map(([, prompting]) => prompting))].sort().reverse()), rule,
  out.size && `${out.size} question${out.size > 1 ? "s" : ""} left out`,
  lacking.length && `without models that lack one of these runs: ${lacking.join(", ")}`];
  const scope = document.getElementById("scope");
  if (scope) scope.textContent = `${parts.filter(Boolean).join(", ")}.`;
};
const KEYS = ["model", ...SCORES];
const byScore = ([one], [other]) => other.exact_match.mean - one.exact_match.mean
  || (one.smape.mean || 0) - (other.smape.mean || 0);
// The share of the sum of scaled errors that the largest one has, in percent.
const largest = (answered) => {
  const sizes = valuesOf(answered, "mase").filter(Number.isFinite);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return total ? percent(sizes.reduce((most, size) => Math.max(most, size), 0) / total, 0) : "0";
};
const drawTable = (answered) => {
  if (!table) return;
  const rows = [...answered].map(([slug, own]) => [scoresOf(own), slug, own]).sort(byScore)
    .map(([scores, slug, own]) => {
      const values = SCORES.map((name) =>
        (name === "parsed" ? 1 - scores.parsed.mean : scores[name].mean));
      const cells = values.map((value, at) => {
        const shown = ["smape", "mase"].includes(SCORES[at]) ? number(value)
          : percent(value, SCORES[at] === "parsed" ? 1 : 2);
        const cell = make("td", { class: `number ${SCORES[at]}`,
          "data-order": Number.isFinite(value) ? value : "" }, shown);
        if (!at) cell.append(" ", make("small", {}, `± ${percent(scores.exact_match.stderr)}`));
        if (SCORES[at] === "mase") cell.append(" ", make("small", {}, `${largest(own)} %`));
        return cell;
      });
      const name = make("button", { type: "button", class: "link" }, models[slug].name);
      name.addEventListener("click", () => listAnswers({ model: slug }));
      const swatch = svg("svg", { width: 22, height: 8, "aria-hidden": "true" },
        svg("path", { d: "M0 4H22", stroke: models[slug].colour,
          "stroke-dasharray": models[slug].dash || null, class: "curve" }));
      return make("tr", {}, make("th", { scope: "row", "data-order": models[slug].name }, swatch,
        " ", name), ...cells);
    });
  const wanted = KEYS.includes(view.rows.replace("-", "")) ? view.rows : "-exact_match";
  const heading = table.tHead.rows[0].cells[KEYS.indexOf(wanted.replace("-", ""))];
  const keyed = rows.map((row) => [row.cells[heading.cellIndex].dataset.order, row]);
  table.tBodies[0].replaceChildren(...inOrder(keyed, heading, !wanted.startsWith("-")));
};
if (table) {
  sortable([...table.tHead.rows[0].cells], ({ cellIndex }, rising) =>
    change({ rows: `${rising ? "" : "-"}${KEYS[cellIndex]}` }));
}
document.getElementById("drawn")?.remove();
figure.prepend(picture, readOut);
figure.after(choices, comparison);
choices.closest("section").querySelector("details").before(heavy);
heavy.addEventListener("toggle", () => heavy.open && loadQuestions().then(redraw));
let widthNow = 0;
new ResizeObserver(() => {
  if (figure.clientWidth !== widthNow) {
    widthNow = figure.clientWidth;
    redraw();
  }
}).observe(figure);
