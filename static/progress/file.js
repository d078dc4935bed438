// What a learner leaves, as a file to take along: what it holds, and what another would change here.
import { courses, read, site, write } from "../progress.js";
import { gettext } from "../words.js";
import { merged } from "./merged.js";
import { understood } from "./record.js";

/** Everything of this site as a file's text. */
export function exported() {
  const all = Object.fromEntries(courses().map((course) => [course, read(course)]));
  return JSON.stringify({ format: "easycompilers progress", site, exported: new Date().toISOString(), courses: all }, null, 1);
}

/**
 * What a file would change, and the doing of it.
 * @param {string} text of the file @returns {{error: string} | {error: "", added: number, changed: number, apply: () => string}}
 */
export function imported(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    return { error: gettext("This file is not a progress file: it is not JSON.") };
  }
  if (file?.format !== "easycompilers progress" || typeof file.courses !== "object" || !file.courses) {
    return { error: gettext("This file is not a progress file.") };
  }
  if (file.site !== site) return { error: gettext("This progress file belongs to another site.") };
  const plans = Object.entries(file.courses).map(([id, value]) => ({ id, theirs: understood(value), ...merged(read(id), understood(value)) }));
  return {
    error: "", added: plans.reduce((sum, { added }) => sum + added.length, 0), changed: plans.reduce((sum, { changed }) => sum + changed.length, 0),
    apply: () => plans.map(({ id, theirs }) => write((record) => Object.assign(record, merged(record, theirs).course), id)).find(Boolean) ?? "",
  };
}
