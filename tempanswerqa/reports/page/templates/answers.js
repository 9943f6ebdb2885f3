// All answers: a list that is sorted and filtered, and the answers of all models to one question.
// The data are files beside the page; each hands itself over by calling answersData.

const section = document.getElementById("answers");
const SHOWN = 15;
const FILTERS = data.filters;
const arrived = new Map();
const awaited = new Map();

globalThis.answersData = (name, digest, content) => arrived.set(name, { digest, content });

// Loads a data file once. Rejects where it is missing, or of another report.
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
const loadQuestions = () => Promise.all(data.tasks.map(async ({ name }, at) => {
  const { questions } = await load(name);
  questions.forEach((text, place) => Object.assign(asked[at][place], { text }));
})).catch(() => {});
const textOf = ({ id, text }) => (text ? fit(text, 90) : id);

// Numbers in words: `5 d 5 h`, `3 years`, `2001-03-31`; errors: `12 days too early`.
const SECONDS = { seconds: 1, minutes: 60 };
const STEPS = [["d", 86400], ["h", 3600], ["min", 60], ["s", 1]];
const plain = (count) => (count >= 1e9 ? count.toExponential(2)
  : Number(count.toPrecision(Number.isInteger(count) ? 15 : 6)).toLocaleString("en"));
const duration = (seconds) => {
  if (seconds >= 1e9 * 86400) return `${plain(seconds / 86400)} d`;
  const parts = [];
  let rest = seconds;
  for (const [name, size] of STEPS) {
    const whole = size === 1 ? rest : Math.floor(rest / size);
    rest -= whole * size;
    if (whole) parts.push(`${plain(whole)} ${name}`);
  }
  return parts.join(" ") || "0 s";
};
const sizeIn = (count, unit) =>
  (unit in SECONDS ? duration(count * SECONDS[unit])
  : `${plain(count)} ${count === 1 ? unit.replace(/s$/, "") : unit}`);
const clock = (minutes) => {
  const seconds = Math.round(60 * minutes);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60,
    ...(seconds % 60 ? [seconds % 60] : [])];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
};
const amount = (value, { unit, asksFor }) => {
  if (asksFor === "time of day" && unit in SECONDS && Math.abs(value) < 1e9) {
    const seconds = Math.round(value * SECONDS[unit]);
    const days = Math.floor(seconds / 86400);
    const day = days ? ` on day ${days > 0 ? "+" : ""}${days}` : "";
    return clock((seconds - 86400 * days) / 60) + day;
  }
  if (asksFor === "calendar year") return value.toFixed(0);
  if (unit === "when") return `${sizeIn(value, "days")} off`;
  if (unit === "clock") return clock(value);
  if (["date", "month", "moment"].includes(unit)) {
    const day = new Date(value * 86400000);
    return Number.isNaN(day.getTime()) ? `day ${plain(value)}`
      : day.toISOString().slice(0, unit === "moment" ? 16 : 10).replace(/^\+0*/, "");
  }
  return (value < 0 ? "−" : "") + sizeIn(Math.abs(value), unit);
};
const COUNTED = { date: "days", month: "days", moment: "days", date_years: "years",
  clock: "minutes" };
const offBy = (error, { unit, asksFor }) => {
  const circular = asksFor === "time of day";
  const [low, high] = asksFor === "duration" ? ["little", "much"] : ["early", "late"];
  const counted = COUNTED[unit] ?? unit;
  const day = circular ? 86400 / SECONDS[counted] : Infinity;
  const told = (size) => `${sizeIn(Math.abs(size), counted)} too ${size < 0 ? low : high}`;
  if (!(Math.abs(error) > day / 2)) return told(error);
  const rest = ((((error + day / 2) % day) + day) % day) - day / 2;
  return rest ? `${told(rest)}, modulo a day` : "the right time of another day";
};

// One answer as one filter reads it.
const readingOf = (value, question, filter, told) => {
  const [rule, note] = told.split("|");
  if (value === null) return { state: "unread", rule, why: note, sure: "", number: null,
    error: null };
  const [label] = rightOf(value, question, filter);
  const error = nearest(value, label, question.period) - label;
  return { state: error ? "wrong" : "right", rule, why: "", sure: note, number: value, error };
};
const answersOf = ({ questions: listed, runs, texts }, task) => {
  const questions = asked[task].map((question, place) =>
    Object.assign(question, { text: listed[place], answers: [] }));
  for (const [at, own] of Object.entries(runs)) {
    const [model, prompting] = data.runs[at];
    const run = `${models[model].name} ${prompting}`.trim();
    const numbers = Object.fromEntries(FILTERS.map((filter) =>
      [filter, numbersOf(data.tasks[task], at, filter)]));
    questions.forEach((question, place) => {
      if (own[FILTERS[0]][place] === null) return;
      const reads = Object.fromEntries(FILTERS.map((filter) =>
        [filter, readingOf(numbers[filter][place][0], question, filter,
          texts[own[filter][place]])]));
      const agree = reads[FILTERS[0]].number === reads[FILTERS[1]].number;
      question.answers.push({ question, reads, agree, run, model, prompting, at,
        key: `${question.id}~${model}${prompting && `-${prompting}`}` });
    });
  }
  return questions;
};

// What the list is filtered by: name, label, and the value of an answer that must be the chosen
// one.
const readOf = (answer) => answer.reads[view.filter];
const direction = ({ state, error }) =>
  (state === "wrong" ? (error > 0 ? "too much, too late" : "too little, too early") : "");
const CHOICES = [
  ["model", "model", ({ model }) => models[model].name, ({ model }) => model],
  ["state", "answer", (answer) => readOf(answer).state],
  ["why", "unread because", (answer) => readOf(answer).why],
  ["sure", "reading", (answer) => readOf(answer).sure],
  ["direction", "direction", (answer) => direction(readOf(answer))],
  ["unit", "unit", ({ question }) => data.units[question.unit][2], ({ question }) => question.unit],
  ["type", "kind or category", ({ question: { kind } }) => kind, ({ question }) => typeOf(question),
    ({ question }) => data.tasks[question.task].title],
  ["format", "answer format", ({ question: { format } }) => format],
  ["asks", "asks for", ({ question: { asksFor } }) => asksFor],
  ["split", "task", ({ question: { task } }) => data.tasks[task].title,
    ({ question: { task } }) => `${task}`],
  ["rule", "rule", (answer) => readOf(answer).rule],
  ["readings", "filters", ({ agree }) => (agree ? "both agree" : "differ"),
    (answer) => (answer.agree && (partnerOf(answer)?.agree ?? true) ? "agree" : "differ")],
];
const valueOf = ([, , text, value]) => value ?? text;
const SORTS = { scaled: "scaled error", percent: "symmetric error", units: "error in its unit" };
const first = { sort: "scaled", ab: "", pair: "", search: "", text: "", group: "" };
const chosen = { ...first };
let questions = [];
let answers = [];
let found = [];
let shown = SHOWN;

const sizeOf = (answer) => {
  const { question } = answer;
  const size = chosen.sort === "percent"
    && question.panel === "time" ? NaN : errorOf(chosen.sort, readOf(answer).number, question);
  return size === Infinity ? NaN : size; // a label on its centroid has no scale
};
// Of two models: the one that is right or within, and the one that is not, and its answer.
const sidesOf = () => (chosen.ab === "b" ? [view.b, view.a] : [view.a, view.b]);
const partnerOf = ({ question, prompting }) => (chosen.ab ? question.answers.find((one) =>
  one.model === sidesOf()[0] && one.prompting === prompting) : undefined);
const side = (answer) => `${answer.question.id} ${answer.prompting}`;
const within = (answer) => {
  const [panel, tolerance] = comparedAt();
  const axis = axisAt(panel);
  return [panel === "all" || answer.question.panel === panel,
    errorOf(axis, readOf(answer).number, answer.question) <= tolerance];
};
const texts = new Map(); // responses, by the key of the answer
const find = () => {
  const wanted = CHOICES.filter(([name]) => chosen[name]);
  const text = chosen.text.trim().toLowerCase();
  const [panel, from, to] = rangeOf();
  const axis = panel && panelsOf().find(([name]) => name === panel)[1];
  const out = left();
  const { cells } = fieldOf();
  const shownCells = new Set(cells.map(([task, prompting]) => `${task} ${prompting}`));
  const [one, other] = sidesOf();
  const held = chosen.ab && new Set(answers.filter((answer) => answer.model === one
    && within(answer).every(Boolean)).map(side));
  const fits = (answer) => {
    const { question } = answer;
    if (view.task && data.tasks[question.task].name !== view.task) return false;
    if (view.prompting && answer.prompting !== view.prompting) return false;
    if (chosen.pair && ![view.a, view.b].includes(answer.model)) return false;
    if (held && !(answer.model === other && held.has(side(answer))
      && !within(answer)[1])) return false;
    if (panel) {
      if (panel !== "all" && question.panel !== panel) return false;
      const error = errorOf(axis, readOf(answer).number, question);
      if (!(error >= from && error <= to) || out.has(question.id)) return false;
      if (!shownCells.has(`${question.task} ${answer.prompting}`)
        || !current.models.includes(answer.model)) return false;
    }
    if (!wanted.every((choice) => valueOf(choice)(answer) === chosen[choice[0]])) return false;
    return !text || `${question.text} ${question.id}`.toLowerCase().includes(text)
      || (chosen.search && (texts.get(answer.key) ?? "").toLowerCase().includes(text));
  };
  const sized = answers.filter(fits).map((answer) => [sizeOf(answer), answer]);
  const rank = (size) => (Number.isNaN(size) ? -1 : size);
  found = sized.sort(([x], [y]) => rank(y) - rank(x)).map(([, answer]) => answer);
  if (chosen.group) {
    const order = new Map();
    for (const answer of found) order.set(answer.question,
      [...(order.get(answer.question) ?? []), answer]);
    found = [...order.values()].flat();
  }
};

const short = (size) => (size >= 100 ? Math.round(size).toLocaleString("en")
  : String(Number(size.toPrecision(3))));
const sized = (answer) => {
  const size = sizeOf(answer);
  if (Number.isNaN(size)) return "–";
  return chosen.sort === "scaled" ? `× ${short(size)}` : chosen.sort === "percent"
    ? `${short(size)} %` : short(size);
};
const told = ({ state, number: value, error, why }, question) =>
  (state === "unread" ? `nothing (${why})`
    : state !== "right" && question.unit === "when" ? amount(value, question)
    : `${amount(value, question)}: ${state === "right" ? "right" : offBy(error, question)}`);
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
        make("bdi", {}, amount(rightOf(readOf(answer).number, question)[0], question)),
        ", read ", make("bdi", {}, told(readOf(answer), question)),
        partner ? `; ${partner.run} read ` : null,
        partner ? make("bdi", {}, told(readOf(partner), question)) : null)), " ",
    agree ? null : make("span", { class: "tag" }, `${another}: ${told(reads[another], question)}`));
};
const list = make("ol", { class: "answers" });
const more = make("button", { type: "button" }, `${SHOWN} more`);
const status = make("output", { "aria-live": "polite" });
const draw = () => {
  const above = (at) => chosen.group && at > 0 && found[at - 1].question === found[at].question;
  list.replaceChildren(...found.slice(0, shown).map((answer, at) => row(answer, above(at))));
  more.hidden = found.length <= shown;
  status.textContent =
    `${found.length.toLocaleString("en")} of ${answers.length.toLocaleString("en")} answers`;
};
more.addEventListener("click", () => {
  const next = shown;
  shown += SHOWN;
  draw();
  list.children[next].querySelector("a").focus();
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
const line = (filter, read, question, extracted) => {
  const { state, rule, why, sure } = read;
  const value = state === "unread"
    && extracted ? `${extracted}, which is not a number` : told(read, question);
  return [make("dt", {}, filter), make("dd", { class: state }, make("bdi", {}, value),
    rule ? make("small", {}, ` by the rule ${rule}${sure && ` (${sure})`}`) : null,
    state === "unread" && extracted ? make("small", {}, ` (${why})`) : null,
    extracted && state !== "unread" ? make("small", {}, ` from ${extracted}`) : null)];
};
const HEADINGS = { exact_match: "EM", within_one: "±1", smape: "sMAPE", mase: "scaled error",
  capped_ase: "capped ASE" };
const scoreLine = (answer) => {
  const { number: value } = readOf(answer);
  const shown = (score) => (Number.isFinite(score) ? short(score) : "–");
  return Object.entries(HEADINGS)
    .map(([metric, name]) => `${name} ${shown(METRICS[metric](value, answer.question))}`)
    .join(", ");
};
const card = (answer, prefill, [text, thought, ...places], isCurrent) => {
  const { run, reads, question } = answer;
  const spans = places.map((at) => (Array.isArray(at) ? at : null));
  const extracted = places.map((at) => (typeof at === "string" ? at : ""));
  return make("article", { class: "card", "aria-current": isCurrent ? "true" : null },
    make("h4", {}, make("a", { href: linkTo(answer) }, make("bdi", {}, run))),
    make("dl", {}, ...FILTERS.flatMap((filter, n) =>
      line(filter, reads[filter], question, extracted[n])),
      make("dt", {}, "scores"), make("dd", {}, scoreLine(answer))),
    thought ? make("details", {}, make("summary", {},
      `thinking, ${thought.toLocaleString("en")} characters`),
      make("pre", { dir: "auto", tabindex: "0", "aria-label": `Thinking of ${run}` },
        ...marks(text, spans, 0, thought))) : null,
    make("pre", { dir: "auto", tabindex: "0", "aria-label": `Response of ${run}` },
      prefill ? make("span", { class: "prefill", title: "the model's turn began with this" },
        prefill) : null, ...marks(text, spans, thought, text.length)));
};
const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = make("textarea", { class: "skip", "aria-hidden": "true" }, text);
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
};
const copyLink = () => {
  const button = make("button", { type: "button" }, "copy link");
  button.addEventListener("click", async () => {
    button.textContent = (await copy(location.href)) ? "link copied" : "not copied";
  });
  return button;
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
const shut = make("a", { href: "#answers" }, "close");
shut.addEventListener("click", (event) => {
  event.preventDefault();
  close();
});
const show = (answer, shard) => {
  const { question } = answer;
  const at = question.place % data.shard;
  const [text, ...given] = shard.questions[at];
  const [context, system, prefill] = given.map((own) => shard.texts[own]);
  const right = [[question.label], ...(question.alternatives ?? [])];
  const labels = question.periods ?? right.map(([label]) => amount(label, question)).join(" | ");
  const facts = { label: labels, task: data.tasks[question.task].title,
    unit: data.units[question.unit][2], "question type": question.kind, id: question.id };
  const above = (title, content) =>
    (content ? make("details", {}, make("summary", {}, title),
    make("pre", { dir: "auto", tabindex: "0" }, content)) : null);
  const first = [answer, partnerOf(answer)].filter(Boolean);
  const others = question.answers.filter((one) => !first.includes(one));
  const cards = [...first, ...others].map((one) =>
    card(one, prefill, shard.answers[one.at][at], one === answer));
  viewer.replaceChildren(...[
    make("h3", { id: "title-answer" }, make("bdi", {}, text)),
    make("p", { class: "steps" }, step(-1, "previous answer", answer),
      step(1, "next answer", answer), copyLink(), shut),
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
let inView = "";
const lacking = (error) =>
  `The data of the answers, the folder ${data.folder} beside this page, is ${error.message}: `
  + "copy it, too.";
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
    const { question } = answer;
    show(answer,
      await load(`${data.tasks[question.task].name}-${Math.floor(question.place / data.shard)}`));
    viewer.scrollIntoView();
    viewer.focus({ preventScroll: true });
  } catch (error) {
    viewer.replaceChildren(make("p", {}, lacking(error)));
  }
};

// Keys: j and k, or the arrows, go to the next and the previous answer; Escape closes the answer.
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey
    || event.target.closest("input, select, [role=slider]")) return;
  const by = { j: 1, ArrowRight: 1, k: -1, ArrowLeft: -1 }[event.key];
  if (!viewer.hidden) {
    if (event.key === "Escape") close();
    else viewer.querySelector(`[data-step="${by}"]`)?.click();
  } else if (by && list.contains(document.activeElement)) {
    const links = [...list.querySelectorAll("a")];
    links[links.indexOf(document.activeElement) + by]?.focus();
  }
});

const form = make("form", { class: "filters", "aria-label": "Filters of answers" });
const fill = () => {
  const values = (choice) => {
    const pairs = new Map(answers.map((answer) => [valueOf(choice)(answer),
      [choice[2](answer), choice[4]?.(answer) ?? ""]]));
    return [...pairs].filter(([, [text]]) => text)
      .map(([value, [text, group]]) => [value, text, group])
      .sort(([, one], [, other]) => one.localeCompare(other, "en", { numeric: true }));
  };
  const chips = [["range", view.range && rangeText()], ["ab", chosen.ab && abText()],
    ["pair", chosen.pair && pairText()]]
    .filter(([, text]) => text).map(([name, text]) => {
      const label = `Remove: ${text}`;
      const chip = make("button", { type: "button", "aria-label": label }, `${text} ×`);
      chip.addEventListener("click",
        () => (name === "range" ? change({ range: "" }) : listAnswers({ ...chosen, [name]: "" })));
      return chip;
    });
  form.replaceChildren(...chips,
    select("sort", "sorted by", Object.entries(SORTS), chosen.sort),
    ...CHOICES.map((choice) => [choice, values(choice)])
      .filter(([[name], pairs]) => pairs.length > 1 || chosen[name])
      .map(([[name, label], pairs]) => select(name, label, [["", "all"], ...pairs], chosen[name])),
    make("label", {}, "text ", make("input",
      { type: "search", name: "text", autocomplete: "off", value: chosen.text ?? "" })),
    select("search", "text in", [["", "questions"], ["responses", "questions and responses"]],
      chosen.search),
    select("group", "grouped", [["", "no"], ["question", "by question"]], chosen.group),
    make("button", { type: "reset" }, "show all"), save, status);
};
const rangeText = () => {
  const [panel, from, to] = rangeOf();
  const axis = panelsOf().find(([name]) => name === panel)?.[1];
  if (!axis) return "";
  const end = to > from ? ` to ${toleranceText(to, axis)}` : "";
  return `${PANELS[panel]}: off by ${toleranceText(from, axis)}${end}`;
};
const pairText = () => [view.a, view.b].map((slug) => models[slug]?.name ?? "?").join(" and ");
const abText = () => {
  const [one, other] = sidesOf().map((slug) => models[slug]?.name ?? "?");
  const [panel, tolerance] = comparedAt();
  const [yes, no] = withinText(panel, tolerance);
  const bound = panel === "all" && !tolerance ? ""
    : `${PANELS[panel]} within ${toleranceText(tolerance, axisAt(panel))}: `;
  return `${bound}${one} ${yes}, ${other} ${no}`;
};
const csvCell = (text) => {
  const safe = /^[=+\-@]/.test(text) && !/^[+-]?[0-9.]+$/.test(text) ? `'${text}` : text;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
const save = make("button", { type: "button" }, "save as CSV");
save.addEventListener("click", async () => {
  status.textContent = "Loading the responses …";
  await loadTexts(found.map(({ question }) => question));
  const head = ["id", "task", "model", "prompting", "filter", "unit", "kind", "state", "why", "rule",
    "label", "number", "error", ...Object.keys(METRICS), "question", "response"];
  const lines = found.map((answer) => {
    const { question } = answer;
    const { state, why, rule, number: value, error } = readOf(answer);
    const scores = Object.values(METRICS).map((metric) => metric(value, question))
      .map((score) => (Number.isNaN(score) ? "" : score));
    return [question.id, data.tasks[question.task].title, models[answer.model].name,
      answer.prompting, view.filter, question.unit, question.kind, state, why, rule,
      rightOf(value, question)[0], value ?? "", error ?? "", ...scores, question.text,
      texts.get(answer.key) ?? ""].map((cell) => csvCell(String(cell))).join(",");
  });
  const url = URL.createObjectURL(new Blob([`${[head.join(","), ...lines].join("\n")}\n`],
    { type: "text/csv" }));
  const link = make("a", { href: url, download: "answers.csv" });
  document.body.append(link);
  link.click();
  link.remove();
  URL.revokeObjectURL(url);
  draw();
});
const again = () => {
  const names = [...Object.keys(first), ...CHOICES.map(([name]) => name)];
  address.set(Object.fromEntries(names.map((name) =>
    [name, (chosen[name] ?? "") === (first[name] ?? "") ? "" : chosen[name]])));
  shown = SHOWN;
  find();
  draw();
};
// Loads the responses to questions, each file once.
const loadTexts = async (wanted) => {
  const shards = new Map();
  for (const question of wanted) {
    const name = `${data.tasks[question.task].name}-${Math.floor(question.place / data.shard)}`;
    shards.set(name, [...(shards.get(name) ?? []), question]);
  }
  await Promise.all([...shards].map(async ([name, own]) => {
    const content = await load(name);
    for (const { answers: given, place: at } of new Set(own)) {
      for (const { key, at: run } of given) {
        texts.set(key, content.answers[run][at % data.shard][0]);
      }
    }
  }));
};
const searchTexts = async () => {
  if (!chosen.search || texts.size === answers.length) return;
  status.textContent = "Loading all responses …";
  await loadTexts(questions);
};
const changed = async ({ target: { name, value } }) => {
  chosen[name] = value;
  if (name === "search") await searchTexts();
  again();
};
form.addEventListener("input", changed);
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", (event) => {
  event.preventDefault();
  for (const name of Object.keys(chosen)) chosen[name] = first[name] ?? "";
  change({ range: "" });
  fill();
  again();
});

let started = null;
const begin = async () => {
  document.getElementById("without").hidden = true;
  const note = make("p", { role: "status" }, "Loading all answers …");
  section.querySelector("h2").after(note);
  try {
    const indexes = await Promise.all(data.tasks.map(({ name }) => load(name)));
    questions = indexes.flatMap(answersOf);
  } catch (error) {
    note.textContent = lacking(error);
    return;
  }
  answers = questions.flatMap((question) => question.answers);
  take();
  await searchTexts();
  fill();
  again();
  note.replaceWith(make("p", {},
    "Choose an answer to see its response, with marks at the text that was read, beside the "
    + "responses of all other runs. "
    + "Task, prompting and filter are those of the curve."), form, viewer, list, more);
  await open();
};
const take = () => {
  const given = address.get();
  for (const name of [...Object.keys(first), ...CHOICES.map(([own]) => own)]) chosen[name] =
    given.get(name) ?? first[name] ?? "";
  if (!Object.hasOwn(SORTS, chosen.sort)) chosen.sort = first.sort;
};
const start = () => (started ??= begin());
const listAnswers = async (changes) => {
  await start();
  for (const name of Object.keys(chosen)) chosen[name] = first[name] ?? "";
  Object.assign(chosen, changes);
  if (view.range) change({ range: "" });
  fill();
  again();
  section.scrollIntoView();
  list.querySelector("a")?.focus({ preventScroll: true });
};
listeners.push(async (changes) => {
  if ("range" in changes && changes.range) await start();
  if (!answers.length) return;
  if ("filter" in changes) chosen.rule = chosen.why = chosen.sure = "";
  fill();
  again();
});
