"use strict";

// Untrusted text becomes text nodes and attribute values only, never markup.
const setAll = (element, attributes) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  return element;
};
const make = (tag, attributes = {}, ...children) => {
  const element = setAll(document.createElement(tag), attributes);
  element.append(...children.filter((child) => child !== null && child !== ""));
  return element;
};
// Options of a select: pairs of value and text, with the group of those that stand in one.
const options = (pairs, selected = "") => {
  const option = ([value, text]) => make("option", { value, selected: value === selected }, text);
  return [...Map.groupBy(pairs, ([, , group = ""]) => group)].flatMap(([label, own]) =>
    (label ? [make("optgroup", { label }, ...own.map(option))] : own.map(option)));
};
const select = (name, label, pairs, selected) =>
  make("label", {}, `${label} `, make("select", { name, autocomplete: "off" }, ...options(pairs, selected)));

// The address: the choices follow # as name=value pairs; an anchor has no "=".
const address = {
  get() {
    return new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");
  },
  set(changes, push = false) {
    const all = address.get();
    for (const [name, value] of Object.entries(changes)) {
      if (value) all.set(name, value);
      else all.delete(name);
    }
    const hash = `${all}` ? `#${all}` : location.hash.includes("=") ? "" : location.hash;
    if (hash === location.hash) return;
    history[push ? "pushState" : "replaceState"](null, "", hash || location.href.split("#")[0]);
  },
};

// Tables: a click on a heading sorts by its column, the next one the other way round. Items without a key stay last.
const inOrder = (keyed, heading, rising) => {
  const numbers = heading.classList.contains("number");
  for (const other of heading.parentElement.cells) other.ariaSort = null;
  heading.ariaSort = rising ? "ascending" : "descending";
  return keyed.sort(([one], [other]) => {
    if (!one || !other) return (one ? 0 : 1) - (other ? 0 : 1);
    const order = numbers ? Number(one) - Number(other) : one.localeCompare(other, "en", { numeric: true });
    return rising ? order : -order;
  }).map(([, item]) => item);
};
const sortable = (headings, sort) => {
  for (const heading of headings) {
    const button = make("button", { type: "button" }, ...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () =>
      sort(heading, heading.ariaSort ? heading.ariaSort !== "ascending" : heading.dataset.first !== "descending"));
  }
};
