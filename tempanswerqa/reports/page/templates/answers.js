// All answers: a list that is sorted and filtered, and the answers of all models to one question.

const section = document.getElementById("answers");
const SHOWN = 15;
const FILTERS = data.filters;

// A reading: what was read and its error in words, the kind of the error, the label, whether it is right and within one, and its errors.
const READING = ["shown", "words", "mistake", "label", "right", "one", "units", "percent", "days",
  "scaled", "capped", "number"];
const UNREAD = { units: null, percent: null, days: null, scaled: null, right: 0 };
const FACTS = ["text", "id", "label", "unit", "measure", "kind", "point"];
const named = (names, values) => Object.fromEntries(names.map((name, at) => [name, values[at]]));
const answersOf = ({ questions: facts, readings, runs, texts }, task) => {
  const own = facts.map((fact, place_) =>
    ({ ...named(FACTS, fact), task, place: place_, answers: [] }));
  const known = readings.map((of) => of.map((one) => named(READING, one)));
  const notes = texts.map((note) => note.split("|"));
  for (const [at, given] of Object.entries(runs)) {
    const [model, prompting] = data.runs[at];
    const run = `${models[model].name} ${prompting}`.trim();
    own.forEach((question, place_) => {
      const cells = given[place_];
      for (let from = 0; from < cells.length; from += 2 * FILTERS.length) {
        const sample = from / 2 / FILTERS.length;
        const reads = Object.fromEntries(FILTERS.map((filter, n) => {
          const [read_, note] = cells.slice(from + 2 * n, from + 2 * n + 2);
          const [rule, why] = notes[note];
          const reading = known[place_][read_];
          return [filter, reading ? { ...reading, rule, sure: why, why: "", read: read_,
            state: reading.right ? "right" : "wrong" }
            : { ...UNREAD, rule, sure: "", why, read: read_, state: "unread", mistake: "",
              label: question.label }];
        }));
        question.answers.push({ question, reads, run: sample ? `${run}, response ${sample + 1}` : run,
          agree: reads[FILTERS[0]].number === reads[FILTERS[1]].number, model, prompting, at, sample,
          key: `${question.id}~${model}${prompting && `-${prompting}`}${sample ? `~${sample}` : ""}` });
      }
    });
  }
  return own;
};

// What the list is filtered by: name, label, and the value of an answer that must be the chosen
// one.
const readOf = (answer) => answer.reads[view.filter];
const CHOICES = [
  ["model", "model", ({ model }) => models[model].name, ({ model }) => model],
  ["readings", "filters", ({ agree }) => (agree ? "both agree" : "differ"),
    (answer) => (answer.agree ? "agree" : "differ")],
  ["state", "answer", (answer) => readOf(answer).state],
  ["mistake", "kind of error", (answer) => readOf(answer).mistake],
  ["why", "unread because", (answer) => readOf(answer).why],
  ["unit", "unit", ({ question }) => question.measure],
  ["type", "kind or category", ({ question: { kind } }) => kind,
    ({ question: { task, kind } }) => `${task} ${kind}`, ({ question }) => titleOf(question.task)],
  ["split", "task", ({ question: { task } }) => titleOf(task), ({ question: { task } }) => `${task}`],
  ["shots", "prompting", ({ prompting }) => prompting],
  ["rule", "rule", (answer) => readOf(answer).rule],
];
const valueOf = ([, , text, value]) => value ?? text;
const SORTS = { scaled: "scaled error (× typical)", percent: "symmetric error", units: "error in its unit" };
const START_OF_LIST = { ...Object.fromEntries(CHOICES.map(([name]) => [name, ""])), sort: "scaled",
  readings: "agree", ab: "", pair: "", text: "", group: "", runs: "" };
const NAMES = Object.keys(START_OF_LIST);
const chosen = { ...START_OF_LIST };
let questions = [];
let answers = [];
let found = [];
let shown = SHOWN;

const sizeOf = (answer) => readOf(answer)[chosen.sort];
// Of two models: the one that is right or within, and the one that is not, and its answer.
const sidesOf = (ab = chosen.ab) => (ab === "b" ? [view.b, view.a] : [view.a, view.b]);
const partnerOf = (answer, ab = chosen.ab) => (ab ? answer.question.answers.find((one) =>
  one.model === sidesOf(ab)[0] && one.prompting === answer.prompting && one.sample === answer.sample)
  : undefined);
// Whether an answer is of a panel.
const isOf = (panel, { question, ...answer }) => (panel === "scaled" || (panel === "time"
  ? question.point : !question.point)) && (panel !== "days" || readOf(answer).days !== null);
// Whether an answer is right, or within the tolerance; "any" bounds no error that was read.
const holds = (answer) => {
  const [panel, at] = place() ?? [];
  const reading = readOf(answer);
  if (!panel || reading.state === "unread") return reading.state === "right";
  return (reading[panel === "time" ? "days" : panel] ?? Infinity)
    <= (data.axes[panel].tolerances[at] ?? Infinity) * (1 + 1e-9);
};

// The answers that a list shows, and whose number is every count on the page: those of the models
// and cells of the selection that have the wanted values.
const rowsOf = (wanted = {}) => {
  const values = CHOICES.filter(([name]) => wanted[name] && wanted[name] !== "all")
    .map((choice) => [valueOf(choice), wanted[choice[0]]]);
  const text = (wanted.text ?? "").trim().toLowerCase();
  const cells = now.cells.map(([task, prompting]) => `${task} ${prompting}`);
  const runs = new Set(data.runs.flatMap(([model, prompting], at) => (now.models.includes(model)
    ? data.tasks.map((_, task) => task).filter((task) => cells.includes(`${task} ${prompting}`))
      .map((task) => 1000 * at + task) : [])));
  const { ab, pair } = wanted;
  return answers.filter((answer) => {
    const { question, model, prompting, at } = answer;
    if (wanted.runs ? (view.task && data.tasks[question.task][0] !== view.task)
      || (view.prompting && prompting !== view.prompting)
      : !runs.has(1000 * at + question.task)) return false;
    if (pair && ![view.a, view.b].includes(model)) return false;
    if (ab) {
      const partner = model === sidesOf(ab)[1] && partnerOf(answer, ab);
      if (!partner || !holds(partner) || holds(answer)) return false;
      if (place() && !isOf(place()[0], answer)) return false;
    }
    if (!values.every(([value, own]) => value(answer) === own)) return false;
    return !text || `${question.text} ${question.id}`.toLowerCase().includes(text);
  });
};
const find = () => {
  found = rowsOf(chosen).map((answer) => [sizeOf(answer) ?? -1, answer])
    .sort(([x], [y]) => y - x).map(([, answer]) => answer);
  if (chosen.group) found = [...Map.groupBy(found, ({ question }) => question).values()].flat();
};

const short = (size) => (size >= 100 ? Math.round(size).toLocaleString("en")
  : String(Number(size.toPrecision(3))));
const sized = (answer) => {
  const size = sizeOf(answer);
  if (size === null) return "–";
  return chosen.sort === "scaled" ? `${short(size)} × typical` : chosen.sort === "percent"
    ? `${short(size)} %` : short(size);
};
const told = ({ state, shown: read_, words, why }) => (state === "unread" ? `nothing (${why})`
  : `${read_}: ${state === "right" ? "right" : words}`);
const linkTo = (answer) => {
  const all = address.get();
  all.set("answer", answer.key);
  return `#${all}`;
};
const row = (answer, above) => {
  const { question, reads, agree, run } = answer;
  const partner = partnerOf(answer);
  const another = FILTERS.find((filter) => filter !== view.filter);
  return make("li", { class: "answer" },
    above ? null : make("p", {}, make("bdi", {}, question.text), " ",
      make("small", {}, question.id)),
    make("a", { href: linkTo(answer), "data-key": answer.key },
      make("span", { class: "size" }, sized(answer)), " ", make("bdi", {}, run), " ",
      make("span", { class: "of" }, "label ",
        make("bdi", {}, readOf(answer).label || question.label),
        ", read ", make("bdi", {}, told(readOf(answer))),
        partner ? `; ${partner.run} read ` : null,
        partner ? make("bdi", {}, told(readOf(partner))) : null)), " ",
    agree ? null : make("span", { class: "tag" }, `${another}: ${told(reads[another])}`));
};
const list = make("ol", { class: "answers" });
const empty = make("p", { class: "empty" });
const alike = make("span", {}, "These are the answers that both filters read alike: their errors are "
  + "the model's.");
// What to do about an empty list: buttons that take a choice back, with the answers that this leaves.
const lifted = () => {
  const buttons = [...CHOICES, ["ab", "one right, the other not"], ["pair", "two models"],
    ["text", "text of questions"]].flatMap(([name, label]) => {
    const count = chosen[name] ? rowsOf({ ...chosen, [name]: "" }).length : 0;
    if (!count) return [];
    const button = make("button", { type: "button" }, `without "${label}": ${counted(count)}`);
    button.addEventListener("click", () =>
      listAnswers({ ...chosen, [name]: name === "readings" ? "all" : "" }));
    return [button, " "];
  });
  return ["No answer meets all of these choices. ",
    ...(buttons.length ? buttons : ["Take several back, or show all."])];
};
const more = make("button", { type: "button" }, `${SHOWN} more`);
const status = make("output", { "aria-live": "polite" });
const draw = () => {
  const above = (at) => chosen.group && at > 0 && found[at - 1].question === found[at].question;
  alike.hidden = chosen.readings !== "agree";
  empty.replaceChildren(...(found.length ? [] : lifted()));
  list.replaceChildren(...found.slice(0, shown).map((answer, at) => row(answer, above(at))));
  more.hidden = found.length <= shown;
  status.textContent = `${counted(found.length)} of ${counted(rowsOf({ runs: chosen.runs }).length)}`
    + " answers";
  if (mistakes.closest("details")?.open) drawMistakes();
};
// How many answers are wrong in which way, by model, of those that the other choices leave.
const drawMistakes = () => {
  const kept = { ...chosen, model: "", state: "", mistake: "", why: "" };
  const states = ["right", "wrong", "unread"];
  const rows = new Map(states.map((state) => [state, { wanted: { state }, total: 0, counts: {} }]));
  for (const answer of rowsOf(kept)) {
    const { state, mistake, why } = readOf(answer);
    for (const [name, wanted] of [[state], ...(mistake ? [[mistake, { mistake }]] : []),
      ...(why ? [[`unread: ${why}`, { why }]] : [])]) {
      if (!rows.has(name)) rows.set(name, { wanted, total: 0, counts: {} });
      const own = rows.get(name);
      own.total += 1;
      own.counts[answer.model] = (own.counts[answer.model] ?? 0) + 1;
    }
  }
  const ordered = [...rows].sort(([one, { total }], [other, its]) =>
    states.includes(other) - states.includes(one) || (states.includes(one) ? 0 : its.total - total));
  mistakes.replaceChildren(make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "answers"),
    ...now.models.map((slug) => make("th", { scope: "col", class: "number" }, models[slug].name)))),
  make("tbody", {}, ...ordered.map(([name, { wanted, counts }]) => make("tr", {},
    make("th", { scope: "row" }, name), ...now.models.map((model) => {
      const link = make("button", { type: "button", class: "link",
        "aria-label": `${name}, ${models[model].name}` }, counted(counts[model] ?? 0));
      link.addEventListener("click", () => listAnswers({ ...kept, ...wanted, model }));
      return make("td", { class: "number" }, link);
    })))));
};
const mistakes = make("table", { id: "mistakes" });
const kinds = make("details", {}, make("summary", {}, "Kinds of error, by model"),
  make("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": "Kinds of error" },
    mistakes));
kinds.addEventListener("toggle", () => kinds.open && drawMistakes());
more.addEventListener("click", () => {
  shown += SHOWN;
  draw();
  list.children[shown - SHOWN].querySelector("a").focus();
});

// One question: what was asked, and the answers of all models side by side.
const viewer = make("section",
  { id: "answer", tabindex: "-1", "aria-labelledby": "title-answer", hidden: true });
const marks = (text, spans, from, to) => {
  const edges = [...new Set([from, to,
    ...spans.flatMap((span) => span ?? []).filter((edge) => edge > from && edge < to)])].sort((one,
    other) => one - other);
  return edges.slice(1).map((end, at) => {
    const start = edges[at];
    const filters = FILTERS.filter((_, n) => spans[n] && spans[n][0] <= start
      && end <= spans[n][1]);
    const part = text.slice(start, end);
    return filters.length ? make("mark",
      { class: filters.join(" "), title: `read by ${filters.join(" and ")}` }, part) : part;
  });
};
const line = (filter, read, extracted) => [make("dt", {}, filter),
  make("dd", { class: read.state }, make("bdi", {}, told(read)), read.rule
    ? make("small", {}, ` by the rule ${read.rule}${read.sure && ` (${read.sure})`}`) : null,
  extracted ? make("small", {}, ` from ${extracted}`) : null)];
const HEADINGS = { right: "EM", one: "±1", percent: "sMAPE", scaled: "scaled error",
  capped: "capped ASE" };
const scoreLine = (answer) => {
  const { point, unit } = answer.question;
  const reading = readOf(answer);
  const scores = reading.state !== "unread" ? reading : { right: 0, one: 0,
    percent: point ? null : 100, scaled: null, capped: unit === "when" ? null : 1 };
  return Object.entries(HEADINGS).map(([name, heading]) =>
    `${heading} ${scores[name] === null ? "–" : short(scores[name])}`).join(", ");
};
const card = (answer, prefill, [text, thought, ...places], isCurrent) => {
  const { run, reads } = answer;
  const spans = places.map((at) => (Array.isArray(at) ? at : null));
  const extracted = places.map((at) => (typeof at === "string" ? at : ""));
  return make("article", { class: "card", "aria-current": isCurrent ? "true" : null },
    make("h4", {}, make("a", { href: linkTo(answer) }, make("bdi", {}, run))),
    make("dl", {}, ...FILTERS.flatMap((filter, n) =>
      line(filter, reads[filter], extracted[n])),
      make("dt", {}, "scores"), make("dd", {}, scoreLine(answer))),
    thought ? make("details", {}, make("summary", {},
      `thinking, ${thought.toLocaleString("en")} characters`),
      make("pre", { dir: "auto", tabindex: "0", "aria-label": `Thinking of ${run}` },
        ...marks(text, spans, 0, thought))) : null,
    make("pre", { dir: "auto", tabindex: "0", "aria-label": `Response of ${run}` },
      prefill ? make("span", { class: "prefill", title: "the model's turn began with this" },
        prefill) : null, ...marks(text, spans, thought, text.length)));
};
const step = (by, label, answer) => {
  const next = found[found.indexOf(answer) + by];
  return found.includes(answer) && next ? make("a", { href: linkTo(next), "data-step": by }, label)
    : null;
};
const close = () => {
  address.set({ answer: "" }, true);
  open();
};
const shut = make("button", { type: "button" }, "close");
shut.addEventListener("click", close);
const show = (answer, shard) => {
  const { question } = answer;
  const at = question.place % data.shard;
  const [text, ...given] = shard.questions[at];
  const [context, system, prefill] = given.map((own) => shard.texts[own]);
  const facts = { label: question.label, task: titleOf(question.task), unit: question.unit,
    "question type": question.kind, id: question.id };
  const above = (title, content) =>
    (content ? make("details", {}, make("summary", {}, title),
    make("pre", { dir: "auto", tabindex: "0" }, content)) : null);
  const first = [answer, partnerOf(answer)].filter(Boolean);
  const others = question.answers.filter((one) => !first.includes(one));
  const cards = [...first, ...others].map((one) =>
    card(one, prefill, shard.answers[one.at][at][one.sample], one === answer));
  viewer.replaceChildren(...[
    make("h3", { id: "title-answer" }, make("bdi", {}, text)),
    make("p", { class: "steps" }, step(-1, "previous answer", answer),
      step(1, "next answer", answer), shut),
    make("dl", { class: "facts" }, ...Object.entries(facts).map(([name, value]) =>
      make("div", {}, make("dt", {}, name), make("dd", {}, make("bdi", {}, value))))),
    above("The table that the model saw", context),
      above("The instruction that the model saw", system),
    make("p", { class: "reading" }, "The marks in a response show what ",
      make("mark", { class: FILTERS[0] }, FILTERS[0]), " and ",
      make("mark", { class: FILTERS[1] }, FILTERS[1]), " read.",
      prefill ? " The model's turn began with the grey text." : null),
    make("div", { class: "cards" }, ...cards)].filter((part) => part !== null));
  for (const mark of viewer.querySelectorAll("pre mark")) {
    const pre = mark.closest("pre");
    pre.scrollTop = mark.offsetTop - pre.clientHeight / 2;
  }
};
const shardOf = ({ task, place: at }) =>
  `${data.tasks[task][0]}-${Math.floor(at / data.shard)}`;
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
    list.querySelector(`a[data-key="${CSS.escape(last ?? "")}"]`)?.focus();
    if (key) status.textContent = "There is no such answer.";
    return;
  }
  viewer.replaceChildren(make("p", {}, "Loading …"));
  try {
    show(answer, await load(shardOf(answer.question)));
    viewer.scrollIntoView();
    viewer.focus({ preventScroll: true });
  } catch (error) {
    viewer.replaceChildren(make("p", {}, lacking(error)));
  }
};

addEventListener("keydown", ({ key }) => key === "Escape" && !viewer.hidden && close());

const form = make("form", { class: "filters", "aria-label": "Filters of answers" });
const OF_READING = ["state", "mistake", "why", "rule"];
const offered = new Map(); // the values of each choice, of these by filter
const fill = () => {
  const held = form.contains(document.activeElement) && document.activeElement.name;
  const values = (choice) => {
    const key = OF_READING.includes(choice[0]) ? `${choice[0]} ${view.filter}` : choice[0];
    if (!offered.has(key)) {
      offered.set(key, new Map(answers.map((answer) => [valueOf(choice)(answer),
        [choice[2](answer), choice[4]?.(answer) ?? ""]])));
    }
    return [...offered.get(key)].filter(([, [text]]) => text)
      .map(([value, [text, group]]) => [value, text, group])
      .sort(([, one], [, other]) => one.localeCompare(other, "en", { numeric: true }));
  };
  const chips = [["ab", chosen.ab && abText()], ["pair", chosen.pair && pairText()]]
    .filter(([, text]) => text).map(([name, text]) => {
      const label = `Remove: ${text}`;
      const chip = make("button", { type: "button", "aria-label": label }, `${text} ×`);
      chip.addEventListener("click", () => listAnswers({ ...chosen, [name]: "" }));
      return chip;
    });
  form.replaceChildren(...chips,
    select("sort", "sorted by", Object.entries(SORTS), chosen.sort),
    ...CHOICES.map((choice) => [choice, values(choice)])
      .filter(([[name], pairs]) => pairs.length > 1 || chosen[name])
      .map(([[name, label], pairs]) => select(name, label,
        [[name === "readings" ? "all" : "", "all"], ...pairs], chosen[name])),
    ...(now.left.length ? [select("runs", "runs", [["", "those that are compared"], ["all", "all"]],
      chosen.runs)] : []),
    make("label", {}, "text of questions ", make("input",
      { type: "search", name: "text", autocomplete: "off", value: chosen.text ?? "" })),
    select("group", "grouped", [["", "no"], ["question", "by question"]], chosen.group),
    make("button", { type: "reset", name: "all" }, "show all"), status);
  if (held) form.elements[held]?.focus({ preventScroll: true });
};
const pairText = () => `${models[view.a].name} and ${models[view.b].name}`;
const abText = () => {
  const [one, other] = sidesOf().map((slug) => models[slug].name);
  const [panel, at] = place() ?? [];
  return panel ? `${PANELS[panel]} within ${data.axes[panel].told[at]}: ${one} within, ${other} not`
    : `${one} right, ${other} not`;
};
const again = (push = true) => {
  address.set(Object.fromEntries(NAMES.map((name) =>
    [name, chosen[name] === START_OF_LIST[name] ? "" : chosen[name]])), push);
  shown = SHOWN;
  find();
  draw();
};
form.addEventListener("input", ({ target: { name, value } }) => {
  chosen[name] = value;
  again(name !== "text");
});
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", (event) => {
  event.preventDefault();
  Object.assign(chosen, START_OF_LIST, { readings: "all" });
  fill();
  again();
});

let started = null;
const begin = async () => {
  document.getElementById("without").hidden = true;
  const note = make("p", { role: "status" }, "Loading all answers …");
  section.querySelector("h2").after(note);
  try {
    const indexes = await Promise.all(data.tasks.map(([name]) => load(name)));
    questions = indexes.flatMap(answersOf);
  } catch (error) {
    note.textContent = lacking(error);
    return;
  }
  answers = questions.flatMap((question) => question.answers);
  take();
  fill();
  find();
  draw();
  note.replaceWith(make("p", {},
    "Choose an answer to see its response, with marks at the text that was read, beside the "
    + "responses of all other runs. Task, prompting and filter are those of the curve. ", alike),
  kinds, form, viewer, list, empty, more);
  await open();
};
const take = () => {
  const given = address.get();
  for (const name of NAMES) chosen[name] = given.get(name) ?? START_OF_LIST[name];
  if (!Object.hasOwn(SORTS, chosen.sort)) chosen.sort = START_OF_LIST.sort;
  if (!isPair()) chosen.ab = chosen.pair = "";
};
const start = () => (started ??= begin());
const listAnswers = async (changes) => {
  await start();
  Object.assign(chosen, START_OF_LIST, changes);
  fill();
  again();
  section.scrollIntoView();
  (list.querySelector("a") ?? empty.querySelector("button"))?.focus({ preventScroll: true });
};
const follow = () => {
  if (!answers.length) return;
  const held = document.activeElement.dataset.key;
  take();
  fill();
  find();
  draw();
  if (held) list.querySelector(`a[data-key="${CSS.escape(held)}"]`)?.focus();
  if (!viewer.hidden) {
    inView = null;
    open();
  }
};
