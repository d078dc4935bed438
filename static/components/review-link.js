// <ec-review-link>: how much is waiting to be reviewed, on every page. The link itself is always there: what comes later would push the page down.
import { courses, dueIn, watch } from "../progress.js";
import { ngettext } from "../words.js";

class ReviewLink extends HTMLElement {
  connectedCallback() {
    this.link = /** @type {HTMLElement} */ (this.querySelector("a"));
    this.name = this.link.textContent;
    watch(() => this.show());
    this.show();
  }

  show() {
    const due = courses().reduce((sum, course) => sum + dueIn(course).length, 0);
    this.link.textContent = due ? ngettext("Review (%(count)s due)", "Review (%(count)s due)", due) : this.name;
  }
}

customElements.define("ec-review-link", ReviewLink);
