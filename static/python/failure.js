// What a learner sees of a failure: a plain sentence first, Python's own words, their line, the whole traceback folded.
import { button, coded, made, said } from "./made.js";
import { gettext } from "../words.js";

/** Our own kinds are words; Python's keep their names. */
const TITLES = { TimeLimit: gettext("Time limit"), OutputLimit: gettext("Too much output"), Interrupted: gettext("Interrupted") };

/** The code that failed, and the way to a line of it. @typedef {{source: string, goTo: ((line: number) => void) | null}} Code */

/** @param {{kind: string, message: string, line: number, traceback: string, sentence?: string}} what @param {Code} code @returns {HTMLElement} */
export function failure({ kind, message, line, traceback, sentence = "" }, { source, goTo }) {
  const box = made("div", "failure");
  const plain = said(made("p", "sentence"));
  plain.append(...coded(sentence));
  if (sentence) box.append(plain);
  const words = made("p", "last-words");
  words.append(made("strong", "", TITLES[kind] ?? kind), message ? `: ${message}` : "");
  box.append(words);
  const text = line ? source.split("\n")[line - 1] : undefined;
  if (text !== undefined) {
    const place = said(made("p", "place"));
    place.append(goTo ? button(gettext("Go to line %(number)s", { number: line }), () => goTo(line)) : gettext("Line %(number)s:", { number: line }), " ", made("code", "", text.trim()));
    box.append(place);
  }
  if (traceback.includes("\n")) {
    const fold = made("details");
    fold.append(said(made("summary", "", gettext("Traceback"))), made("pre", "", traceback));
    box.append(fold);
  }
  return box;
}
