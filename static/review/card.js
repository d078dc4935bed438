// A term to recall: its name is shown and its meaning asked, or, every other time that it comes back, the other way round.
import { button, made } from "../python/made.js";
import { gettext } from "../words.js";

export class Card {
  /** @param {{name: string, meaning: Node, item?: {step?: number}}} term @param {(known: boolean) => void} answer */
  constructor({ name, meaning, item }, answer) {
    const back = (item?.step ?? 0) % 2 === 1;
    const title = made("h2", "", back ? gettext("Which term is this?") : gettext("What does “%(name)s” mean?", { name }));
    title.tabIndex = -1;
    const hidden = made("div", "card-back");
    hidden.hidden = true;
    hidden.append(back ? made("p", "card-name", name) : meaning);
    this.element = made("section", "card");
    this.element.append(title, ...(back ? [meaning] : [made("p", "", gettext("Say in your own words what it means, then look."))]), hidden, this.buttons(hidden, answer));
  }

  /** @param {HTMLElement} hidden @param {(known: boolean) => void} answer */
  buttons(hidden, answer) {
    const place = made("p", "card-buttons");
    const known = button(gettext("I knew it"), () => answer(true));
    const missed = button(gettext("Not yet"), () => answer(false));
    const show = button(gettext("Show the answer"), () => {
      hidden.hidden = known.hidden = missed.hidden = false;
      show.hidden = true;
      known.focus();
    });
    show.className = "primary";
    known.hidden = missed.hidden = true;
    place.append(show, known, missed);
    return place;
  }
}
