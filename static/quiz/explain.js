// Explanations: they stand in the page from the start, in the list of reasons, and are shown where they are needed.
import { gettext } from "../words.js";
export { copied } from "../copied.js";

/** @param {Element} element @returns {string} its text as one would read it aloud */
export const spoken = (element) => read(element, (formula) => formula.getAttribute("data-text") ?? "");

/** @param {Element} element @returns {string} its text with the TeX of its formulas, which changes when the author changes it */
export const written = (element) => read(element, (formula) => formula.querySelector("annotation")?.textContent ?? "");

/** @param {Element} element @param {(formula: Element) => string} told what stands for a formula */
function read(element, told) {
  const copy = /** @type {Element} */ (element.cloneNode(true));
  for (const formula of copy.querySelectorAll("math")) formula.replaceWith(told(formula));
  return (copy.textContent ?? "").replace(/\s+/g, " ").trim();
}

/** With a full stop, unless the author has written one. @param {string} sentence */
export function ended(sentence) {
  return /[.!?…。]$/u.test(sentence) ? sentence : `${sentence}.`;
}

/** What is said to an answer. @type {Record<string, string>} */
const WORDS = { wrong: gettext("Not this one"), tried: gettext("tried"), right: gettext("Correct"), shown: gettext("The answer") };

/**
 * Marks a choice, or the line of a typed answer, with a state and its word.
 * @param {Element} row @param {"" | "wrong" | "tried" | "right" | "shown"} state
 */
export function mark(row, state) {
  if (state) row.setAttribute("state", state);
  else row.removeAttribute("state");
  /** @type {Element} */ (row.querySelector(".mark")).textContent = WORDS[state] ?? "";
}
