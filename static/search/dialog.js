// The dialog of the search: what is typed is looked for by Pagefind, whose index stands on this site and is fetched in small pieces as it is
// needed. Results are pages with the sections in which the words stand, and terms of the glossary before them.
import { made, said } from "../python/made.js";
import { sheet } from "../sheet.js";
import "../trusted.js";
import { gettext, ngettext } from "../words.js";

const PAUSE = 150; // ms after the last letter
const MOST = 8; // pages
const TERMS = 4;

/** @type {Box | undefined} */
let box;

/** @param {HTMLElement} home says where the site's root is (data-root) @param {HTMLElement} opener gets the focus back */
export function open(home, opener) {
  box ??= new Box(home, opener);
  box.dialog.showModal();
  box.field.select();
  box.load();
}

class Box {
  /** @param {HTMLElement} home @param {HTMLElement} opener */
  constructor(home, opener) {
    this.root = new URL(home.dataset.root || "./", document.baseURI);
    this.field = Object.assign(document.createElement("input"), { type: "search", id: "search-field", autocomplete: "off", spellcheck: false, autofocus: true });
    this.asked = "";
    this.status = made("p", "search-status");
    this.status.setAttribute("role", "status");
    const { lang, dir } = document.documentElement; // of what is found
    this.results = Object.assign(made("div", "search-results"), { lang, dir });
    const line = made("p", "find");
    line.append(Object.assign(made("label", "", gettext("Words to find")), { htmlFor: this.field.id }), " ", this.field);
    this.dialog = sheet("search", gettext("Search"), [line, this.status, this.results], () => opener.focus());
    this.dialog.addEventListener("keydown", (event) => this.press(event));
    this.results.addEventListener("click", ({ target }) => /** @type {Element} */ (target).closest("a") && this.dialog.close());
    this.field.addEventListener("input", () => {
      clearTimeout(this.pause);
      this.pause = setTimeout(() => this.find(), PAUSE);
    });
    home.append(this.dialog);
  }

  /** The arrows go along the results. @param {KeyboardEvent} event */
  press(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const stops = [this.field, .../** @type {NodeListOf<HTMLElement>} */ (this.results.querySelectorAll("a"))];
    const at = stops.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    event.preventDefault();
    stops[Math.min(stops.length - 1, Math.max(0, at + step))].focus();
  }

  /** @returns {Promise<any>} Pagefind, with its index */
  load() {
    this.pagefind ??= (async () => {
      const folder = new URL("search/", this.root);
      const options = { baseUrl: this.root.pathname, excerptLength: 20, metaCacheTag: String(Date.now()) };
      const [pagefind, entry] = await Promise.all([import(new URL("pagefind.js", folder).href), fetch(new URL(`pagefind-entry.json?ts=${options.metaCacheTag}`, folder))]);
      const { languages } = await entry.json();
      if (Object.keys(languages).some((name) => name.includes("-x-"))) {
        const { Pieces } = await import("./pieces.js");
        const pieces = new Pieces(folder.pathname, languages, document.documentElement.lang.toLowerCase(), options);
        await pieces.init();
        return pieces;
      }
      await pagefind.options(options);
      await pagefind.init();
      return pagefind;
    })();
    this.pagefind.catch(() => {
      this.pagefind = undefined;
      this.status.textContent = gettext("The search could not be loaded. The glossary and the list of parts are still there.");
    });
    return this.pagefind;
  }

  async find() {
    const words = this.field.value.trim();
    this.asked = words;
    if (!words) return this.show([], "");
    const pagefind = await this.load().catch(() => undefined);
    if (!pagefind || this.asked !== words) return;
    const { results } = await pagefind.search(words);
    const pages = await Promise.all(results.slice(0, MOST).map((/** @type {any} */ result) => result.data()));
    if (this.asked !== words) return; // something else has been typed since
    const near = pages.filter((page) => begins(words, page));
    const all = results.length;
    this.show(near, !near.length ? gettext("“%(words)s” was not found.", { words })
      : near.length === MOST && all > MOST ? gettext("“%(words)s” stands on %(all)s pages; the first %(shown)s are listed.", { words, all, shown: MOST })
      : ngettext("“%(words)s” stands on %(count)s page.", "“%(words)s” stands on %(count)s pages.", near.length, { words }));
  }

  /** Terms in whose name the words stand before those that only mention them. @param {any[]} terms */
  nearest(terms) {
    const words = this.asked.toLowerCase();
    const rank = (/** @type {string} */ name) => (name.toLowerCase() === words ? 0 : name.toLowerCase().includes(words) ? 1 : 2);
    return [...terms].sort((a, b) => rank(a.title) - rank(b.title));
  }

  /** @param {any[]} pages @param {string} found what is said of them */
  show(pages, found) {
    const glossary = new URL("glossary/", this.root).pathname;
    const defined = pages.filter(({ url }) => url.startsWith(glossary)).flatMap(({ sub_results: sections, meta }) => {
      const languages = JSON.parse(meta.languages ?? "{}");
      return sections.filter(({ anchor }) => anchor).map((found) => ({ ...found, lang: languages[found.anchor.id] }));
    });
    const terms = this.nearest(defined).slice(0, TERMS);
    const others = pages.filter(({ url }) => !url.startsWith(glossary));
    if (this.results.contains(document.activeElement)) this.field.focus(); // what had the focus goes away
    this.results.replaceChildren(
      ...(terms.length ? [said(made("h3", "", gettext("Terms"))), list(terms.map(section))] : []),
      ...(terms.length && others.length ? [said(made("h3", "", gettext("Pages")))] : []),
      ...(others.length ? [list(others.map(page))] : []),
    );
    this.status.textContent = found;
  }
}

/** Where nothing has a word, Pagefind looks for ever shorter pieces of it; those say nothing. @param {string} words @param {any} page */
function begins(words, { sub_results: sections }) {
  const starts = words.toLowerCase().split(/\s+/).map((word) => word.slice(0, 3));
  const marked = sections.flatMap((/** @type {any} */ { excerpt: html }) => [...html.matchAll(/<mark>(.*?)<\/mark>/g)].map(([, word]) => word.toLowerCase()));
  return marked.some((word) => starts.some((start) => word.startsWith(start)));
}

/** @param {HTMLElement[]} entries */
function list(entries) {
  const all = made("ul", "bare");
  all.append(...entries);
  return all;
}

/** @param {any} found a page: its title, where it belongs, and its sections */
function page({ url, meta, sub_results: sections }) {
  const entry = made("li", "search-page");
  entry.append(link(url, meta.title), " ", made("small", "", meta.place ?? ""));
  const within = sections.filter(({ anchor }) => anchor).slice(0, 3);
  if (within.length) entry.append(list(within.map(section)));
  else if (sections.length) entry.append(asPiece(excerpt(sections[0].excerpt)));
  return entry;
}

/** @param {any} found */
function section({ url, title, excerpt: html, lang }) {
  const entry = made("li", "search-section");
  if (lang) Object.assign(entry, { lang, dir: "auto" });
  const line = excerpt(html);
  if (line.textContent.startsWith(`${title}. `)) cut(line, title.length + 2);
  entry.append(link(url, title), asPiece(line));
  return entry;
}

/** @param {string} href @param {string} text */
function link(href, text) {
  return Object.assign(made("a", "", text), { href });
}

/** Takes away the first characters of a line, some of which may be marked. @param {Element} line @param {number} count */
function cut(line, count) {
  for (let left = count; left > 0; ) {
    const first = /** @type {ChildNode} */ (line.firstChild);
    const { length } = first.textContent;
    if (length > left) first.textContent = first.textContent.slice(left);
    else first.remove();
    left -= length;
  }
}

/** A piece of a sentence looks like one. @template {Element} E @param {E} line @returns {E} */
function asPiece(line) {
  const text = line.textContent.trim();
  if (/^\p{Ll}/u.test(text)) line.prepend("… ");
  if (!/[.!?…。؟！？][\p{Pe}\p{Pf}"']*$/u.test(text)) line.append(" …");
  return line;
}

const SIGNS = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&#39;": "'" };

/** Pagefind marks the words in escaped HTML: only its marks become elements. @param {string} html */
function excerpt(html) {
  const line = made("p", "search-excerpt");
  for (const [at, part] of html.split(/<\/?mark>/).entries()) {
    const text = part.replace(/&(?:lt|gt|amp|quot|#39);/g, (sign) => SIGNS[sign]);
    line.append(at % 2 ? made("mark", "", text) : text);
  }
  return line;
}
