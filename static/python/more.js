// What a bench offers besides running its own code: the cells above anew, and Python anew. Folded, for it is seldom wanted.
import { python } from "./runtime.js";

/**
 * @param {HTMLElement} fold a <details> with the buttons @param {() => boolean} hasAbove whether any cell stands above that lends its names
 * @param {() => void} runAbove @param {() => void} restart
 */
export function more(fold, hasAbove, runAbove, restart) {
  const part = (name) => /** @type {HTMLElement} */ (fold.querySelector(`[name=${name}]`));
  const summary = /** @type {HTMLElement} */ (fold.querySelector("summary"));
  const act = (name, does) => part(name).addEventListener("click", () => {
    fold.removeAttribute("open");
    summary.focus();
    does();
  });
  act("above", runAbove);
  act("restart", restart);
  summary.addEventListener("click", () => (part("above").hidden = !hasAbove()));
  const look = () => part("restart").setAttribute("aria-disabled", String(!python.ready));
  look();
  python.addEventListener("ready", look);
  fold.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !fold.hasAttribute("open")) return;
    fold.removeAttribute("open");
    summary.focus();
  });
}
