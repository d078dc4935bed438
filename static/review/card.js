// A term to recall: its name is shown and its meaning asked, or, every other time that it comes back, the other way round.
import { button, made, said } from "../python/made.js";
import { gettext } from "../words.js";

const PLACE = "\u0000"; // of an element in a sentence

/** @param {string} sentence @param {Element} element @returns {(string | Element)[]} */
function around(sentence, element) {
  const [before, after] = sentence.split(PLACE);
  return [before, element, after];
}

export class Card {
  /** @param {{name: string, lang: string, meaning: Node, item?: {step?: number}}} term @param {(known: boolean) => void} answer */
  constructor({ name, lang, meaning, item }, answer) {
    const back = (item?.step ?? 0) % 2 === 1;
    const title = Object.assign(said(made("h2")), { tabIndex: -1 });
    const named = Object.assign(back ? made("p", "card-name", name) : made("span", "", name), { lang, dir: "auto" });
    const hidden = Object.assign(made("div", "card-back"), { id: "card-back", hidden: true });
    title.append(...(back ? [gettext("Which term is this?")] : around(gettext("What does “%(name)s” mean?", { name: PLACE }), named)));
    hidden.append(back ? named : meaning);
    this.element = made("section", "card");
    this.element.append(title, ...(back ? [meaning] : [said(made("p", "", gettext("Say in your own words what it means, then look.")))]), hidden, this.buttons(hidden, answer));
  }

  /** @param {HTMLElement} hidden @param {(known: boolean) => void} answer */
  buttons(hidden, answer) {
    const place = said(made("p", "card-buttons"));
    const known = button(gettext("I knew it"), () => answer(true));
    const missed = button(gettext("Not yet"), () => answer(false));
    const show = button(gettext("Show the answer"), () => {
      hidden.hidden = known.hidden = missed.hidden = false;
      show.hidden = true;
      known.focus();
    });
    show.className = "primary";
    known.setAttribute("aria-describedby", hidden.id); // it gets the focus when the answer appears, and so the answer is heard
    known.hidden = missed.hidden = true;
    place.append(show, known, missed);
    return place;
  }
}
