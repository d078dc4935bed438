// Two records of a course as one. Pure, as record.js is.
import { understood } from "./record.js";

/** @typedef {import("./record.js").Course} Course */

/**
 * Two records as one: of each item and chapter the newer.
 * @param {Course} mine @param {Course} theirs @returns {{course: Course, added: string[], changed: string[]}} with the names of the items that are new or differ, and of the parts that were not done
 */
export function merged(mine, theirs) {
  const course = understood(JSON.parse(JSON.stringify(mine)));
  const added = [], changed = [];
  for (const [name, item] of Object.entries(theirs.items)) {
    const own = course.items[name];
    if (own && ((own.last ?? 0) > (item.last ?? 0) || same(own, item))) continue;
    (own ? changed : added).push(name);
    course.items[name] = { ...item };
  }
  for (const [slug, part] of Object.entries(theirs.parts)) {
    const own = (course.parts[slug] ??= {});
    if (part.done && !own.done) added.push(slug);
    if (part.done) own.done = Math.min(own.done ?? Infinity, part.done);
    if (part.opened) own.opened = Math.max(own.opened ?? 0, part.opened);
  }
  if (theirs.last && (theirs.updated ?? 0) > (mine.updated ?? 0)) course.last = theirs.last;
  course.updated = Math.max(mine.updated ?? 0, theirs.updated ?? 0);
  return { course, added, changed };
}

/** @param {object} one @param {object} other */
function same(one, other) {
  const sorted = (/** @type {object} */ value) => JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(one) === sorted(other);
}
