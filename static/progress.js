// What a learner leaves on this site, in their own browser: the only file that knows storage, with settings/storage.js.
// One key for each course, `course:<site>/<course>`, with the record that progress/record.js describes; one for settings.
import { LONGEST, MOST, VERSION, due, fresh, known, understood } from "./progress/record.js";
import { gettext } from "./words.js";

export { revision } from "./progress/record.js";

/** @typedef {import("./progress/record.js").Item} Item @typedef {import("./progress/record.js").Course} Course */

const FULL = gettext("Your browser keeps no more for this course: what you write here is gone when you leave.");
export const NOTHING = gettext("Your browser keeps nothing for this site: what you write here is gone when you leave.");

const NEWER = gettext("This site has a new version: load the page again, so that your work is kept.");

export const site = document.documentElement.dataset.site ?? "";
const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-course-id]"));

/** This page's course, '' for none, and its chapter. */
export const here = { course: place?.dataset.courseId ?? "", part: place?.dataset.part ?? "" };

/** @param {string} course */
export const keyOf = (course) => `course:${site}/${course}`;

/** @param {string} course its id @returns {Course} empty where nothing is kept, or nothing can be */
export function read(course = here.course) {
  try {
    return understood(stored(course));
  } catch {
    return fresh();
  }
}

/** @param {string} course */
function stored(course) {
  return JSON.parse(localStorage.getItem(keyOf(course)) ?? localStorage.getItem(older()) ?? "null");
}

/** The key of version 1, which named a course by its address. */
export function older() {
  return `course:v1:${new URL(place?.dataset.course ?? ".", document.baseURI).pathname}`;
}

/**
 * Change the record of a course. Other tabs' work is read anew first, and stays.
 * @param {(record: Course) => void} change @param {string} course @returns {string} why it is not kept, in words, '' where it is
 */
export function write(change, course = here.course) {
  try {
    const kept = stored(course);
    if (kept?.v > VERSION) return NEWER; // a page that was open before a new release must not write over what that has kept
    const record = understood(kept);
    change(record);
    record.updated = Date.now();
    const text = JSON.stringify(record);
    if (text.length > MOST) return FULL;
    localStorage.setItem(keyOf(course), text);
    localStorage.removeItem(older());
    dispatchEvent(new CustomEvent("ec-kept"));
    return "";
  } catch (error) {
    return error instanceof DOMException && error.name === "QuotaExceededError" ? FULL : NOTHING;
  }
}

/** @param {string} id @returns {Item} of this page, empty where nothing is kept */
export function recall(id) {
  return read().items[known(id, here.part)] ?? {};
}

/**
 * Write fields of an item of this page; undefined takes one away.
 * @param {string} id @param {Partial<Item>} fields @returns {string} why they are not kept, in words, '' where they are
 */
export function keep(id, fields) {
  if ((fields.code?.length ?? 0) > LONGEST) return gettext("This code is too long to be kept in your browser.");
  return write(({ items }) => {
    const name = known(id, here.part);
    items[name] = { ...items[name], part: here.part, ...fields, last: Date.now() };
  });
}

/** How many things are due in a course. @param {string} course */
export function dueIn(course = here.course) {
  return due(read(course), Date.now());
}

/** @param {() => void} changed called when this tab or another has written */
export function watch(changed) {
  watchOthers(changed);
  addEventListener("ec-kept", changed);
}

/** @param {() => void} changed called when another tab has written */
export function watchOthers(changed) {
  addEventListener("storage", ({ key }) => (key === null || key.startsWith("course:")) && changed());
}

/** The ids of the courses of this site of which something is kept. @returns {string[]} */
export function courses() {
  try {
    const start = keyOf("");
    return Object.keys(localStorage).filter((key) => key.startsWith(start)).map((key) => key.slice(start.length)).sort();
  } catch {
    return [];
  }
}

export const settingsKey = `settings:${site}`;

/** @returns {Record<string, string>} the reader's settings by name, empty for what is as it was */
export function settings() {
  try {
    return JSON.parse(localStorage.getItem(settingsKey) ?? "{}") ?? {};
  } catch {
    return {};
  }
}
