// Scores by a dimension of questions: of one model, or of two with their paired difference.

const DIMENSIONS = {
  unit: ["unit", ({ measure }) => measure, ({ unit, asksFor }) => ({ unit, asks: asksFor })],
  kind: ["kind or category", ({ kind, task }) => kind && inTask(task, kind),
    (question) => ({ type: typeOf(question) })],
  format: ["answer format", ({ format }) => format, ({ format }) => ({ format })],
  asks: ["what is asked for", ({ asksFor }) => asksFor, ({ asksFor }) => ({ asks: asksFor })],
  split: ["task", ({ task }) => data.tasks[task].title, ({ task }) => ({ split: `${task}` })],
};
const inTask = (task, text) => (view.task ? text : `${data.tasks[task].title}: ${text}`);
const typeOf = ({ task, kind }) => `${task} ${kind}`;
const partsTable = make("table", { id: "parts" });
const partsMode = make("p", { class: "reading" });
const sidesShown = (answered) => {
  const best = [...answered].map(([slug, own]) => [scoresOf(own), slug]).sort(byScore);
  const first = answered.has(view.a) ? view.a : best[0]?.[1];
  return [first, ...(answered.has(view.b) && view.b !== first ? [view.b] : [])].filter(Boolean);
};
const breakDown = (answered) => {
  const [, textOfPart, filterOf] = DIMENSIONS[view.by];
  const sides = sidesShown(answered);
  const parts = new Map(); // the answers of both sides, by the text of a part
  sides.forEach((slug, at) => answered.get(slug).forEach((one) => {
    const text = textOfPart(one.question);
    if (!text) return;
    if (!parts.has(text)) parts.set(text, { filter: filterOf(one.question), own: [[], []] });
    parts.get(text).own[at].push(one);
  }));
  const names = sides.map((slug) => models[slug].name);
  const two = sides.length > 1;
  const scored = (name, digits, value = ({ mean }) => mean) => sides.map((slug, at) => ({
    key: `${name}${at || ""}`, heading: two ? `${HEADS[name]} ${"AB"[at]}` : HEADS[name],
    of: ({ scores }) => value(scores[at][name]),
    shown: (part) => number(value(part.scores[at][name]) * (name === "smape" ? 1 : 100), digits),
    small: name === "exact_match" && (({ scores }) => `± ${percent(scores[at][name].stderr)}`) }));
  const columns = [
    { key: "n", heading: "n", of: ({ own }) => own[0].length,
      shown: ({ own }) => own[0].length.toLocaleString("en") },
    ...TESTED.flatMap(([name, title, key]) => [...scored(name, 2),
      ...(two ? [{ key, heading: `${title} A − B`, of: ({ gaps }) => gaps[name].value,
        shown: ({ gaps }) => points(gaps[name].value),
        small: ({ gaps: { [name]: { low, high } } }) => (Number.isNaN(low) ? ""
          : `[${points(low)}, ${points(high)}]`) }] : [])]),
    ...scored("parsed", 1, ({ mean }) => 1 - mean)];
  const rows = [...parts].map(([text, { filter, own }]) => {
    const pooled = own.map((answers_) => answers_.map((one) => ({ ...one, cell: "" })));
    const groups = pooled[0].map(({ question }) => question.group);
    const isPaired = two && own[0].length === own[1].length;
    const gaps = Object.fromEntries(TESTED.map(([name, , , most]) => [name, isPaired
      ? pairedOf(...pooled.map((side_) => valuesOf(side_, name).map((value) => value / most)), groups)
      : { value: NaN, low: NaN, high: NaN }]));
    return { text, filter, own, scores: pooled.slice(0, sides.length).map(scoresOf), gaps };
  });
  const wanted = [...columns, { key: "text" }].some(({ key }) => key === view.parts.replace("-", ""))
    ? view.parts : two ? "-gap" : "-exact_match";
  const head = make("tr", {}, make("th", { scope: "col" }, DIMENSIONS[view.by][0]),
    ...columns.map(({ heading }) =>
      make("th", { scope: "col", class: "number", "data-first": "descending" }, heading)));
  sortable([...head.cells], ({ cellIndex }, rising) =>
    change({ parts: `${rising ? "" : "-"}${["text", ...columns.map(({ key }) => key)][cellIndex]}` }));
  const at = ["text", ...columns.map(({ key }) => key)].indexOf(wanted.replace("-", ""));
  const keyed = rows.map((part) => {
    const name = make("button", { type: "button", class: "link" }, part.text);
    name.addEventListener("click", () =>
      listAnswers({ ...part.filter,
        ...(two && sides[0] === view.a ? { pair: "on", group: "question" } : { model: sides[0] }) }));
    const value = at ? columns[at - 1].of(part) : part.text;
    return [at && !Number.isFinite(value) ? "" : `${value}`,
      make("tr", {}, make("th", { scope: "row" }, name), ...columns.map(({ shown, small }) =>
        make("td", { class: "number" }, shown(part), ...(small ? [" ", make("small", {},
          small(part))] : []))))];
  });
  partsTable.replaceChildren(make("thead", {}, head),
    make("tbody", {}, ...inOrder(keyed, head.cells[at], !wanted.startsWith("-"))));
  partsTable.ariaLabel = `Scores of ${names.join(" and ")} by ${DIMENSIONS[view.by][0]}`;
  partsMode.textContent = `${names.map((name, side_) => (two ? `${"AB"[side_]}: ${name}` : name))
    .join(", ")}. n: answers of a model, over all that is chosen above. Press a name to see them.`;
};
// The scores with a paired difference: name, title, key of the difference and largest score.
const TESTED = [["exact_match", "EM", "gap", 1], ["within_one", "±1", "gap_one", 1],
  ["smape", "sMAPE", "gap_size", 100]];
const HEADS = { exact_match: "EM %", within_one: "±1 %", smape: "sMAPE", parsed: "unread %" };
const partsSection = make("section", { id: "breakdown", "aria-labelledby": "title-breakdown" },
  make("h2", { id: "title-breakdown" }, "Scores by part"),
  make("form", { class: "filters", "aria-label": "Parts" }, select("by", "by",
    Object.entries(DIMENSIONS).map(([name, [text]]) => [name, text]), START.by)),
  partsMode, make("div", { class: "scroll", role: "region", tabindex: "0",
    "aria-label": "Table of parts" }, partsTable));
partsSection.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
partsSection.querySelector("select").addEventListener("input",
  ({ target: { value } }) => change({ by: value, parts: "" }));
document.getElementById("answers").before(partsSection);
