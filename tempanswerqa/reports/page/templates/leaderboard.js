
{
  // A form chooses one table, the promptings of its rows, and models by their names. Without this script all tables are shown.
  const views = [...document.querySelectorAll("section.view")];
  const each = (name) => [...new Set(views.map((view) => view.dataset[name]))].map((value) => [value, value]);
  const told = make("output", { "aria-live": "polite" });
  const form = make("form", { class: "filters", "aria-label": "What is shown" },
    select("task", "task", each("task")), select("filter", "filter", each("reading")), select("prompting", "prompting", []),
    make("label", {}, "model ", make("input", { name: "model", autocomplete: "off", type: "search" })), told);
  const { task, filter: reading, prompting, model: text } = form.elements;
  views[0].before(form);
  document.querySelector("nav").hidden = true;

  const rowOf = (body) => body.querySelector(body.parentElement.classList.contains("by-run") ? ".chosen" : ".model");

  // The rows of a table in the order of a column, and their ranks by it.
  const sort = (heading, rising) => {
    const table = heading.closest("table");
    const numbers = heading.classList.contains("number");
    const keyed = [...table.tBodies].map((body) =>
      [numbers ? (rowOf(body)?.cells[heading.cellIndex].dataset.order ?? "") : body.dataset.name, body]);
    table.append(...inOrder(keyed, heading, rising));
    const name = `${rising ? "" : "-"}${heading.dataset.column}`;
    address.set({ sort: name === "-exact_match" ? "" : name });
    if (!numbers) return;
    table.querySelector("thead .rank small").textContent = `by ${heading.innerText.replace(/\s*%$/, "").trim()}`;
    for (const row of table.querySelectorAll("tbody tr")) {
      const { rank, range } = row.cells[heading.cellIndex].dataset;
      row.cells[0].replaceChildren(rank || "–", make("small", {}, range));
    }
  };
  sortable(document.querySelectorAll("table.board th[data-first]"), sort);

  const choose = (event) => {
    let view = views.find((one) => one.dataset.task === task.value && one.dataset.reading === reading.value);
    if (!view) {
      // not every table is there with both filters
      const [name, { value }] = event?.target === reading ? ["reading", reading] : ["task", task];
      view = views.find((one) => one.dataset[name] === value);
      [task.value, reading.value] = [view.dataset.task, view.dataset.reading];
    }
    const promptings = view.dataset.promptings.split("|").filter(Boolean);
    const wanted = promptings.includes(prompting.value) ? prompting.value : "";
    prompting.replaceChildren(...options([["", "mean of the runs"], ...promptings.map((name) => [name, name])], wanted));
    prompting.parentElement.hidden = !promptings.length;
    for (const other of views) other.hidden = other !== view;
    const table = view.querySelector("table");
    table.classList.toggle("by-run", wanted !== "");
    let shown = 0;
    for (const body of table.tBodies) {
      const runs = body.querySelectorAll(".run").length ? [...body.querySelectorAll(".run")] : [...body.rows];
      const has = runs.some((run) => run.dataset.prompting === wanted && !run.matches(".published"));
      for (const row of body.rows) {
        const asked = wanted !== "" && [wanted, ""].includes(row.dataset.prompting);
        row.classList.toggle("chosen", asked && (row.matches(".run") || !has));
      }
      body.hidden = !body.dataset.name.includes(text.value.trim().toLowerCase()) || !rowOf(body);
      shown += !body.hidden;
    }
    const [, falling, column] = /^(-?)(.*)$/.exec(address.get().get("sort") ?? "-exact_match");
    const wished = [...table.tHead.rows[0].cells].find((cell) => cell.dataset.column === column);
    sort(wished ?? table.querySelector("th[data-column=exact_match]"), wished ? !falling : false);
    const first = views[0].dataset;
    address.set({
      task: task.value === first.task ? "" : task.value,
      filter: reading.value === first.reading ? "" : reading.value,
      prompting: wanted,
      model: text.value,
    });
    told.textContent = `${shown} of ${table.tBodies.length} rows shown`;
  };
  for (const kind of ["input", "change"]) form.addEventListener(kind, choose);
  form.addEventListener("submit", (event) => event.preventDefault());
  // The address holds what differs from the first view: task, filter, prompting, model, and sort, with "-" for falling.
  const restore = () => {
    const held = address.get();
    const linked = (views.find((view) => `#${view.id}` === location.hash) ?? views[0]).dataset;
    task.value = held.get("task") ?? linked.task;
    reading.value = held.get("filter") ?? linked.reading;
    for (const menu of [task, reading]) menu.selectedIndex = Math.max(menu.selectedIndex, 0);
    const asked = held.get("prompting") ?? "";
    prompting.replaceChildren(...options([[asked, asked]], asked));
    text.value = held.get("model") ?? "";
    choose();
  };
  addEventListener("hashchange", restore);
  restore();
}
