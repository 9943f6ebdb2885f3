{
  // A form chooses one table, by task, filter and prompting, and models by their names. Without this script all tables are shown.
  const views = [...document.querySelectorAll("section.view")];
  const kinds = ["task", "filter", "prompting"];
  const each = (name) => [...new Set(views.map((view) => view.dataset[name]))].map((value) => [value, value]);
  const told = make("output", { "aria-live": "polite" });
  const form = make("form", { class: "filters", "aria-label": "What is shown" },
    ...kinds.map((name) => select(name, name, each(name))),
    make("label", {}, "model ", make("input", { name: "model", autocomplete: "off", type: "search" })), told);
  const { model: text } = form.elements;
  const menus = kinds.map((name) => form.elements[name]);
  views[0].before(form);
  document.querySelector("nav").hidden = true;

  // It opens on the table with most runs.
  const runs = (view) => view.querySelectorAll("tbody:not(.published) tr").length;
  const first = views.reduce((best, other) => (runs(other) > runs(best) ? other : best));

  const rowsOf = (table) => [...table.querySelectorAll("tr[data-name]")];

  // The rows of a table in the order of a column, and their ranks by it.
  const sort = (heading, rising) => {
    const table = heading.closest("table");
    const numbers = heading.classList.contains("number");
    const rows = rowsOf(table);
    for (const body of table.tBodies) { // each has runs that are compared, the last one those of the paper
      const own = rows.filter((row) => row.parentElement === body);
      const keyed = own.map((row) => [numbers ? row.cells[heading.cellIndex].dataset.order : row.dataset.name, row]);
      body.append(...inOrder(keyed, heading, rising));
    }
    const name = `${rising ? "" : "-"}${heading.dataset.column}`;
    address.set({ sort: name === "-exact_match" ? "" : name });
    if (!numbers) return;
    table.querySelector("thead .rank small").textContent = `${rows.some((row) => row.cells[heading.cellIndex].dataset.rank) ? "" : "none "}by ${heading.innerText.replace(/\s*%$/, "").trim()}`;
    for (const row of rows) {
      const { rank, range } = row.cells[heading.cellIndex].dataset;
      row.cells[0].replaceChildren(rank || (row.closest(".published") ? "" : "–"), make("small", {}, range));
    }
  };
  sortable(document.querySelectorAll("table.board th[data-first]"), sort);

  const choose = (event) => {
    // not every table is there: what was changed counts most
    const fit = (view) => menus.reduce((sum, menu) => sum + (menu.value === view.dataset[menu.name]) * (menu === event?.target ? 4 : 1), 0);
    const view = views.reduce((best, other) => fit(other) > fit(best) ? other : best);
    for (const menu of menus) menu.value = view.dataset[menu.name];
    for (const other of views) other.hidden = other !== view;
    const table = view.querySelector("table");
    const rows = rowsOf(table);
    for (const row of rows) row.hidden = !row.dataset.name.includes(text.value.trim().toLowerCase());
    const [, falling, column] = /^(-?)(.*)$/.exec(address.get().get("sort") ?? "-exact_match");
    const wished = [...table.tHead.rows[0].cells].find((cell) => cell.dataset.column === column);
    sort(wished ?? table.querySelector("th[data-column=exact_match]"), wished ? !falling : false);
    const chosen = menus.map(({ name, value }) => [name, value === first.dataset[name] ? "" : value]);
    address.set({ ...Object.fromEntries(chosen), model: text.value });
    told.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length} rows shown`;
  };
  for (const kind of ["input", "change"]) form.addEventListener(kind, choose);
  form.addEventListener("submit", (event) => event.preventDefault());
  // The address holds what differs from the first view: task, filter, prompting, model, and sort, with "-" for falling.
  const restore = () => {
    const held = address.get();
    const linked = (views.find((view) => `#${view.id}` === location.hash) ?? first).dataset;
    for (const menu of menus) {
      menu.value = held.get(menu.name) ?? linked[menu.name];
      menu.selectedIndex = Math.max(menu.selectedIndex, 0);
    }
    text.value = held.get("model") ?? "";
    choose();
  };
  addEventListener("hashchange", restore);
  restore();
}
