// What is seldom done with what this browser keeps: a setting is written, everything is taken away. All else is in progress.js.
import { NOTHING, courses, keyOf, older, read, settings, settingsKey } from "../progress.js";

/** @returns {string} that this browser keeps nothing of what the learner does, '' where it does */
export function unkept() {
  try {
    localStorage.getItem(keyOf(""));
    return "";
  } catch {
    return NOTHING;
  }
}

/** Take away everything of this site. @returns {string} why that cannot be done, '' where it is */
export function forget() {
  try {
    for (const course of courses()) localStorage.removeItem(keyOf(course));
    localStorage.removeItem(older());
    localStorage.removeItem(settingsKey);
    dispatchEvent(new CustomEvent("ec-kept"));
    addEventListener("pagehide", forgetVisit);
    return "";
  } catch {
    return NOTHING;
  }
}

/** When it is left, a chapter notes that it was opened. Where nothing was done since all was taken away, that goes, too. */
function forgetVisit() {
  for (const course of courses()) {
    const { items, parts } = read(course);
    if (!Object.keys(items).length && !Object.values(parts).some(({ done }) => done)) localStorage.removeItem(keyOf(course));
  }
}

/** @param {string} name @param {string} value '' for what it was at first @returns {string} why it is not kept, '' where it is */
export function set(name, value) {
  try {
    localStorage.setItem(settingsKey, JSON.stringify({ ...settings(), [name]: value || undefined }));
    return "";
  } catch {
    return NOTHING;
  }
}
