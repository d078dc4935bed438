// What a learner leaves on this site, in their own browser: the only file that knows storage.
// One key for each course, "course:v1:" and the address of the course on this host:
//   {v: 1, updated, parts: {<chapter>: {items: {<label>: Item}}}}
// What a later version adds, at any depth, stays as it is: only the named fields of one item are ever written. Times are in ms.

/**
 * @typedef {object} Item      of a cell or an exercise
 * @property {string} [rev]    what the author's code was when the learner changed it: `revision` of it
 * @property {string} [code]   the learner's
 * @property {string} [guess]  what they expected before the first run
 * @property {number} [last]   when it was last written
 */

const LONGEST = 20_000; // characters of one item's code
const MOST = 200_000; // characters of one course

/** @returns {{key: string, part: string}} where this page's items are kept */
function here() {
  const chapter = document.querySelector("[data-course]");
  const course = new URL(chapter?.getAttribute("data-course") ?? ".", document.baseURI).pathname;
  return { key: `course:v1:${course}`, part: chapter?.getAttribute("data-part") ?? "" };
}

/** @param {string} key */
function read(key) {
  const kept = JSON.parse(localStorage.getItem(key) ?? "null");
  return kept?.v === 1 ? kept : { v: 1 };
}

/** @param {string} id @returns {Item} empty where nothing is kept, or nothing can be */
export function recall(id) {
  try {
    const { key, part } = here();
    return read(key).parts?.[part]?.items?.[id] ?? {};
  } catch {
    return {};
  }
}

/**
 * Write fields of an item; undefined takes one away. Other tabs' items are read anew first, and stay.
 * @param {string} id @param {Partial<Item>} fields
 * @returns {string} why they are not kept, in words, '' where they are
 */
export function keep(id, fields) {
  if ((fields.code?.length ?? 0) > LONGEST) return "This code is too long to be kept in your browser.";
  try {
    const { key, part } = here();
    const course = read(key);
    const items = ((((course.parts ??= {})[part] ??= {}).items ??= {}));
    items[id] = { ...items[id], ...fields, last: Date.now() };
    course.updated = Date.now();
    const text = JSON.stringify(course);
    if (text.length > MOST) return "Your browser keeps no more for this course: what you write here is gone when you leave.";
    localStorage.setItem(key, text);
    return "";
  } catch {
    return "Your browser keeps nothing for this site: what you write here is gone when you leave.";
  }
}

/** A short mark that changes when the text does. @param {string} text */
export function revision(text) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
