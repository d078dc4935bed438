// <ec-code-cell>: a cell that runs. One without a bench (a figure, a hidden cell) only lends its code to the cells below.
import { Bench } from "../python/bench.js";
import { cellsAbove } from "../python/above.js";
import { silent } from "../python/silent.js";
import { gettext } from "../words.js";

class CodeCell extends HTMLElement {
  connectedCallback() {
    if (this.asker) return;
    const { seconds, tags, source } = JSON.parse(this.querySelector(":scope > script").textContent);
    const has = (tag) => tags.includes(tag);
    const number = [...document.querySelectorAll("ec-code-cell")].indexOf(this) + 1;
    const about = {
      id: this.id, name: gettext("Cell %(number)s", { number }), label: gettext("Code for cell %(number)s", { number }), source, seconds,
      isolated: has("isolated"), setup: has("setup"), mayFail: has("raises-exception"), readonly: has("readonly"),
    };
    /** What other cells see of this one; none sees a cell that keeps its names, or that is not meant to run. */
    this.asker = this.querySelector(".bench") ? new CellBench(this, about) : silent(about);
    this.shared = !has("isolated") && !has("skip-execution");
  }
}

class CellBench extends Bench {
  above() {
    return this.about.isolated ? [] : cellsAbove(this.element);
  }
}

customElements.define("ec-code-cell", CodeCell);
