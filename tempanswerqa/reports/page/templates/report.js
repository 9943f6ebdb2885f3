// All answers: a list that is sorted and filtered, and the answers of all models to one question.
// The data are files beside the page; each hands itself over by calling answersData.

const section = document.getElementById("answers");
const manifest = JSON.parse(section.dataset.manifest);
const SHOWN = 25;
const FILTERS = ["strict-match", "flexible-extract"];
const arrived = new Map();
const awaited = new Map();

globalThis.answersData = (name, digest, data) => arrived.set(name, { digest, data });

// Loads a data file once. Rejects where it is missing, or of another report.
const load = (name) => {
  if (!awaited.has(name)) {
    awaited.set(name, new Promise((resolve, reject) => {
      const script = make("script", { src: `${manifest.folder}/${name}.js` });
      script.addEventListener("error", () => reject(new Error("missing")));
      script.addEventListener("load", () => {
        const { digest, data } = arrived.get(name) ?? {};
        arrived.delete(name);
        if (digest === manifest.digest) resolve(data);
        else reject(new Error("of another report"));
      });
      document.head.append(script);
    }));
  }
  return awaited.get(name);
};

// One answer as one filter reads it. In a file: the number of its rule where it is right, less than 0 where it is
// unread, else a list.
const readingOf = (cell, question, texts) => {
  if (typeof cell === "number") {
    const right = cell >= 0;
    const state = right ? "right" : "unread";
    return { state, rule: texts[right ? cell : -1 - cell], number: right ? question.label : "", error: right ? 0 : null,
      offBy: "", errors: Object.fromEntries(Object.keys(manifest.errors).map((name) => [name, right ? 0 : null])) };
  }
  const [rule, number, error, offBy, ...scores] = cell;
  const errors = Object.fromEntries(Object.keys(manifest.errors).map((name, at) => [name, scores[at]]));
  return { state: "wrong", rule: texts[rule], number: texts[number], error, offBy: texts[offBy], errors };
};

const answersOf = ([name, title], { questions, runs, texts }) => {
  const asked = questions.map(([id, text, label, unit, kind, format], place) =>
    ({ id, text, label, unit, kind, format, place, task: name, title, answers: [] }));
  for (const [at, own] of Object.entries(runs)) {
    const [label, model, prompting] = manifest.runs[at];
    asked.forEach((question, place) => {
      if (!own[FILTERS[0]][place] && own[FILTERS[0]][place] !== 0) return;
      const read = Object.fromEntries(FILTERS.map((filter) => [filter, readingOf(own[filter][place], question, texts)]));
      const [strict, flexible] = FILTERS.map((filter) => read[filter]);
      const agree = strict.state === flexible.state && strict.error === flexible.error;
      question.answers.push({ question, read, agree, run: label, model, prompting, at, other: own.others[place] ?? "",
        key: `${question.id}~${slugOf(label)}` });
    });
  }
  return asked;
};
const slugOf = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, "-");

// What the list is filtered by: name, label, and the value of an answer that has to be the chosen one.
const readOf = (answer) => answer.read[chosen.filter];
const direction = ({ state, error }) => (state === "wrong" ? (error > 0 ? "too much, too late" : "too little, too early") : "");
const CHOICES = [
  ["task", "task", ({ question }) => question.title],
  ["model", "model", ({ model }) => models[model]],
  ["prompting", "prompting", ({ prompting }) => prompting],
  ["state", "answer", (answer) => readOf(answer).state],
  ["direction", "direction", (answer) => direction(readOf(answer))],
  ["unit", "unit", ({ question }) => question.unit],
  ["type", "question type", ({ question }) => question.kind],
  ["rule", "rule", (answer) => readOf(answer).rule],
  ["readings", "the filters", ({ agree }) => (agree ? "agree" : "differ")],
  ["row", "rows", ({ other }) => (other ? "answer another question" : "answer their own question")],
];
const SORTS = { ...manifest.errors, error: "error in its unit" };
const first = { filter: manifest.rule, sort: "ase", state: "", text: "" };
const chosen = { ...first };
let questions = [];
let answers = [];
let found = [];
let shown = SHOWN;

const sizeOf = (answer) => {
  const { error, errors } = readOf(answer);
  return chosen.sort === "error" ? error && Math.abs(error) : errors[chosen.sort];
};
const find = () => {
  const wanted = CHOICES.filter(([name]) => chosen[name]);
  const text = chosen.text.trim().toLowerCase();
  const fits = (answer) => wanted.every(([name, , value]) => value(answer) === chosen[name])
    && (!text || `${answer.question.text} ${answer.question.id}`.toLowerCase().includes(text));
  const sized = answers.filter(fits).map((answer) => [sizeOf(answer) ?? -1, answer]);
  found = sized.sort(([one], [other]) => other - one).map(([, answer]) => answer);
};

const short = (number) => (number >= 100 ? Math.round(number).toLocaleString("en") : String(Number(number.toPrecision(3))));
const sized = (answer) => {
  const size = sizeOf(answer);
  if (size === null || size === undefined) return "–";
  return chosen.sort === "ase" ? `× ${short(size)}` : short(size);
};
const told = ({ state, number, offBy }) =>
  state === "unread" ? "nothing" : `${number}: ${state === "right" ? "right" : offBy}`;
const linkTo = (answer) => {
  const all = address.get();
  all.set("answer", answer.key);
  return `#${all}`;
};
const row = (answer) => {
  const { question, read, agree, run, other } = answer;
  const another = FILTERS.find((filter) => filter !== chosen.filter);
  return make("li", { class: "answer" },
    make("a", { href: linkTo(answer) },
      make("span", { class: "size" }, sized(answer)), " ", make("bdi", {}, run), " ",
      make("span", { class: "of" }, "label ", make("bdi", {}, question.label), ", read ", make("bdi", {}, told(readOf(answer))))),
    make("p", {}, make("bdi", {}, question.text)),
    agree ? null : make("span", { class: "tag" }, `${another}: ${told(read[another])}`),
    other ? make("span", { class: "tag" }, "answers another question") : null);
};
const list = make("ol", { class: "answers" });
const more = make("button", { type: "button" }, `${SHOWN} more`);
const status = make("output", { "aria-live": "polite" });
const draw = () => {
  list.replaceChildren(...found.slice(0, shown).map(row));
  more.hidden = found.length <= shown;
  status.textContent = `${found.length.toLocaleString("en")} of ${answers.length.toLocaleString("en")} answers`;
};
more.addEventListener("click", () => {
  const next = shown;
  shown += SHOWN;
  draw();
  list.children[next].querySelector("a").focus();
});

// One question: what was asked, and the answers of all models side by side.
const viewer = make("section", { id: "answer", tabindex: "-1", "aria-labelledby": "title-answer", hidden: true });
const marks = (text, spans) => {
  const edges = [...new Set([0, text.length, ...spans.flatMap((span) => span ?? [])])].sort((one, other) => one - other);
  return edges.slice(1).map((end, at) => {
    const start = edges[at];
    const filters = FILTERS.filter((_, n) => spans[n] && spans[n][0] <= start && end <= spans[n][1]);
    const part = text.slice(start, end);
    if (!filters.length) return part;
    const title = `read by ${filters.join(" and ")}`;
    return make("mark", { class: filters.join(" "), title }, part);
  });
};
const line = (filter, { state, rule, number, offBy }, extracted) => {
  const value = state === "unread" && extracted ? `${extracted}, which is no number` : number || "nothing";
  return [make("dt", {}, filter), make("dd", { class: state }, make("bdi", {}, value), state === "right" ? ", right" : offBy && `, ${offBy}`,
    rule ? make("small", {}, ` by the rule ${rule}`) : null,
    extracted && state !== "unread" ? make("small", {}, ` from ${extracted}`) : null)];
};
const card = (answer, prefill, [text, ...places], current) => {
  const { key, run, read, other } = answer;
  const spans = places.map((place) => (Array.isArray(place) ? place : null));
  const extracted = places.map((place) => (typeof place === "string" ? place : ""));
  const original = other && questions.find(({ id }) => id === other);
  return make("article", { class: "card", "data-model": answer.model, "aria-current": key === current ? "true" : null },
    make("h4", {}, make("a", { href: linkTo(answer) }, make("bdi", {}, run))),
    other ? make("p", { class: "tag" }, "answers another question: ", original ? make("bdi", {}, original.text) : other) : null,
    make("dl", {}, ...FILTERS.flatMap((filter, n) => line(filter, read[filter], extracted[n]))),
    make("pre", { dir: "auto", tabindex: "0", "aria-label": `Response of ${run}` },
      prefill ? make("span", { class: "prefill", title: "the model's turn began with this" }, prefill) : null, ...marks(text, spans)));
};
const step = (by, label, current) => {
  const next = found[found.indexOf(current) + by];
  return found.includes(current) && next ? make("a", { href: linkTo(next) }, label) : null;
};
const shut = make("a", { href: "#answers" }, "close");
shut.addEventListener("click", (event) => {
  event.preventDefault();
  address.set({ answer: "" }, true);
  open();
});
const view = (answer, shard) => {
  const { question } = answer;
  const place = question.place % manifest.shard;
  const [asked, label, ...given] = shard.questions[place];
  const [context, system, prefill] = given.map((at) => shard.texts[at]);
  const facts = { label: `${question.label} (${label})`, task: question.title, unit: question.unit, type: question.kind,
    "answer format": question.format, id: question.id };
  const above = (title, text) => (text ? make("details", {}, make("summary", {}, title), make("pre", { dir: "auto", tabindex: "0" }, text)) : null);
  const others = question.answers.filter((one) => one !== answer);
  const cards = [answer, ...others].map((one) => card(one, prefill, shard.answers[one.at][place], answer.key));
  viewer.replaceChildren(...[
    make("h3", { id: "title-answer" }, make("bdi", {}, asked)),
    make("p", { class: "steps" }, step(-1, "previous answer", answer), step(1, "next answer", answer), shut),
    make("dl", { class: "facts" }, ...Object.entries(facts).map(([name, value]) =>
      make("div", {}, make("dt", {}, name), make("dd", {}, make("bdi", {}, value))))),
    above("The table that the model saw", context), above("The instruction that the model saw", system),
    make("p", { class: "reading" }, "The marks in a response show what ", make("mark", { class: FILTERS[0] }, FILTERS[0]), " and ",
      make("mark", { class: FILTERS[1] }, FILTERS[1]), " read.",
      prefill ? " The model's turn began with the grey text." : null),
    make("div", { class: "cards" }, ...cards)].filter((part) => part !== null));
  for (const mark of viewer.querySelectorAll("pre mark")) {
    const pre = mark.closest("pre");
    pre.scrollTop = mark.offsetTop - pre.clientHeight / 2;
  }
};
let inView = "";
const open = async () => {
  const key = address.get().get("answer") ?? "";
  if (key === inView) return;
  inView = key;
  const answer = answers.find((one) => one.key === key);
  const last = viewer.hidden ? null : viewer.dataset.key;
  viewer.hidden = !answer;
  viewer.dataset.key = key;
  if (!answer) {
    list.querySelector(`a[href*="${CSS.escape(encodeURIComponent(last ?? ""))}"]`)?.focus();
    if (key) status.textContent = "There is no such answer.";
    return;
  }
  viewer.replaceChildren(make("p", {}, "Loading …"));
  try {
    const { question } = answer;
    view(answer, await load(`${question.task}-${Math.floor(question.place / manifest.shard)}`));
    viewer.scrollIntoView();
    viewer.focus({ preventScroll: true });
  } catch (error) {
    viewer.replaceChildren(make("p", {}, lacking(error)));
  }
};

const lacking = (error) => `The data of the answers, the folder ${manifest.folder} beside this page, is ${error.message}: copy it, too.`;
const values = (value) => [...new Set(answers.map(value))].filter(Boolean)
  .sort((one, other) => one.localeCompare(other, "en", { numeric: true })).map((one) => [one, one]);
const form = make("form", { class: "filters", "aria-label": "Filters of answers" });
const fill = () => {
  const all = [["", "all"]];
  const pairs = FILTERS.map((filter) => [filter, filter]);
  form.replaceChildren(
    select("filter", "read by", pairs, chosen.filter), select("sort", "sorted by", Object.entries(SORTS), chosen.sort),
    ...CHOICES.filter(([, , value]) => values(value).length > 1)
      .map(([name, label, value]) => select(name, label, [...all, ...values(value)], chosen[name])),
    make("label", {}, "text ", make("input", { type: "search", name: "text", autocomplete: "off", value: chosen.text })),
    make("button", { type: "reset" }, "show all"), status);
};
const again = () => {
  const changed = Object.entries(chosen).map(([name, value]) => [name, value === (first[name] ?? "") ? "" : value]);
  address.set(Object.fromEntries(changed));
  shown = SHOWN;
  find();
  draw();
};
const change = ({ target: { name, value } }) => {
  chosen[name] = value;
  if (name === "filter") { // the rules are others
    chosen.rule = "";
    fill();
    form.elements[name].focus();
  }
  again();
};
form.addEventListener("input", change);
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", (event) => {
  event.preventDefault();
  for (const name of Object.keys(chosen)) chosen[name] = first[name] ?? "";
  fill();
  again();
});

let started = false;
const start = async () => {
  if (started) return;
  started = true;
  const note = make("p", { role: "status" }, "Loading all answers …");
  section.querySelector("h2").after(note);
  try {
    const data = await Promise.all(manifest.tasks.map(([name]) => load(name)));
    questions = data.flatMap((own, at) => answersOf(manifest.tasks[at], own));
  } catch (error) {
    note.textContent = `${lacking(error)} These are the answers that are furthest off.`;
    return;
  }
  answers = questions.flatMap((question) => question.answers);
  const given = address.get();
  for (const name of [...Object.keys(first), ...CHOICES.map(([own]) => own)]) {
    if (given.has(name)) chosen[name] = given.get(name);
  }
  if (!FILTERS.includes(chosen.filter)) chosen.filter = first.filter;
  if (!(chosen.sort in SORTS)) chosen.sort = first.sort;
  fill();
  again();
  document.getElementById("furthest").hidden = true;
  note.replaceWith(make("p", {}, "This list has every answer of every run, as both filters read it. Choose one to see its response, with "
    + "marks at the text that was read, beside the responses of all other runs."), form, viewer, list, more);
  await open();
};
addEventListener("hashchange", () => (started ? open() : address.get().has("answer") && start()));
addEventListener("popstate", () => started && open());
const names = [...Object.keys(first), ...CHOICES.map(([name]) => name), "answer"];
if (names.some((name) => address.get().has(name))) start().then(() => viewer.hidden && section.scrollIntoView());
else new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && start(), { rootMargin: "600px" }).observe(section);
