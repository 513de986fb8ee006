"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const find = (id) => document.getElementById(id);
const EFFORTS = {
  done: ["done", "nothing is left for you"],
  one: ["one kind of finding", "quick to finish: begin here"],
  several: ["need a person", "several kinds of findings"],
  failed: ["not processed", "they are untouched"],
  unread: ["not read", "not Python"],
};
const SEVERITIES = { stops: "stops the program", numbers: "changes numbers", doubt: "in doubt" };
const BEGIN = 5;

/** An element; every text goes in as text, so that nothing of the project becomes markup. */
function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** A text of a rule, with what stands in backticks as code. */
function prose(text) {
  return text.split("`").map((part, index) => (index % 2 ? make("code", {}, part) : part));
}

function plural(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function left(file) {
  return file.items.filter((item) => item.kind === "person").length;
}

function done(file) {
  return file.items.filter((item) => item.kind === "changed" || item.kind === "fixed").length;
}

// --- the filters

function wanted() {
  return {
    name: find("file-filter").value.toLowerCase(),
    text: find("text-filter").value.toLowerCase(),
    rule: find("rule-filter").value,
    severity: find("severity-filter").value,
    kinds: find("kind-filter").value.split(" ").filter(Boolean),
    effort: find("effort-filter").value,
  };
}

function takesItem(filter, item) {
  return (
    (!filter.rule || item.code === filter.rule) &&
    (!filter.severity || (item.severity === filter.severity && item.kind !== "note")) &&
    (!filter.kinds.length || filter.kinds.includes(item.kind)) &&
    (!filter.text || `${item.code} ${item.message} ${item.advice}`.toLowerCase().includes(filter.text))
  );
}

function takesFile(filter, file) {
  const about = filter.rule || filter.severity || filter.kinds.length || filter.text;
  return (
    (!filter.name || file.name.toLowerCase().includes(filter.name)) &&
    (!filter.effort || file.effort === filter.effort) &&
    (!about || file.items.some((item) => takesItem(filter, item)))
  );
}

let filter = wanted();

function apply() {
  filter = wanted();
  let count = 0;
  for (const entry of entries) {
    const taken = takesFile(filter, entry.file);
    entry.details.hidden = !taken;
    count += taken;
    if (entry.details.open) fill(entry);
    else entry.filled = false;
  }
  find("shown").textContent = `${count} of ${plural(entries.length, "file")}`;
  for (const card of find("effort").children) {
    card.setAttribute("aria-pressed", String(card.dataset.effort === filter.effort));
  }
}

function order() {
  const by = find("order").value;
  const sorted = [...entries];
  if (by === "least") sorted.sort((a, b) => (left(a.file) || Infinity) - (left(b.file) || Infinity) || a.index - b.index);
  if (by === "most") sorted.sort((a, b) => left(b.file) - left(a.file) || a.index - b.index);
  find("list").append(...sorted.map((entry) => entry.details));
}

// --- the files

const entries = data.files.map((file, index) => {
  const summary = make("summary", {}, make("span", { class: "name" }, file.name), ...badges(file));
  const entry = { file, index, filled: false, details: make("details", { class: "file", id: `file-${index}` }, summary) };
  entry.details.addEventListener("toggle", () => {
    if (entry.details.open && !entry.filled) fill(entry);
  });
  return entry;
});

function badges(file) {
  const made = [];
  const add = (kind, text) => made.push(" ", make("span", { class: `badge ${kind}` }, text));
  if (file.reason) add(file.effort === "failed" ? "person" : "quiet", EFFORTS[file.effort][0]);
  else if (left(file)) add("person", `${left(file)} left for you`);
  else add("done", "nothing left for you");
  if (done(file)) add("quiet", `${done(file)} by upgrade`);
  const notes = file.items.filter((item) => item.kind === "note").length;
  if (notes) add("quiet", plural(notes, "note"));
  return made;
}

/** The inside of a file is made when it is opened, and again when the filter changes. */
function fill(entry) {
  const { file, details } = entry;
  while (details.children.length > 1) details.lastChild.remove();
  if (file.reason) details.append(make("p", {}, file.reason));
  const parts = [
    ["Left for you", "person"],
    ["Done by upgrade", "fixed"],
    ["Notes", "note"],
  ];
  for (const [title, kind] of parts) {
    const items = file.items.filter((item) => item.kind === kind && takesItem(filter, item));
    if (items.length) details.append(make("h3", {}, title), make("ul", { class: "items" }, ...items.map(shownItem)));
  }
  if (file.diffs.length) details.append(make("h3", {}, data.dry ? "Would change" : "Changed"), ...file.diffs.map((diff) => shownDiff(file, diff)));
  if (details.children.length === 1) details.append(make("p", { class: "quiet" }, "Nothing to change."));
  entry.filled = true;
}

function place(item) {
  return item.cell ? `cell ${item.cell}, line ${item.line}` : `line ${item.line}`;
}

function ruleButton(code) {
  const button = make("button", { type: "button", class: "code", title: data.rules[code].title }, code);
  button.addEventListener("click", () => openRule(code));
  return button;
}

function shownItem(item) {
  const severity = item.kind === "note" ? "note" : item.severity;
  const head = [place(item), " ", ruleButton(item.code), " ", make("span", { class: `severity ${severity}` }, SEVERITIES[severity] || "note")];
  const made = make("li", {}, make("div", {}, ...head), make("div", {}, item.message));
  if (item.advice) made.append(make("div", {}, make("strong", {}, "Do: "), item.advice));
  if (item.excerpt.length) {
    const lines = item.excerpt.map(([number, text]) => make("span", { class: number === item.line ? "here" : "quiet" }, `${String(number).padStart(5)}  ${text}\n`));
    made.append(make("pre", { tabindex: "0", role: "group", "aria-label": `code around ${place(item)}` }, ...lines));
  }
  return made;
}

// --- side by side

function shownDiff(file, diff) {
  const where = diff.cell ? `${file.name}, cell ${diff.cell}` : file.name;
  const reasons = new Map();
  for (const item of file.items) {
    if (item.kind !== "changed" || item.cell !== diff.cell) continue;
    reasons.set(item.line, [...(reasons.get(item.line) || []), item]);
  }
  const body = make("tbody");
  diff.hunks.forEach((rows, number) => {
    if (number) body.append(make("tr", { class: "gap" }, make("td", { colspan: "4" }, "...")));
    for (const row of rows) {
      for (const item of reasons.get(row[0]) || []) body.append(reasonRow(item));
      reasons.delete(row[0]);
      body.append(diffRow(row));
    }
  });
  const others = [...reasons.values()].flat();
  body.prepend(...others.map(reasonRow));
  const heads = ["before", "after"].flatMap((side) => [
    make("th", { class: "number", scope: "col" }, make("span", { class: "visually-hidden" }, `line ${side}`)),
    make("th", { scope: "col" }, side),
  ]);
  const caption = make("caption", { class: diff.cell ? "" : "visually-hidden" }, `Before and after: ${where}`);
  return make("table", { class: "diff" }, caption, make("thead", {}, make("tr", {}, ...heads)), body);
}

function reasonRow(item) {
  return make("tr", { class: "reason" }, make("td", { colspan: "4" }, `${place(item)} `, ruleButton(item.code), ` ${item.message}`));
}

function diffRow([before, left, after, right, same]) {
  const parts = !same && before && after ? changedParts(left, right) : [[left, "", ""], [right, "", ""]];
  return make(
    "tr", {},
    make("td", { class: "number" }, before ? String(before) : ""),
    side(before, parts[0], same ? "same" : "del"),
    make("td", { class: "number" }, after ? String(after) : ""),
    side(after, parts[1], same ? "same" : "ins"),
  );
}

function side(number, [start, middle, end], kind) {
  if (!number) return make("td", { class: "text" });
  const inside = [start, ...(middle ? [make("mark", {}, middle)] : []), end];
  if (kind === "same") return make("td", { class: "text" }, make("span", { class: "same" }, ...inside));
  return make("td", { class: `text ${kind === "del" ? "removed" : "added"}` }, make(kind, {}, ...inside));
}

/** Both lines in three parts: the words that they share at the start, what differs, and those at the end. */
function changedParts(one, other) {
  const room = Math.min(one.length, other.length);
  let start = 0;
  while (start < room && one[start] === other[start]) start += 1;
  while (start && /\w/.test(one[start - 1])) start -= 1;
  let end = 0;
  while (end < room - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  while (end && /\w/.test(one[one.length - end])) end -= 1;
  return [one, other].map((text) => [text.slice(0, start), text.slice(start, text.length - end), text.slice(text.length - end)]);
}

// --- the summary

function summarize() {
  const places = data.files.reduce((sum, file) => sum + left(file), 0);
  const fixed = data.files.reduce((sum, file) => sum + done(file), 0);
  find("what").textContent =
    `${plural(data.files.length, "file")} for ${data.target}: ${plural(places, "place")} left for you, ${fixed} by upgrade` +
    `${data.dry ? "; no file was changed" : ""}.`;
  document.title = `tf-forward: ${plural(places, "place")} left`;
  for (const [effort, [label, meaning]] of Object.entries(EFFORTS)) {
    const count = data.files.filter((file) => file.effort === effort).length;
    if (!count) continue;
    const card = make("button", { type: "button", "aria-pressed": "false", "data-effort": effort },
      make("strong", {}, String(count)), make("span", {}, label), make("span", { class: "quiet" }, meaning));
    card.addEventListener("click", () => {
      find("effort-filter").value = filter.effort === effort ? "" : effort;
      apply();
    });
    find("effort").append(card);
    find("effort-filter").append(make("option", { value: effort }, label));
  }
  const ordered = [...entries].sort((a, b) => left(a.file) - left(b.file));
  begin("Begin with", ordered.filter((entry) => entry.file.effort === "one"));
  begin("Most is left in", ordered.filter((entry) => entry.file.effort === "several").reverse());
}

function begin(title, chosen) {
  if (!chosen.length) return;
  const links = chosen.slice(0, BEGIN).flatMap((entry) => [
    make("a", { class: "name", href: `#file-${entry.index}` }, entry.file.name), ` (${left(entry.file)}) `,
  ]);
  find("begin").append(make("p", {}, make("strong", {}, `${title}: `), ...links));
}

function listRules() {
  const counts = new Map();
  data.files.forEach((file, index) => {
    for (const item of file.items) {
      const found = counts.get(item.code) || { person: 0, done: 0, note: 0, files: new Set() };
      found[item.kind === "person" || item.kind === "note" ? item.kind : "done"] += 1;
      found.files.add(index);
      counts.set(item.code, found);
    }
  });
  const total = (found) => found.person + found.done + found.note;
  const codes = [...counts.keys()].sort((a, b) => total(counts.get(b)) - total(counts.get(a)) || (a < b ? -1 : 1));
  find("rules-count").textContent = `${plural(codes.length, "rule")} found something`;
  find("rules").append(...codes.map((code) => shownRule(code, counts.get(code))));
  find("rule-filter").append(...codes.map((code) => make("option", { value: code }, `${code} ${data.rules[code].title}`)));
}

function shownRule(code, found) {
  const rule = data.rules[code];
  const counts = [[found.person, "left for you"], [found.done, "by upgrade"], [found.note, found.note === 1 ? "note" : "notes"]]
    .filter(([number]) => number).map(([number, label]) => `${number} ${label}`).join(", ");
  const only = make("button", { type: "button" }, `Show the ${plural(found.files.size, "file")}`);
  only.addEventListener("click", () => {
    find("rule-filter").value = code;
    apply();
    find("files").focus();
  });
  const links = rule.links.filter((link) => link.startsWith("https://"))
    .map((link) => make("p", {}, make("a", { href: link, rel: "noreferrer" }, link)));
  const sections = [["Numbers", rule.numbers], ["What it does", rule.does], ["What it leaves to you", rule.leaves]]
    .flatMap(([title, text]) => [make("h3", {}, title), make("p", {}, ...prose(text))]);
  const summary = make("summary", {}, make("span", { class: "code" }, code), " ", ...prose(rule.title), make("span", { class: "badge quiet" }, counts));
  return make("details", { id: `rule-${code}` }, summary, ...sections, ...links, only);
}

function openRule(code) {
  const details = find(`rule-${code}`);
  find("all-rules").open = true;
  details.open = true;
  details.firstChild.focus();
  details.scrollIntoView();
}

function openFromAddress() {
  const details = location.hash.startsWith("#file-") && find(location.hash.slice(1));
  if (!details) return;
  details.hidden = false;
  details.open = true;
  details.firstChild.focus();
  details.scrollIntoView();
}

summarize();
listRules();
order();
apply();
openFromAddress();
find("filters").addEventListener("input", (event) => (event.target.id === "order" ? order() : apply()));
find("filters").addEventListener("submit", (event) => event.preventDefault());
find("filters").addEventListener("reset", () => setTimeout(() => { order(); apply(); }));
window.addEventListener("hashchange", openFromAddress);
