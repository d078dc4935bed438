// <ec-review>: asks again what is due, one thing after another: questions from the chapters' own pages, terms from the glossary's.
// What was known comes back later, what was missed tomorrow (progress/record.js has the days).
import { courses, dueIn, read, write } from "../progress.js";
import { fetched, questionOf, termsOf } from "../review/sources.js";
import { Card } from "../review/card.js";
import { returned } from "../progress/record.js";
import "../quiz/question.js";
import { unkept } from "../settings/storage.js";
import { gettext, language } from "../words.js";

const NEW_TERMS = 5; // at most on one visit

const { lang } = document.documentElement;
/** In which days are named: the page's region decides what comes first, the day or the month. */
const LOCALE = lang.startsWith(`${language}-`) ? lang : language;

class Review extends HTMLElement {
  connectedCallback() {
    if (this.place) return;
    this.status = /** @type {HTMLElement} */ (this.querySelector(".review-status"));
    this.place = /** @type {HTMLElement} */ (this.querySelector(".review-item"));
    /** @type {Map<string, HTMLAnchorElement>} */
    this.homes = new Map([...this.querySelectorAll("a[data-course-id]")].map((link) => [link.dataset.courseId, link]));
    const verdict = /** @type {HTMLElement} */ (this.querySelector(".quiz-status"));
    this.addEventListener("ec-verdict", ({ detail }) => (verdict.textContent = detail.text));
    this.begin();
  }

  async begin() {
    const why = unkept();
    if (why) return this.say(why);
    this.say(gettext("The review looks up what is due."));
    this.courses = courses().filter((course) => this.homes.has(course));
    this.queue = this.courses.flatMap((course) => dueIn(course).filter((name) => !name.startsWith("term:")).map((name) => ({ course, name })));
    this.unreached = false;
    this.cards = await this.terms().catch(() => ((this.unreached = true), []));
    this.count = this.queue.length + this.cards.length;
    this.next();
  }

  /** The terms that are due, and a few new ones of the parts that the reader has opened. The vocabulary is the whole site's, so what is known of
   *  a term may be kept with any course. */
  async terms() {
    const { glossary } = this.dataset;
    const opened = this.courses.flatMap((course) => Object.keys(read(course).parts).map((part) => new URL(`${part}/`, this.homes.get(course).href).href));
    if (!glossary || !opened.length) return [];
    const records = this.courses.map((course) => ({ course, items: read(course).items }));
    const now = Date.now();
    const known = termsOf(await fetched(new URL(glossary, document.baseURI).href)).map((term) => {
      const { course, items } = records.find(({ items }) => items[`term:${term.id}`]) ?? records[0];
      return { ...term, course, item: items[`term:${term.id}`] };
    });
    const due = known.filter(({ item }) => item?.due !== undefined && item.due <= now);
    const fresh = known.filter(({ item, used }) => !item && used.some((address) => opened.includes(address)));
    return [...due, ...fresh.slice(0, NEW_TERMS)];
  }

  async next() {
    this.place.replaceChildren();
    const question = this.queue.shift();
    if (question) return this.ask(question);
    const term = this.cards.shift();
    if (term) return this.turn(term);
    this.end();
  }

  /** @param {{course: string, name: string}} what */
  async ask({ course, name }) {
    const { part = "" } = read(course).items[name] ?? {};
    const found = await questionOf(name, new URL(`${part}/`, this.homes.get(course).href).href).catch(() => undefined);
    if (found === undefined) return this.later(); // offline
    if (found === null) {
      write(({ items }) => delete items[name], course); // it is no longer asked
      return this.next();
    }
    const { question, section } = found;
    this.place.replaceChildren(question, section);
    try {
      await question.begin();
    } catch {
      return this.later(); // likewise
    }
    this.told();
    question.querySelector("[name=next]").hidden = true;
    question.addEventListener("ec-settled", ({ detail }) => {
      const right = detail.kept.state === "passed" && detail.kept.sure;
      this.keep(course, name, right, { rev: detail.kept.rev });
      section.hidden = false;
      this.onward(question.querySelector("[name=next]"));
    });
    question.scrollIntoView({ block: "nearest" }); // before the focus: Firefox gives none to a legend that it has not laid out
    question.querySelector("legend").focus({ preventScroll: true });
  }

  /** What could not be fetched stays due, and the end says so. */
  later() {
    this.unreached = true;
    this.next();
  }

  /** @param {{course: string, id: string, name: string, meaning: Node}} term */
  turn(term) {
    const card = new Card(term, (known) => {
      this.keep(term.course, `term:${term.id}`, known, {});
      this.next();
    });
    this.place.replaceChildren(card.element);
    this.told();
    card.element.querySelector("h2").focus({ preventScroll: true });
  }

  /** @param {string} course @param {string} name @param {boolean} right @param {object} fields */
  keep(course, name, right, fields) {
    const now = Date.now();
    const why = write(({ items }) => (items[name] = { ...items[name], ...returned(items[name] ?? {}, right, now), ...fields, last: now }), course);
    if (why) this.say(why);
  }

  /** @param {HTMLButtonElement} button */
  onward(button) {
    button.textContent = this.queue.length || this.cards.length ? gettext("Next") : gettext("Finish");
    button.hidden = false;
    button.addEventListener("click", () => this.next(), { once: true });
    button.focus();
  }

  /** How far the reader has come. What is asked has the focus, and is read from there. */
  told() {
    const left = this.queue.length + this.cards.length;
    this.say(gettext("This is %(number)s of %(total)s for today.", { number: this.count - left, total: this.count }));
  }

  end() {
    this.say(this.unreached ? gettext("Not everything could be loaded. What is due stays due.") : this.over());
    this.status.tabIndex = -1;
    this.status.focus({ preventScroll: true });
  }

  /** That all has been asked, and when something comes back. */
  over() {
    const days = courses().flatMap((course) => Object.values(read(course).items)).flatMap(({ due }) => (due === undefined ? [] : [due]));
    const next = Math.min(...days);
    const day = Number.isFinite(next) ? new Date(next).toLocaleDateString(LOCALE, { weekday: "long", day: "numeric", month: "long" }) : "";
    const first = this.count ? gettext("That is all for today.") : gettext("Nothing is due.");
    return `${first} ${day ? gettext("The next comes back on %(day)s.", { day }) : gettext("What you miss or guess in a quiz will come back here.")}`;
  }

  /** @param {string} text */
  say(text) {
    this.status.textContent = text;
  }
}

customElements.define("ec-review", Review);
