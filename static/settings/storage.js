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

/** Take away everything of this site. @returns {Promise<string>} why that cannot be done, '' where it is */
export async function forget() {
  try {
    for (const course of courses()) localStorage.removeItem(keyOf(course));
    localStorage.removeItem(older());
    localStorage.removeItem(settingsKey);
    dispatchEvent(new CustomEvent("ec-kept"));
    addEventListener("pagehide", forgetVisit);
    await forgetPages();
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

/** What is there without a connection tells what was read, and goes with the service worker that keeps it (offline/service-worker.js has the names). */
async function forgetPages() {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  await registration.unregister();
  const kept = (await caches.keys()).filter((name) => name.startsWith(`easycompilers ${registration.scope} `));
  await Promise.all(kept.map((name) => caches.delete(name)));
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
