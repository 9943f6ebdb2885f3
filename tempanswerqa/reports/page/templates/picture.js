// The picture: the curve of each model, the table of scores, and two models side by side. What is
// chosen stands in the address. All numbers are those of a selection, which Python computed.

const data = JSON.parse(document.getElementById("data").textContent);
const models = Object.fromEntries(data.models.map(([slug, name, colour, dash]) =>
  [slug, { slug, name, colour, dash }]));
const slugs = Object.keys(models);
const PANELS = { percent: "durations and other numbers", days: "durations and other numbers",
  time: "points in time", scaled: "all questions" };
// The heading of each score, its factor and its decimals.
const SCORES = { exact_match: ["EM", 100, 2], within_one: ["±1", 100, 2], smape: ["sMAPE", 1, 2],
  silent: ["unread", 100, 1], differs: ["differ", 100, 1], mase: ["MASE", 1, 2] };
const AXES = { percent: "symmetric percent", days: "days", scaled: "scaled" };
const promptings = [...new Set(data.runs.map(([, prompting]) => prompting))].sort().reverse();
const START = { axis: "percent", task: "", prompting: "", filter: data.rule, a: "", b: "", at: "",
  rows: "", by: "unit", score: "exact_match", small: "" };
const view = { ...START };

// Loads a data file once; it hands itself over by calling answersData. Rejects where it is missing,
// or of another report.
const arrived = new Map();
const awaited = new Map();
globalThis.answersData = (name, digest, content) => arrived.set(name, { digest, content });
const load = (name) => {
  if (!awaited.has(name)) {
    awaited.set(name, new Promise((resolve, reject) => {
      const script = make("script", { src: `${data.folder}/${name}.js` });
      script.addEventListener("error", () => reject(new Error("missing")));
      script.addEventListener("load", () => {
        const { digest, content } = arrived.get(name) ?? {};
        arrived.delete(name);
        if (digest === data.digest) resolve(content);
        else reject(new Error("of another report"));
      });
      document.head.append(script);
    }));
  }
  return awaited.get(name);
};
const lacking = (error) =>
  `The data of the answers, the folder ${data.folder} beside this page, is ${error.message}: `
  + "copy it, too.";

const read = () => {
  const given = address.get();
  for (const name of Object.keys(START)) view[name] = given.get(name) ?? START[name];
  const known = { axis: Object.keys(AXES), by: Object.keys(DIMENSIONS), score: TESTED,
    filter: data.filters, task: data.tasks.map(([name]) => name), prompting: promptings, a: slugs,
    b: slugs };
  for (const [name, values] of Object.entries(known)) {
    if (!values.includes(view[name])) view[name] = START[name];
  }
};
const isPair = () => view.a && view.b && view.a !== view.b;
// Each choice is a step of the history, but those that follow a pointer or keys.
const change = (changes, push = true) => {
  Object.assign(view, changes);
  // what would filter answers by two models or by a filter that are no longer chosen
  const lost = { ...(isPair() ? {} : { ab: "", pair: "" }),
    ...("filter" in changes ? { ab: "", rule: "", why: "" } : {}) };
  const told = Object.entries({ ...lost, ...changes })
    .map(([name, value]) => [name, value === START[name] ? "" : value]);
  address.set(Object.fromEntries(told), push);
  return refresh();
};
let now = data.first; // the numbers of the selection
const keyOf = () => `${view.task}|${view.prompting}|${view.filter}`;
const refresh = async () => {
  const key = keyOf();
  const at = Math.max(0, data.selections.indexOf(key));
  try {
    const found = at ? await load(`numbers-${at}`) : data.first;
    if (key !== keyOf()) return; // another choice was made meanwhile
    now = found;
  } catch (error) {
    document.getElementById("said").textContent = lacking(error);
    return;
  }
  redraw();
  follow();
  document.body.dataset.shown = key;
};

const number = (value, digits) => (Number.isFinite(value) ? value.toFixed(digits) : "–");
const scoreOf = (name, value, digits = SCORES[name][2]) =>
  (value === null ? "–" : number(SCORES[name][1] * value, digits));
const gapOf = (name, value) => scoreOf(name, value, 1).replace("-", "−");
const counted = (count) => count.toLocaleString("en");

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
// Places of lines of text: near the wanted ones, which rise, at least a gap apart, and between low
// and high.
const spread = (wanted, low, high, gap) => {
  const step = Math.min(gap, (high - low) / Math.max(1, wanted.length - 1));
  const blocks = [];
  wanted.forEach((place, at) => {
    let [mean, count] = [place - step * at, 1];
    while (blocks.length && blocks.at(-1)[0] >= mean) {
      const [before, its] = blocks.pop();
      mean = (before * its + mean * count) / (its + count);
      count += its;
    }
    blocks.push([mean, count]);
  });
  const last = high - step * (wanted.length - 1);
  return blocks.flatMap(([mean, count]) => Array(count).fill(mean))
    .map((place, at) => Math.max(low, Math.min(last, place)) + step * at);
};

// The panels that are shown, each with its numbers and the line of each model.
const panelsOf = () => data.panels[view.axis].filter((panel) => now.curves[panel]);
const linesOf = (panel) => now.curves[panel].lines.map(([share, low, high], at) =>
  ({ slug: now.models[at], share, low, high })).filter(({ share }) => share.length);
const clamped = (panel, text) =>
  Math.max(0, Math.min(data.axes[panel].places.length - 1, Math.round(Number(text)) || 0));
// The panel and the number of the tolerance that was pointed at; null for none.
const place = () => {
  const [panel, at] = view.at.split(":");
  return panelsOf().includes(panel) ? [panel, clamped(panel, at)] : null;
};

// One panel: the lines, their names, and a pointer that reads values.
const HEAD = 22;
const FOOT = 36;
const SIDE = 34;
const drawPanel = (panel, width) => {
  const axis = data.axes[panel];
  const curves = linesOf(panel);
  const longest = Math.max(...curves.map(({ slug }) => models[slug].name.length));
  const room = Math.min(0.48 * width, Math.max(140, 7 * longest + 70));
  const height = Math.max(width < 480 ? 205 : 320, 12 * curves.length + HEAD + FOOT);
  const [right, bottom] = [width - room, height - FOOT];
  const x = (at) => SIDE + (right - SIDE) * at;
  const y = (share) => bottom - (share / 100) * (bottom - HEAD);
  const path = (shares) => `M${shares.map((share, at) =>
    `${x(axis.places[at]).toFixed(1)} ${y(share).toFixed(1)}`).join("L")}`;
  const { n, responses } = now.curves[panel];
  const few = width < 480;
  const told = `n = ${counted(n)}${few ? "" : " questions"}`
    + (responses > n ? `, ${counted(responses)} answers` : "");
  const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "panel",
    "data-panel": panel, tabindex: 0, role: "slider",
    "aria-label": `${PANELS[panel]}: % of answers within a tolerated error`,
    "aria-valuemin": 0, "aria-valuemax": axis.places.length - 1, "aria-valuenow": 0 },
  svg("text", { x: 2, y: 12, class: "title" },
    few ? `${PANELS[panel].replace(" and other numbers", " …")}, % within, ${told}`
      : `${PANELS[panel]}, % within (${told})`));
  let free = -Infinity;
  for (const [label, at] of axis.knots) {
    root.append(svg("line", { x1: x(at), x2: x(at), y1: HEAD, y2: bottom, class: "grid" }));
    const half = label.length * (few ? 3.4 : 3.2);
    if (x(at) - half < free) continue;
    free = x(at) + half + 4;
    root.append(svg("text", { x: x(at), y: bottom + 14, class: "tick", "text-anchor": "middle" },
      label));
  }
  for (const at of axis.bends) { // two strokes over the axis, where its scale is another
    root.append(svg("path", { class: "bend",
      d: `M${x(at) - 4} ${bottom + 4}l3 -8M${x(at) + 1} ${bottom + 4}l3 -8` }));
  }
  root.append(svg("text", { x: few ? SIDE : (SIDE + right) / 2, y: bottom + 30, class: "tick",
    "text-anchor": few ? "start" : "middle" }, axis.label));
  for (let share = 0; share <= 100; share += 20) {
    root.append(svg("line", { x1: SIDE, x2: right, y1: y(share), y2: y(share), class: "grid" }),
      svg("text", { x: SIDE - 5, y: y(share) + 4, class: "tick", "text-anchor": "end" },
        String(share)));
  }
  const ends = [...curves].sort((one, other) => other.share.at(-1) - one.share.at(-1));
  const heights = spread(ends.map(({ share }) => y(share.at(-1))), HEAD, bottom, 13);
  const chosen = [view.a, view.b].filter(Boolean);
  const labels = new Map();
  const short = (slug, width_) => fit(models[slug].name, Math.floor((room - width_) / 7));
  ends.forEach(({ slug, share, low, high }, at) => {
    const { name, colour, dash } = models[slug];
    const shown = chosen.includes(slug) || curves.length < 3;
    const line = { stroke: colour, "stroke-dasharray": dash || null };
    const group = svg("g", { class: `line${chosen.length && !shown ? " other" : ""}`,
      "data-model": slug },
      ...(low.includes(null) ? [] : [svg("path", { fill: colour,
        d: `${path(low)}L${path(high).slice(1).split("L").reverse().join("L")}`,
        class: `band${shown ? " shown" : ""}` })]),
      svg("path", { d: path(share), ...line, class: "curve" }),
      svg("path", { d: `M${right} ${y(share.at(-1))}L${right + 8} ${heights[at]}h22`, ...line,
        class: "leader" }));
    const label = svg("text", { x: right + 34, y: heights[at] + 4, class: "name" },
      short(slug, 38));
    labels.set(slug, { label, share, rest: heights[at] + 4 });
    group.append(svg("title", {}, name), label);
    root.append(group);
  });
  const cursor = svg("line", { y1: HEAD, y2: bottom, class: "cursor", visibility: "hidden" });
  root.append(cursor);
  root.rest = () => {
    root.classList.remove("pointed");
    cursor.setAttribute("visibility", "hidden");
    for (const [slug, { label, rest }] of labels) {
      label.textContent = short(slug, 38);
      setAll(label, { x: right + 34, y: rest });
    }
  };
  // At the pointer, the labels have the shares and stand in their order; no other panel has one.
  const show = (at) => {
    for (const other of picture.querySelectorAll(".panel")) if (other !== root) other.rest();
    const to = x(axis.places[at]);
    root.classList.add("pointed");
    setAll(cursor, { x1: to, x2: to, visibility: "visible" });
    const ordered = [...labels].map(([slug, { label, share }]) => [share[at], slug, label])
      .sort(([one], [other]) => other - one);
    const shares = spread(ordered.map(([share]) => y(share)), HEAD, bottom, 13);
    ordered.forEach(([share, slug, label], order) => {
      label.textContent = `${number(share, 1)} ${short(slug, 56)}`;
      setAll(label, { x: right + 15, y: shares[order] + 4 });
    });
    const values = ordered.map(([share, slug]) => `${models[slug].name} ${number(share, 1)} %`);
    setAll(root, { "aria-valuenow": at,
      "aria-valuetext": `within ${axis.told[at]}: ${values.join(", ")}` });
    const [ahead] = ordered;
    const band = curves.find(({ slug }) => slug === ahead?.[1]);
    readOut.textContent = `${PANELS[panel]} within ${axis.told[at]}`
      + (band && band.low[at] !== null ? `: ${models[band.slug].name} ${number(band.share[at], 1)} %`
        + ` [${number(band.low[at], 1)}, ${number(band.high[at], 1)}]` : "");
  };
  const nearest = (event) => {
    const box = root.getBoundingClientRect();
    const at = (((event.clientX - box.left) * width) / box.width - SIDE) / (right - SIDE);
    return axis.places.reduce((best, own, to) =>
      (Math.abs(own - at) < Math.abs(axis.places[best] - at) ? to : best), 0);
  };
  root.addEventListener("pointermove", (event) => show(nearest(event)));
  root.addEventListener("click", (event) =>
    change({ at: `${panel}:${nearest(event)}` }, false));
  root.addEventListener("keydown", (event) => {
    const last = axis.places.length - 1;
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, Home: -last,
      End: last }[event.key];
    const from = place()?.[0] === panel ? place()[1] : 0;
    if (step) {
      event.preventDefault();
      change({ at: `${panel}:${clamped(panel, from + step)}` }, false);
    }
  });
  if (place()?.[0] === panel) show(place()[1]);
  return root;
};
// Two models: their paired differences, and the answers that one has right, or within the
// tolerance, and the other has not. The counts are those of the lists.
const turned = (own) => own && [own[0], own[2], own[1]].map((value) =>
  (value === null ? null : -value)).concat(own.slice(3));
const pairIn = (pairs, [a, b], score) =>
  pairs[`${a} ${b}`]?.[score] ?? turned(pairs[`${b} ${a}`]?.[score]) ?? null;
const gapText = (score) => {
  const [gap, low, high, better] = pairIn(now.pairs, [view.a, view.b], score) ?? [null];
  if (gap === null) return "";
  const ends = low === null ? "" : ` [${gapOf(score, low)}, ${gapOf(score, high)}]`;
  const found = better ? `${models[better].name} is better` : TESTED.includes(score)
    ? "not shown among all pairs" : "not tested";
  return `${SCORES[score][0]} ${gapOf(score, gap)}${ends} of `
    + `${counted(now.means[view.a][score][4])} questions (${found})`;
};
const compare = () => {
  const both = sides();
  if (!both) {
    comparison.textContent = view.a && view.a === view.b
      ? `Choose another model to compare ${models[view.a].name} with.` : "";
    return;
  }
  const [a, b] = both.map((slug) => models[slug].name);
  const button = (first, second, ab) => {
    const link = make("button", { type: "button", "data-focus": `ab-${ab}` });
    link.textContent = `${first} ${place() ? "within" : "right"}, ${second} not`;
    const wanted = { ab, readings: "all" };
    if (answers.length) link.textContent += `: ${counted(rowsOf(wanted).length)}`;
    link.addEventListener("click", () => listAnswers(wanted));
    return link;
  };
  const [panel, at] = place() ?? [];
  comparison.replaceChildren(
    make("span", {}, `${a} − ${b}: ${["exact_match", "within_one", "smape"].map(gapText).filter(Boolean).join("; ")}. `),
    make("span", {}, panel ? `${PANELS[panel]} within ${data.axes[panel].told[at]}: `
      : "Exact match: "), button(a, b, "a"), " ", button(b, a, "b"));
  if (!answers.length) start().then(compare);
};

// The questions that make most of the error: of MASE where the error is scaled, else of sMAPE.
const culprits = () => {
  const metric = view.axis === "scaled" ? "mase" : "smape";
  const [count, most] = now.heavy[metric];
  const [heading] = SCORES[metric];
  const rows = most.map(([id, share]) => {
    const text = questions.find((question) => question.id === id)?.text ?? id;
    const link = make("button", { type: "button", class: "link", "data-focus": id }, fit(text, 90));
    link.addEventListener("click",
      () => listAnswers({ text: id, group: "question", readings: "all" }));
    return make("li", {}, make("span", { class: "size" }, `${scoreOf("exact_match", share, 1)} %`), " ", link);
  });
  heavy.querySelector("summary").textContent = most.length
    ? `The ${most.length} questions, of ${counted(count)} with an error, that add most to ${heading}`
    : `No answer adds to ${heading}`;
  heavy.querySelector("div").replaceChildren(make("ol", {}, ...rows));
};

const figure = document.getElementById("figure-tolerance");
const picture = make("div", { class: "panels" });
const readOut = make("output", { class: "of pointed-at" });
const comparison = make("p", { class: "comparison", "aria-live": "polite" });
const heavy = make("details", { class: "heavy" }, make("summary"), make("div"));
const choices = make("form", { class: "filters", "aria-label": "What is shown" });
const fillChoices = () => {
  const named = slugs.map((slug) => [slug, models[slug].name]);
  choices.replaceChildren(
    ...(data.tasks.length > 1 ? [select("task", "task",
      [["", `mean of ${data.tasks.length} tasks`], ...data.tasks], view.task)] : []),
    ...(promptings.length > 1 ? [select("prompting", "prompting",
      [["", "mean of both"], ...promptings.map((name) => [name, name])], view.prompting)] : []),
    select("filter", "read by", data.filters.map((name) => [name, name]), view.filter),
    select("axis", "error in", Object.entries(AXES), view.axis),
    ...(slugs.length > 1 ? [select("a", "compare", [["", "–"], ...named], view.a),
      select("b", "with", [["", "–"], ...named], view.b)] : []));
};
choices.addEventListener("input", ({ target: { name, value } }) =>
  change({ [name]: value, ...(name === "axis" ? { at: "" } : {}) }));
choices.addEventListener("submit", (event) => event.preventDefault());
const table = document.getElementById("models");

const redraw = () => {
  const held = document.activeElement?.dataset?.focus ?? document.activeElement?.dataset?.panel;
  const width = figure.clientWidth;
  const panels = panelsOf();
  const beside = panels.length > 1 && width >= 760;
  const one = Math.floor(beside ? width / 2 - 8 : width);
  readOut.textContent = "";
  picture.replaceChildren(...panels.map((panel) => drawPanel(panel, one)));
  if (!panels.length) picture.replaceChildren(make("p", {}, "No question has such an error."));
  document.getElementById("said").textContent = now.said;
  document.getElementById("scope").textContent = now.scope
    + (now.left.length ? ` Left out: ${now.left.join("; ")}.` : "");
  drawTable();
  culprits();
  compare();
  drawParts();
  for (const name of Object.keys(START)) {
    if (choices.elements[name]) choices.elements[name].value = view[name];
  }
  if (held) document.querySelector(`:is([data-focus="${CSS.escape(held)}"],`
    + `[data-panel="${CSS.escape(held)}"])`)?.focus({ preventScroll: true });
};
const KEYS = ["model", ...Object.keys(SCORES)];
const drawTable = () => {
  const rows = now.models.map((slug) => {
    const means = now.means[slug];
    const cells = Object.keys(SCORES).map((name) => {
      const [value, stderr] = means[name];
      const cell = make("td", { class: `number ${name}`, "data-order": value ?? "" },
        scoreOf(name, value));
      if (name === "exact_match") cell.append(" ", make("small", {}, `± ${scoreOf(name, stderr)}`));
      if (name === "mase") cell.append(" ", make("small", {}, `${scoreOf("exact_match", means.largest[0], 0)} %`));
      return cell;
    });
    const name = make("button", { type: "button", class: "link", "data-focus": `model-${slug}` },
      models[slug].name);
    name.addEventListener("click", () => listAnswers({ model: slug, readings: "all" }));
    const swatch = svg("svg", { width: 30, height: 8, "aria-hidden": "true" },
      svg("path", { d: "M0 4H30", stroke: models[slug].colour,
        "stroke-dasharray": models[slug].dash || null, class: "curve" }));
    return make("tr", {}, make("th", { scope: "row", "data-order": models[slug].name }, swatch,
      " ", name), ...cells);
  });
  const wanted = KEYS.includes(view.rows.replace("-", "")) ? view.rows : "-exact_match";
  const heading = table.tHead.rows[0].cells[KEYS.indexOf(wanted.replace("-", ""))];
  const keyed = rows.map((row) => [row.cells[heading.cellIndex].dataset.order, row]);
  table.tBodies[0].replaceChildren(...inOrder(keyed, heading, !wanted.startsWith("-")));
};
sortable([...table.tHead.rows[0].cells], ({ cellIndex }, rising) =>
  change({ rows: `${rising ? "" : "-"}${KEYS[cellIndex]}` }));
document.getElementById("still")?.remove();
figure.prepend(picture, readOut);
figure.after(choices, comparison);
choices.closest("section").querySelector("details").before(heavy);
heavy.addEventListener("toggle", () => heavy.open && start().then(culprits));
let widthNow = 0;
new ResizeObserver(() => {
  if (figure.clientWidth !== widthNow) {
    widthNow = figure.clientWidth;
    redraw();
  }
}).observe(figure);
