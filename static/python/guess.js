// What the learner expects, asked before the first run and never insisted on; afterwards it stands beside the result.
import { recall } from "../progress.js";
import { made, said } from "./made.js";
import { gettext } from "../words.js";

export class Guess {
  /** @param {HTMLElement} place holds the field @param {HTMLElement} region the output @param {import("./keeping.js").Keeping} keeping */
  constructor(place, region, keeping) {
    Object.assign(this, { place, region, keeping });
    this.label = /** @type {HTMLElement} */ (place.querySelector("label"));
    this.field = /** @type {HTMLInputElement} */ (place.querySelector("input"));
    this.label.hidden = false;
    this.field.value ||= recall(keeping.id).guess ?? ""; // which may be there before its script
    this.field.addEventListener("change", () => keeping.guess(this.field.value.trim()));
  }

  /** A run begins: the question is over. */
  settle() {
    if (this.place.hidden) return;
    const guess = this.field.value.trim();
    this.keeping.guess(guess);
    this.place.hidden = true;
    if (!guess) return;
    this.said = said(made("p", "guessed", `${gettext("Your guess:")} `));
    this.said.append(made("q", "", guess));
    this.region.prepend(this.said);
  }

  reset() {
    this.place.hidden = false;
    this.said?.remove();
    this.field.value = "";
    this.keeping.guess("");
  }
}
