// <ec-review-link>: how much is waiting to be reviewed, on every page; not there where nothing ever came back.
import { courses, dueIn, watch } from "../progress.js";
import { gettext, ngettext } from "../words.js";

class ReviewLink extends HTMLElement {
  connectedCallback() {
    watch(() => this.show());
    this.show();
  }

  show() {
    const due = courses().reduce((sum, course) => sum + dueIn(course).length, 0);
    this.hidden = !due && !this.querySelector("[aria-current]");
    this.querySelector("a").textContent = due ? ngettext("Review (%(count)s due)", "Review (%(count)s due)", due) : gettext("Review");
  }
}

customElements.define("ec-review-link", ReviewLink);
