// What waits where bytes are dear or slow: scripts, until a reader comes to what they are for, and the page's own faces. The page is whole
// without them.
import { read } from "./progress.js";

/** @typedef {[string, string]} Element its name, and the address of its script */

/**
 * What runs code waits until somebody points at it, comes to it by keyboard, or has worked on it before. All that its script will show stands there
 * from the start, for nothing may move under a finger; a button that is pressed too early is pressed again when the script is there.
 * @param {Element[]} elements they need one another, so that all come at once
 */
export function whenTouched(elements) {
  if (!elements.length) return;
  const names = elements.map(([name]) => name).join();
  const places = [...document.querySelectorAll(names)];
  const fetchAll = () => Promise.all(elements.map(([, address]) => import(address)));
  const { items } = read();
  if (places.some(({ id }) => id in items)) return fetchAll();
  for (const place of places) {
    place.setAttribute("waiting", "");
    for (const part of place.querySelectorAll(".buttons > :not([name=stop]), .keys, .guess > label, .idle")) part.hidden = false;
  }
  const signs = ["pointerover", "pointerdown", "focusin", "click"];
  let pressed = /** @type {HTMLElement | null} */ (null);
  let coming = false;
  /** @param {Event} event */
  async function wake({ target, type }) {
    const place = /** @type {Element} */ (target).closest(names);
    if (!place) return;
    if (type === "click") pressed = /** @type {Element} */ (target).closest("button, .code");
    if (coming) return;
    coming = true;
    await fetchAll();
    for (const sign of signs) removeEventListener(sign, wake, true);
    for (const other of places) other.removeAttribute("waiting");
    if (pressed?.matches(".code")) pressed.querySelector("textarea")?.focus();
    else pressed?.click();
  }
  for (const sign of signs) addEventListener(sign, wake, true);
}

/** @param {Element} element its script is fetched when it is a window's height away */
export function whenNear([name, address]) {
  const places = [...document.querySelectorAll(name)];
  const watch = new IntersectionObserver((seen) => {
    if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
    watch.disconnect();
    import(address).catch(() => {}).then(() => places.forEach((place) => place.removeAttribute("waiting"))); // without connection it stays as it came
  }, { rootMargin: "100%" });
  for (const place of places) {
    place.setAttribute("waiting", "");
    watch.observe(place);
  }
}

const QUIET = 1000; // ms, in which scripts come first

/** The faces that this page does without (before.js): the next page has them. Who saves data gets none. */
export function fetchFaces() {
  if (navigator.connection?.saveData) return;
  setTimeout(() => {
    const looks = getComputedStyle(document.documentElement);
    for (const role of ["text", "ui", "code"]) {
      if (!looks.getPropertyValue(`--font-${role}`).includes("Course ")) continue; // the reader's or the author's own face
      for (const style of ["", "bold", "italic"]) document.fonts.load(`${style} 1em ${looks.getPropertyValue(`--own-${role}`)}`).catch(() => {});
    }
  }, QUIET);
}
