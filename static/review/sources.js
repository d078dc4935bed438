// Questions and terms as they stand on the pages of the site, fetched when they are asked, fit to stand on another page.
import { fetchedPage, taken } from "../fetched-page.js";
import { said } from "../python/made.js";
import { gettext } from "../words.js";

/** @type {Map<string, Promise<Document>>} */
const pages = new Map();

/** @param {string} address @returns {Promise<Document>} of a page; that of its new address where it has moved */
export function fetched(address) {
  if (!pages.has(address)) pages.set(address, load(address));
  return pages.get(address);
}

/** @param {string} address @returns {Promise<Document>} */
async function load(address) {
  const { status, address: found, page } = await fetchedPage(address);
  if (status === 404) return document.implementation.createHTMLDocument();
  if (status >= 400) throw new Error(`${address} answered ${status}`);
  const moved = page.querySelector("meta[http-equiv=refresh]")?.getAttribute("content")?.split("url=")[1];
  return moved ? load(new URL(moved, found).href) : page;
}

/**
 * @param {string} name the label of a question, or `<chapter>/<id>` @param {string} address of its chapter
 * @returns {Promise<{question: HTMLElement, section: HTMLElement} | null>} null where the chapter no longer asks it
 */
export async function questionOf(name, address) {
  const page = await fetched(address);
  const found = page.getElementById(name.split("/").at(-1) ?? "");
  if (found?.localName !== "ec-question") return null;
  const question = /** @type {HTMLElement} */ (taken(settled(found)));
  question.removeAttribute("hidden");
  Object.assign(question, languageOf(page));
  question.querySelectorAll(".mark, .question-note").forEach(said); // this page's scripts fill them
  question.querySelector(".question-place")?.remove();
  return { question, section: origin(found, page) };
}

/** Links, pictures and terms lead to where they lead on their own page. @param {Element} element */
function settled(element) {
  for (const link of element.querySelectorAll("[href]")) link.setAttribute("href", /** @type {HTMLAnchorElement} */ (link).href);
  for (const picture of element.querySelectorAll("[src]")) picture.setAttribute("src", /** @type {HTMLImageElement} */ (picture).src);
  for (const term of element.querySelectorAll("button[popovertarget]")) term.replaceWith(...term.childNodes);
  return element;
}

/** Where the question comes from: its chapter, and the section that it stands in. @param {Element} question @param {Document} page */
function origin(question, page) {
  const before = [...page.querySelectorAll(".body :is(h2, h3)[id]")].filter((heading) => heading.compareDocumentPosition(question) & Node.DOCUMENT_POSITION_FOLLOWING);
  const link = document.createElement("a");
  link.textContent = (page.querySelector("h1")?.textContent ?? "").replace(/\s*#\s*$/, "");
  link.href = new URL(before.length ? `#${before.at(-1)?.id}` : "", page.baseURI).href;
  Object.assign(link, languageOf(page));
  const section = said(document.createElement("p"));
  section.hidden = true;
  section.className = "review-origin";
  section.append(`${gettext("From")} `, link);
  const place = question.querySelector(".reread")?.cloneNode(true);
  if (place) section.append(" · ", ...place.childNodes);
  return section;
}

/** @param {Document} page */
const languageOf = (page) => ({ lang: page.documentElement.lang, dir: page.documentElement.dir });

/** @param {Document} page the glossary @returns {{id: string, name: string, lang: string, meaning: Node, used: string[]}[]} lang: of the name */
export function termsOf(page) {
  return [...page.querySelectorAll(".entry")].map((entry) => {
    const used = [.../** @type {NodeListOf<HTMLAnchorElement>} */ (entry.querySelectorAll(".entry-links a"))].map(({ href }) => href);
    const meaning = /** @type {Element} */ (taken(settled(entry.querySelector("dd"))));
    for (const links of meaning.querySelectorAll(".entry-links")) links.remove();
    const term = /** @type {HTMLElement} */ (entry.querySelector("dt"));
    const name = [...term.childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE)?.textContent?.trim() ?? "";
    const box = document.createElement("div");
    box.className = "flow";
    box.append(...meaning.childNodes);
    return { id: entry.id, name, lang: term.lang || page.documentElement.lang, meaning: box, used };
  });
}
