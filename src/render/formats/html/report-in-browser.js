(() => {
  "use strict";
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const byId = (id) => document.getElementById(id);
  const root = document.documentElement;
  root.classList.add("js");
  let sections = all("details.workflow");
  const rows = new Map();
  const noteRows = () => all("tr[data-row]").forEach((row) => rows.set(row.dataset.row, row));
  noteRows();
  const search = byId("search");
  const found = byId("found");
  const MOST = 2000;
  let hits = [];
  let current = -1;
  let opened = [];
  let unfolded = [];
  let only = "";

  const folded = (section) => section.querySelector(":scope > noscript");
  const parse = (html) => new DOMParser().parseFromString(html, "text/html").body;
  const fill = (section) => {
    const raw = folded(section);
    if (raw) raw.replaceWith(...parse(raw.textContent).childNodes);
  };
  const fillWhenOpened = (section) => {
    if (folded(section)) section.addEventListener("toggle", () => section.open && fill(section));
  };
  sections.forEach(fillWhenOpened);

  // Very many workflows that passed are data, of which rows and sections are made when somebody looks at them.
  const packs = [];
  const packOf = (element) => {
    if (packs.length === 0) packs.push(...JSON.parse(byId("packs").textContent));
    return packs[element.dataset.packed];
  };
  const unpack = ({ forms, pieces }) =>
    pieces.map(([form, ...values]) =>
      forms[form].map((part, at) => (at === 0 ? part : values[at - 1] + part)).join(""),
    );
  const isPacked = (element) => element.dataset.packed !== undefined;
  const packedIn = (selector) => all(selector + "[data-packed]");
  const makeRows = (body) => {
    if (!isPacked(body)) return;
    const made = parse("<table hidden>" + unpack(packOf(body).rows).join("") + "</table>");
    body.append(...all("tr", made));
    body.removeAttribute("data-packed");
    noteRows();
    body.addEventListener("click", ({ target }) => target.closest("a") && setTimeout(follow));
  };
  const makeSections = (group) => {
    if (!isPacked(group)) return;
    const { heads, insides } = packOf(group);
    const made = [...parse(unpack(heads).join("")).children];
    unpack(insides).forEach((html, at) => {
      const raw = document.createElement("noscript");
      raw.textContent = html;
      made[at].append(raw);
      fillWhenOpened(made[at]);
    });
    folded(group).replaceWith(...made);
    group.removeAttribute("data-packed");
    group.classList.add("many");
    sections = all("details.workflow");
  };
  const makeAll = () => {
    packedIn("tbody").forEach(makeRows);
    packedIn("details").forEach(makeSections);
  };
  const countOf = (group) => packOf(group).heads.pieces.length;
  /** What is packed, for search: the text of each, in lower case. */
  const packedTexts = new WeakMap();
  const isInPacked = (group, words) => {
    const { heads, insides } = packOf(group);
    const texts = packedTexts.get(group) ?? unpack(heads).concat(unpack(insides)).join("\n").toLowerCase();
    packedTexts.set(group, texts);
    return texts.includes(words);
  };
  for (const group of packedIn("details")) group.addEventListener("toggle", () => group.open && makeSections(group));
  const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  const asHtml = (words) => words.replace(/[&<>"']/g, (char) => ENTITIES[char]);
  const mayHold = (section, words) => {
    const raw = folded(section);
    if (!raw || section.firstElementChild.textContent.toLowerCase().includes(words)) return true;
    return raw.textContent.toLowerCase().includes(asHtml(words));
  };
  const rangesIn = (section, words, room) => {
    const ranges = [];
    const walker = document.createTreeWalker(section, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node && ranges.length < room; node = walker.nextNode()) {
      const text = node.data.toLowerCase();
      if (text.length !== node.data.length) continue;
      for (let at = text.indexOf(words); at >= 0 && ranges.length < room; at = text.indexOf(words, at + words.length)) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + words.length);
        ranges.push(range);
      }
    }
    return ranges;
  };
  const paint = (name, ranges) => {
    if (!("highlights" in CSS)) return;
    if (ranges.length === 0) CSS.highlights.delete(name);
    else CSS.highlights.set(name, new Highlight(...ranges));
  };
  const unfold = (node) => {
    for (let place = node.parentElement; place; place = place.parentElement) {
      if (place.tagName === "DETAILS" && !place.open) {
        place.open = true;
        opened.push(place);
      }
    }
  };

  const folds = all("button.unfold");
  const isFolded = (button) => button.getAttribute("aria-expanded") !== "true";
  const setFold = (button, open) => button.setAttribute("aria-expanded", String(open));
  for (const button of folds) {
    button.addEventListener("click", () => {
      makeRows(byId(button.getAttribute("aria-controls")));
      setFold(button, isFolded(button));
    });
  }
  const showFolded = (asked) => {
    for (const button of folds) {
      const body = byId(button.getAttribute("aria-controls"));
      const some = isPacked(body) ? !asked : all("tr[data-row]", body).some((row) => !row.hidden);
      button.closest("tbody").hidden = !some;
      body.hidden = !some;
      if (some && asked && isFolded(button)) {
        setFold(button, true);
        unfolded.push(button);
      }
    }
    for (const group of all("details.group")) {
      const some = isPacked(group) ? !asked : all("details.workflow", group).some((section) => !section.hidden);
      group.hidden = !some;
      if (some && asked && !group.open) {
        group.open = true;
        opened.push(group);
      }
    }
  };

  const total = () => packedIn("details").reduce((sum, group) => sum + countOf(group), sections.length);
  const update = () => {
    const words = search.value.trim().toLowerCase();
    for (const place of opened) place.open = false;
    for (const button of unfolded) setFold(button, false);
    opened = [];
    unfolded = [];
    hits = [];
    current = -1;
    let shown = 0;
    if (words !== "" && packedIn("details").some((group) => isInPacked(group, asHtml(words)))) makeAll();
    if (only === "passed" || only === "skipped") makeAll();
    for (const section of sections) {
      let matches = (only === "" || section.dataset.verdict === only) && (words === "" || mayHold(section, words));
      if (matches && words !== "" && hits.length < MOST) {
        fill(section);
        const ranges = rangesIn(section, words, MOST - hits.length);
        matches = ranges.length > 0;
        hits.push(...ranges);
      }
      section.hidden = !matches;
      const row = rows.get(section.id);
      if (row) row.hidden = !matches;
      if (matches) shown += 1;
    }
    showFolded(words !== "" || only !== "");
    for (const table of all("section.overview")) table.hidden = all("tr[data-row]", table).every((row) => row.hidden);
    for (const range of hits.slice(0, 50)) unfold(range.startContainer);
    paint("found", hits);
    paint("current", []);
    const many =
      hits.length >= MOST ? MOST + " places or more" : hits.length + (hits.length === 1 ? " place" : " places");
    found.textContent = words === "" && only === "" ? "" : shown + " of " + total() + (words === "" ? "" : ", " + many);
  };
  const jump = (by) => {
    if (hits.length === 0) return;
    current = (current + by + hits.length) % hits.length;
    const range = hits[current];
    unfold(range.startContainer);
    paint("current", [range]);
    range.startContainer.parentElement.scrollIntoView({ block: "center" });
    found.textContent = current + 1 + " of " + hits.length;
  };
  let timer;
  search.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(update, 120);
  });

  const buttons = all("button[data-filter]");
  for (const button of buttons) {
    button.addEventListener("click", () => {
      only = only === button.dataset.filter ? "" : button.dataset.filter;
      for (const other of buttons) other.setAttribute("aria-pressed", String(other.dataset.filter === only));
      update();
    });
  }

  const foldAll = (open) => {
    if (open) makeAll();
    for (const section of sections) {
      if (section.hidden || (open && section.closest(".many"))) continue;
      if (open) fill(section);
      section.open = open;
      if (open && sections.length > 20) continue;
      for (const place of all(open ? "details" : "details:not(.part)", section)) place.open = open;
    }
    for (const group of all("details.group")) group.open = open;
    for (const button of folds) setFold(button, open);
  };
  const openGroup = (section) => {
    const group = section.closest("details.group");
    if (group) group.open = true;
  };
  const turn = () => {
    const dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  };
  byId("expand").addEventListener("click", () => foldAll(true));
  byId("collapse").addEventListener("click", () => foldAll(false));
  byId("theme").addEventListener("click", turn);

  const show = (section) => {
    section.hidden = false;
    openGroup(section);
    fill(section);
    section.open = true;
    section.scrollIntoView({ block: "start" });
    section.querySelector("summary").focus({ preventScroll: true });
  };
  const follow = () => {
    if (/^#w\d+$/.test(location.hash) && byId(location.hash.slice(1)) === null) makeAll();
    const section = sections.find((one) => "#" + one.id === location.hash);
    if (section) show(section);
  };
  addEventListener("hashchange", follow);
  for (const link of all("a[href^='#']")) link.addEventListener("click", () => setTimeout(follow));
  follow();

  const step = (by) => {
    const isSeen = (section) => !section.hidden;
    const isFocused = (section) => section.contains(document.activeElement);
    if (only === "" && search.value === "" && sections.findIndex(isFocused) === (by > 0 ? sections.length - 1 : -1))
      makeAll();
    const seen = sections.filter(isSeen);
    const at = seen.findIndex(isFocused);
    const next = seen[at < 0 ? (by > 0 ? 0 : seen.length - 1) : Math.min(Math.max(at + by, 0), seen.length - 1)];
    if (next) {
      openGroup(next);
      next.scrollIntoView({ block: "start" });
      next.querySelector("summary").focus({ preventScroll: true });
    }
  };
  // On paper, all folds are open; a folded section is created first, unless there are very many that need nobody.
  const beforePrint = () => {
    packedIn("tbody").forEach(makeRows);
    for (const section of sections) if (sections.length <= 50 || !section.closest("details.group")) fill(section);
  };
  addEventListener("beforeprint", beforePrint);
  matchMedia("print").addEventListener("change", (event) => event.matches && beforePrint());

  const KEYS = { e: () => foldAll(true), c: () => foldAll(false), t: turn, j: () => step(1), k: () => step(-1) };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.target === search) {
      if (event.key === "Enter") {
        clearTimeout(timer);
        if (current < 0 && hits.length === 0) update();
        jump(event.shiftKey ? -1 : 1);
      } else if (event.key === "Escape") {
        search.value = "";
        update();
        search.blur();
      }
      return;
    }
    if (event.key === "/") {
      event.preventDefault();
      search.focus();
      search.select();
    } else if (Object.hasOwn(KEYS, event.key)) KEYS[event.key]();
  });
})();
