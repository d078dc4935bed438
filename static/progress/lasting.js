// That the reader's work lasts: the browser is asked to keep it, and once, when some parts are done, the reader is shown how to take it along.
// Loaded when a part is done.
import { courses, read, settings } from "../progress.js";
import { made } from "../python/made.js";
import { set } from "../settings/storage.js";
import { saving } from "../settings/work.js";
import { gettext } from "../words.js";

const ENOUGH = 3; // parts of all courses together

/** @param {HTMLElement} place where it is said */
export function lasting(place) {
  navigator.storage?.persist?.().catch(() => {}); // some browsers ask the reader, and all may say no
  const parts = courses().flatMap((course) => Object.values(read(course).parts));
  if (parts.filter(({ done }) => done).length < ENOUGH || settings().taught === "file" || set("taught", "file")) return;
  const status = made("p");
  status.setAttribute("role", "status");
  place.append(made("p", "finish-file", gettext("You have done three parts. They are kept in this browser alone, and some browsers delete such things after a week without a visit.")), saving(status), status);
}
