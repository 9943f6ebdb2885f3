"use strict";

// Tables: a click on a heading sorts by its column, the next one the other way round. Cells without a value stay last.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    heading.querySelector("button").addEventListener("click", () => {
      const rising = heading.ariaSort ? heading.ariaSort !== "ascending" : heading.dataset.first !== "descending";
      for (const other of headings) other.ariaSort = null;
      heading.ariaSort = rising ? "ascending" : "descending";
      const keyed = [...body.rows].map((row) => [row.cells[column].dataset.order ?? "", row]);
      const numbers = heading.classList.contains("number");
      keyed.sort(([one], [other]) => {
        if (!one || !other) return (one ? 0 : 1) - (other ? 0 : 1);
        const order = numbers ? Number(one) - Number(other) : one.localeCompare(other, "en", { numeric: true });
        return rising ? order : -order;
      });
      body.append(...keyed.map(([, row]) => row));
    });
  });
}

// Filters: an item of the list that a form is for is shown if it has every chosen value and contains the text.
for (const form of document.querySelectorAll("form.filters")) {
  const items = [...document.querySelectorAll(`#${form.dataset.for} > [data-item]`)];
  const texts = new Map();
  const textOf = (item) => {
    if (!texts.has(item)) texts.set(item, item.textContent.toLowerCase());
    return texts.get(item);
  };
  const choose = () => {
    const wanted = [...form.querySelectorAll("select")].filter((select) => select.value);
    const text = form.querySelector("input[type=search]").value.trim().toLowerCase();
    let shown = 0;
    for (const item of items) {
      const fits = wanted.every((select) => item.dataset[select.name] === select.value);
      item.hidden = !fits || (text !== "" && !textOf(item).includes(text));
      shown += !item.hidden;
    }
    form.querySelector("output").textContent = `${shown} of ${items.length} shown`;
  };
  for (const kind of ["input", "change"]) form.addEventListener(kind, choose);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(choose));
  choose();
}
