// One picture of all models and all parts: a row for each part, a shaded cell for each model; of two
// models their paired difference. And what is shown as SVG and CSV, and how to cite it.

const DIMENSIONS = {
  unit: ["unit", ([measure]) => measure, ([measure]) => ({ unit: measure })],
  kind: ["kind or category", ([task, kind]) => (view.task ? kind : `${titleOf(task)}: ${kind}`),
    ([task, kind]) => ({ type: `${task} ${kind}` })],
  task: ["task", ([task]) => titleOf(task), ([task]) => ({ split: `${task}` })],
  prompting: ["prompting", ([prompting]) => prompting || "not stated",
    ([prompting]) => ({ shots: prompting })],
};
const titleOf = (task) => data.tasks[task][1];
const partsTable = make("table", { id: "parts" });
const partsMode = make("p", { class: "reading" });
const sides = () => (isPair() && now.models.includes(view.a) && now.models.includes(view.b)
  ? [view.a, view.b] : null);
const TESTED = ["exact_match", "smape"]; // the scores of parts, in their order

// The parts that have the score, as they are shown: { name, n, responses, small, filter, cells,
// gap }, where a cell is [value, low, high] of a model, and the gap [difference, low, high, filled]
// of two.
const partRows = () => {
  const both = sides();
  const [, text, filterOf] = DIMENSIONS[view.by];
  const at = TESTED.indexOf(view.score);
  const means = now.models.map((slug) => now.means[slug][view.score]);
  const [n, responses] = [4, 5].map((place_) => Math.max(...means.map((own) => own[place_])));
  return [{ name: "All", n, responses, small: false, filter: {},
    cells: means.map(([value, , low, high]) => [value, low, high]),
    gap: both && pairIn(now.pairs, both, view.score) },
  ...now.parts[view.by].map(([value, count, answered, small, scores, pairs]) => ({
    name: text(value), n: count[at], responses: answered[at], small, filter: filterOf(value),
    cells: scores.map((own) => own.slice(3 * at, 3 * at + 3)),
    gap: both && pairIn(pairs, both, view.score) }))].filter((part) => part.n);
};
// The share of full colour of a cell: the better, the darker.
const shade = (value) => (value === null ? 0
  : Math.round(45 * (view.score === "smape" ? 1 - value / 100 : value)));
const dotOf = ([gap, low, high, filled], reach) => {
  const x = (value) => 80 + (75 * value) / reach;
  const drawn = svg("svg", { viewBox: "0 0 160 16", width: 160, height: 16, class: "dot",
    "aria-hidden": "true" }, svg("path", { d: "M80 0V16", class: "zero" }));
  if (gap === null) return drawn;
  if (low !== null) drawn.append(svg("path", { d: `M${x(low)} 8H${x(high)}`, class: "whisker" }));
  drawn.append(svg("circle", { cx: x(gap), cy: 8, r: 4, class: filled ? "filled" : "hollow" }));
  return drawn;
};
const drawParts = () => {
  const both = sides();
  const rows = partRows();
  const small = rows.filter((part) => part.small);
  const shown = rows.filter((part) => !part.small || view.small);
  const reach = Math.max(...rows.flatMap(({ gap }) => (gap ?? [0]).slice(0, 3))
    .map((value) => Math.abs(value ?? 0))) || 1;
  const columns = both ?? now.models;
  const [heading] = SCORES[view.score];
  const minus = (value) => gapOf(view.score, value);
  const head = make("tr", {}, make("th", { scope: "col" }, DIMENSIONS[view.by][0]),
    make("th", { scope: "col", class: "number" }, "n"),
    ...columns.map((slug) => make("th", { scope: "col", class: "number" }, models[slug].name)),
    ...(both ? [make("th", { scope: "col" }, `${models[both[0]].name} − ${models[both[1]].name}`),
      make("th", { scope: "col", class: "number" }, "95 % interval")] : []));
  const lines = shown.map((part) => {
    const link = make("button", { type: "button", class: "link", "data-focus": `part-${part.name}` },
      part.name);
    link.addEventListener("click", () => listAnswers({ ...part.filter, readings: "all",
      ...(both ? { pair: "on", group: "question" } : { model: now.models[0] }) }));
    const cells = columns.map((slug) => {
      const [value] = part.cells[now.models.indexOf(slug)];
      const cell = make("td", { class: "number" }, scoreOf(view.score, value, 1));
      cell.dataset.shade = shade(value) / 100;
      cell.style.background = `color-mix(in srgb, var(--accent) ${shade(value)}%, transparent)`;
      return cell;
    });
    const { gap } = part;
    const compared = gap && gap[0] !== null;
    return make("tr", { class: part.small ? "small" : null },
      make("th", { scope: "row" }, link), make("td", { class: "number" },
        counted(part.n) + (part.small ? "*" : "")), ...cells,
      ...(both ? [make("td", { class: "difference" },
        compared ? dotOf(gap, reach) : "", " ", compared ? `${gap[3] ? "●" : "○"} ${minus(gap[0])}`
          : "–"), make("td", { class: "number" }, compared && gap[1] !== null
        ? `[${minus(gap[1])}, ${minus(gap[2])}]` : "–")] : []));
  });
  const fold = make("button", { type: "button", class: "link", "data-focus": "small",
    "aria-expanded": view.small ? "true" : "false" },
  `${small.length} small part${small.length === 1 ? "" : "s"}`);
  fold.addEventListener("click", () => change({ small: view.small ? "" : "on" }));
  if (small.length) {
    const after = lines.findIndex((line) => line.className === "small");
    lines.splice(after < 0 ? lines.length : after, 0, make("tr", {}, make("th", { scope: "row" },
      fold, " with fewer than ten effective groups of questions"),
    make("td", { colspan: columns.length + (both ? 3 : 1) })));
  }
  partsTable.replaceChildren(make("thead", {}, head), make("tbody", {}, ...lines));
  partsTable.ariaLabel = `${heading} by ${DIMENSIONS[view.by][0]}`;
  partsMode.textContent = `${partsTable.ariaLabel}; n: questions`
    + (small.length && view.small ? "; * fewer than ten effective groups of them. " : ". ")
    + (both ? "A filled dot (●) is a difference that a test shows: All is tested with all pairs of "
      + "models, as in the first sentence, and parts are corrected (Holm) for the rows that have a "
      + "dot, so that one may be filled where All is not. Intervals are for one row alone. "
      : "Choose two models above to see their paired differences. ")
    + `Press a name to see the answers of ${both ? "both" : models[now.models[0]]?.name}.`;
  for (const name of ["by", "score"]) partsForm.elements[name].value = view[name];
};

// Files of what is shown, made here.
const csvCell = (text) => {
  const safe = /^[=+\-@]/.test(text) && !/^[+-]?[0-9.]+(e[+-]?[0-9]+)?$/.test(text) ? `'${text}`
    : text;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
const csvOf = (rows) => `${rows.map((row) =>
  row.map((cell) => csvCell(String(cell ?? ""))).join(",")).join("\n")}\n`;
const saveFile = (name, type, text) => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = make("a", { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
};
const selectionOf = () => [view.task ? data.tasks.find(([name]) => name === view.task)[1] : "all",
  view.prompting || "all", view.filter];
const HEAD_OF_CSV = ["task", "prompting", "filter"];
const curveCsv = () => [[...HEAD_OF_CSV, "panel", "axis", "tolerance", "tolerance in words",
  "questions", "answers of each model", "model", "percent within", "low", "high"],
...panelsOf().flatMap((panel) => linesOf(panel).flatMap(({ slug, share, low, high }) =>
  share.map((value, at) => [...selectionOf(), PANELS[panel], panel,
    data.axes[panel].tolerances[at] ?? "any", data.axes[panel].told[at], now.curves[panel].n,
    now.curves[panel].responses, models[slug].name, value, low[at], high[at]])))];
// A number of a score as it is shown, with six digits.
const exactly = (score) => (value) =>
  (value === null ? "" : Number((SCORES[score][1] * value).toPrecision(6)));
const partsCsv = () => {
  const both = sides();
  const shown = exactly(view.score);
  return [[...HEAD_OF_CSV, DIMENSIONS[view.by][0], "questions", "answers of each model",
    "fewer than ten effective groups", "score", "model", "value", "low", "high", "significant"],
  ...partRows().flatMap(({ name, n, responses, small, cells, gap }) => {
    const begin = [...selectionOf(), name, n, responses, small ? "yes" : "no",
      SCORES[view.score][0]];
    const rows = (both ?? now.models).map((slug) => [...begin, models[slug].name,
      ...cells[now.models.indexOf(slug)].map(shown), ""]);
    return gap ? [...rows, [...begin, both.map((slug) => models[slug].name).join(" - "),
      ...gap.slice(0, 3).map(shown), gap[3] ? "yes" : "no"]] : rows;
  })];
};
// A picture with the styles that the page gives it, so that it stands alone.
const KEPT = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-size",
  "font-weight", "font-family", "visibility"];
const alone = (panels, title) => {
  const sizes = panels.map((one) => [one.width.baseVal.value, one.height.baseVal.value]);
  const height = sizes.reduce((sum, [, own]) => sum + own, 0);
  const root = svg("svg", { xmlns: "http://www.w3.org/2000/svg", height,
    width: Math.max(...sizes.map(([own]) => own)) }, svg("title", {}, title));
  let top = 0;
  panels.forEach((panel, at) => {
    const own = panel.cloneNode(true);
    const copies = [...own.querySelectorAll("*")];
    [...panel.querySelectorAll("*")].forEach((element, place_) => {
      const style = getComputedStyle(element);
      copies[place_].setAttribute("style", KEPT.map((name) =>
        `${name}:${style.getPropertyValue(name)}`).join(";"));
    });
    for (const name of ["role", "tabindex", "class"]) own.removeAttribute(name);
    setAll(own, { y: top });
    top += sizes[at][1];
    root.append(own);
  });
  return new XMLSerializer().serializeToString(root);
};
// The table as it is shown, row by row.
const partsSvg = (title) => {
  const rows = [...partsTable.rows];
  const widths = [...rows[0].cells].map((cell) => cell.offsetWidth);
  const root = svg("svg", { width: partsTable.offsetWidth, height: 22 * rows.length,
    class: "panel" });
  rows.forEach((row, line) => {
    let left = 0;
    [...row.cells].forEach((cell, column) => {
      const [y, wide, dot] = [22 * line, widths[column], cell.querySelector("svg")];
      const isNumber = cell.classList.contains("number");
      root.append(svg("rect", { x: left, y, width: wide, height: 22, class: "shade",
        style: `opacity:${cell.dataset.shade ?? 0}` }),
      svg("text", { x: left + (isNumber ? wide - 6 : dot ? 170 : 6), y: y + 15, class: "name",
        "text-anchor": isNumber ? "end" : "start" }, cell.innerText.trim()));
      if (dot) root.append(setAll(dot.cloneNode(true), { x: left + 4, y: y + 3 }));
      left += wide;
    });
  });
  const holder = make("div", { class: "skip" }, root);
  document.body.append(holder);
  const made = alone([root], title);
  holder.remove();
  return made;
};
const citation = (shown) => `${shown} Made by lm-eval-tempanswerqa ${data.version}. Benchmark: `
  + "Abbood, Meng and Collier, Time to Revisit Exact Match, Findings of the Association for "
  + "Computational Linguistics: EMNLP 2025, https://aclanthology.org/2025.findings-emnlp.637\n\n"
  + "@inproceedings{abbood2025revisit,\n  title = {Time to Revisit Exact Match},\n"
  + "  author = {Abbood, Auss and Meng, Zaiqiao and Collier, Nigel},\n  booktitle = {Findings of "
  + "the Association for Computational Linguistics: EMNLP 2025},\n  year = {2025},\n"
  + "  url = {https://aclanthology.org/2025.findings-emnlp.637}\n}\n"
  + "@software{lm_eval_tempanswerqa,\n  title = {lm-eval-tempanswerqa},\n  author = {{the "
  + `lm-eval-tempanswerqa authors}},\n  version = {${data.version}}\n}\n`;
// What is shown, in words and as the name of a file.
const what = { curve: () => `% of answers within a tolerated error in ${AXES[view.axis]}`,
  parts: () => partsTable.ariaLabel };
const titled = (name) => `${what[name]()}. ${now.scope}`;
const fileOf = (name) => [name, ...(name === "curve" ? [view.axis === "percent" ? "smape" : view.axis]
  : [SCORES[view.score][0], view.by]), view.task, view.prompting, view.filter,
...(sides() ?? [])].filter(Boolean).join("-").toLowerCase();
const files = (name, drawn, numbers) => {
  const cited = make("pre", { hidden: true, tabindex: "0", "aria-label": "How to cite" });
  const button = (text, act) => {
    const own = make("button", { type: "button" }, text);
    own.addEventListener("click", act);
    return own;
  };
  return make("div", { class: "files", "data-files": name },
    button("SVG", () => saveFile(`${fileOf(name)}.svg`, "image/svg+xml",
      drawn(titled(name)))), " ",
    button("CSV", () => saveFile(`${fileOf(name)}.csv`, "text/csv", csvOf(numbers()))), " ",
    setAll(button("how to cite", ({ target }) => {
      cited.textContent = citation(titled(name));
      cited.hidden = !cited.hidden;
      target.ariaExpanded = `${!cited.hidden}`;
    }), { "aria-expanded": "false" }), cited);
};
const partsForm = make("form", { class: "filters", "aria-label": "Parts" },
  select("by", "by", Object.entries(DIMENSIONS).map(([name, [text]]) => [name, text]), START.by),
  select("score", "score", [["exact_match", "EM"], ["smape", "sMAPE"]], START.score));
partsForm.addEventListener("submit", (event) => event.preventDefault());
partsForm.addEventListener("input", ({ target: { name, value } }) => change({ [name]: value }));
document.getElementById("breakdown").replaceChildren(
  document.getElementById("title-breakdown"), partsForm, partsMode,
  make("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": "Table of parts" },
    partsTable), files("parts", partsSvg, partsCsv));
comparison.after(files("curve", (title) => alone([...picture.querySelectorAll(".panel")], title),
  curveCsv));
