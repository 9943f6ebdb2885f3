
{
  // A form chooses one table, the promptings of its rows, and models by their names. Without this script all tables are shown.
  const views = [...document.querySelectorAll("section.view")];
  const form = document.createElement("form");
  form.className = "filters";
  form.ariaLabel = "What is shown";
  const field = (name, control) => {
    const label = document.createElement("label");
    label.append(`${name} `, control);
    control.name = name;
    control.autocomplete = "off";
    form.append(label);
    return control;
  };
  const fill = (select, values) => select.replaceChildren(...values.map(([value, text]) => new Option(text, value)));
  const select = (name) => field(name, document.createElement("select"));
  const [task, reading, prompting] = ["task", "filter", "prompting"].map(select);
  const text = field("model", document.createElement("input"));
  text.type = "search";
  const told = document.createElement("output");
  told.ariaLive = "polite";
  form.append(told);
  views[0].before(form);
  document.querySelector("nav").hidden = true;

  const each = (name) => [...new Set(views.map((view) => view.dataset[name]))].map((value) => [value, value]);
  fill(task, each("task"));
  fill(reading, each("reading"));

  const rowOf = (body) => body.querySelector(body.parentElement.classList.contains("by-run") ? ".chosen" : ".model");

  // The rows of a table in the order of a column, and their ranks by it. What has no score stays last.
  const sort = (table, column, rising) => {
    const heading = table.tHead.rows[0].cells[column];
    const numbers = heading.classList.contains("number");
    for (const other of heading.parentElement.cells) other.ariaSort = null;
    heading.ariaSort = rising ? "ascending" : "descending";
    const keyed = [...table.tBodies].map((body) => {
      const row = rowOf(body);
      return [numbers ? (row?.cells[column].dataset.order ?? "") : body.dataset.name, body];
    });
    keyed.sort(([one], [other]) => {
      if (!one || !other) return (one ? 0 : 1) - (other ? 0 : 1);
      const order = numbers ? Number(one) - Number(other) : one.localeCompare(other, "en", { numeric: true });
      return rising ? order : -order;
    });
    table.append(...keyed.map(([, body]) => body));
    if (!numbers) return;
    table.querySelector("thead .rank small").textContent = `by ${heading.innerText.replace(/\s*%$/, "").trim()}`;
    for (const body of table.tBodies) {
      for (const row of body.rows) {
        const { rank, range } = row.cells[column].dataset;
        const small = document.createElement("small");
        small.textContent = range;
        row.cells[0].replaceChildren(rank || "–", small);
      }
    }
  };
  const again = (table) => {
    const column = [...table.tHead.rows[0].cells].findIndex((heading) => heading.ariaSort);
    sort(table, column, table.tHead.rows[0].cells[column].ariaSort === "ascending");
  };

  for (const table of document.querySelectorAll("table.board")) {
    [...table.tHead.rows[0].cells].forEach((heading, column) => {
      if (!heading.dataset.first) return;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...heading.childNodes);
      heading.append(button);
      button.addEventListener("click", () =>
        sort(table, column, heading.ariaSort ? heading.ariaSort !== "ascending" : heading.dataset.first === "ascending"),
      );
    });
  }

  const choose = (event) => {
    let view = views.find((one) => one.dataset.task === task.value && one.dataset.reading === reading.value);
    if (!view) {
      // not every table is there with both filters
      view = views.find((one) => one.dataset[event?.target === reading ? "reading" : "task"] === (event?.target === reading ? reading : task).value);
      [task.value, reading.value] = [view.dataset.task, view.dataset.reading];
    }
    const promptings = view.dataset.promptings.split("|").filter(Boolean);
    const wanted = promptings.includes(prompting.value) ? prompting.value : "";
    fill(prompting, [["", "mean of the runs"], ...promptings.map((name) => [name, name])]);
    prompting.value = wanted;
    prompting.parentElement.hidden = !promptings.length;
    for (const other of views) other.hidden = other !== view;
    const table = view.querySelector("table");
    table.classList.toggle("by-run", wanted !== "");
    view.querySelector(".told").hidden = wanted !== ""; // it is about means
    let shown = 0;
    for (const body of table.tBodies) {
      const runs = body.querySelectorAll(".run").length ? [...body.querySelectorAll(".run")] : [...body.rows];
      for (const row of body.rows) {
        row.classList.toggle("chosen", wanted !== "" && [wanted, ""].includes(row.dataset.prompting) && (row.matches(".run") || !runs.some((run) => run.dataset.prompting === wanted && !run.matches(".published"))));
      }
      body.hidden = !body.dataset.name.includes(text.value.trim().toLowerCase()) || !rowOf(body);
      shown += !body.hidden;
    }
    again(table);
    told.textContent = `${shown} of ${table.tBodies.length} rows shown`;
  };
  for (const kind of ["input", "change"]) form.addEventListener(kind, choose);
  form.addEventListener("submit", (event) => event.preventDefault());
  choose();
}
