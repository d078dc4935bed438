// What is known of a learner's work on one course, as a plain value. Pure: nothing here knows storage, clocks or the page.
//
//   {v: 2, updated, last: {part, anchor}, parts: {<slug>: {opened, done}}, items: {<label>: Item}}
//
// Items go by the author's labels, so that a chapter may move and a question may change its place. Times are in ms.

/**
 * @typedef {object} Item      a cell, an exercise, a question, a prediction or a term
 * @property {string} [part]   the slug of the chapter that it stands in
 * @property {string} [rev]    what it said when the learner last worked on it: `revision` of it
 * @property {string} [state]  of an exercise: "tried" "passed"; of a question: "tried" (missed, and left) "passed" (at once) "retried" "shown"
 * @property {number} [tries]
 * @property {boolean} [sure]  false where the learner was guessing
 * @property {string} [answer] what was typed
 * @property {number} [first]  when it was first done
 * @property {number} [last]   when it was last written
 * @property {number} [step]   how often it has come back, and was known
 * @property {number} [due]    when it comes back
 * @property {string} [code]   the learner's
 * @property {string} [guess]  what they expected before the first run; of a prediction, the choice in its words
 * @property {string} [note]   what they recalled before they looked
 * @property {number} [arranged] when the lines of the answer were put in order
 *
 * @typedef {{opened?: number, done?: number}} Part
 * @typedef {{v: number, updated?: number, last?: {part: string, anchor?: string}, parts: Record<string, Part>, items: Record<string, Item>}} Course
 */

export const VERSION = 2;
export const LONGEST = 20_000; // characters of one item's code
export const MOST = 200_000; // characters of one course

const DAY = 86_400_000;
/** Days until what was missed comes back, and each time after that it was known; then it is learnt. Even gaps do as well as growing ones
 *  (Latimier, Peyre and Ramus 2021), so these are fixed. */
const STEPS = [1, 3, 7, 21];

const TEXT = (/** @type {number} */ most) => (/** @type {unknown} */ value) => typeof value === "string" && value.length <= most;
const TIME = (/** @type {unknown} */ value) => typeof value === "number" && Number.isFinite(value) && value >= 0 && value < 8.64e15;
const COUNT = (/** @type {unknown} */ value) => Number.isInteger(value) && value >= 0 && value < 1e6;
const WORD = TEXT(200);

/** What each field may hold: what comes from a file is never trusted. @type {Record<string, (value: unknown) => boolean>} */
const ITEM = {
  part: WORD, rev: WORD, state: (value) => ["tried", "passed", "retried", "shown"].includes(/** @type {string} */ (value)), tries: COUNT,
  sure: (value) => typeof value === "boolean", answer: WORD, first: TIME, last: TIME, step: COUNT, due: TIME, code: TEXT(LONGEST), guess: TEXT(2_000), note: TEXT(2_000),
  arranged: TIME,
};
const PART = { opened: TIME, done: TIME };

/** @returns {Course} of a learner who has not begun */
export function fresh() {
  return { v: VERSION, parts: {}, items: {} };
}

/**
 * A record of any version as one of this version. What is not understood is left out, and so is everything of a version to come.
 * @param {unknown} value @returns {Course}
 */
export function understood(value) {
  const kept = migrated(value);
  if (kept?.v !== VERSION) return fresh();
  const course = { ...fresh(), parts: only(kept.parts, PART), items: only(kept.items, ITEM) };
  if (TIME(kept.updated)) course.updated = kept.updated;
  if (WORD(kept.last?.part)) course.last = { part: kept.last.part, ...(WORD(kept.last.anchor) && { anchor: kept.last.anchor }) };
  return course;
}

/** Version 1 kept the items of each chapter apart. @param {any} value */
function migrated(value) {
  if (typeof value !== "object" || value?.v !== 1) return value;
  const course = { v: 2, updated: value.updated, parts: {}, items: {} };
  for (const [part, kept] of entries(value.parts)) {
    for (const [id, item] of entries(kept?.items)) course.items[known(id, part)] = { ...item, part };
  }
  return course;
}

/** None of what is no object. @param {any} value @returns {[string, any][]} */
const entries = (value) => (typeof value === "object" && value ? Object.entries(value) : []);

/** The name of an item: its label, or, where the author gave none, its place in its chapter. @param {string} id @param {string} part */
export function known(id, part) {
  return /^(cell--|question--|recap--|exercise-\d+$)/.test(id) ? `${part}/${id}` : id;
}

/** @param {any} values @param {Record<string, (value: unknown) => boolean>} fields @returns {Record<string, any>} */
function only(values, fields) {
  /** @type {Record<string, any>} */
  const found = Object.create(null);
  for (const [name, value] of entries(values)) {
    if (!WORD(name) || typeof value !== "object" || !value) continue;
    found[name] = Object.fromEntries(Object.entries(value).filter(([field, what]) => Object.hasOwn(fields, field) && fields[field](what)));
  }
  return found;
}

/**
 * The fields that an answered question gets. One that was missed, or right by a guess, comes back.
 * @param {Item} item as it was @param {{state: string, tries: number, sure: boolean, rev: string, answer?: string}} how @param {number} now
 * @returns {Partial<Item>}
 */
export function answered(item, how, now) {
  const atOnce = how.state === "passed" && how.sure;
  return { ...how, first: item.first ?? now, ...(atOnce ? { due: undefined, step: undefined } : { step: 0, due: now + STEPS[0] * DAY }) };
}

/** The fields of what came back. @param {Item} item @param {boolean} right @param {number} now @returns {Partial<Item>} */
export function returned(item, right, now) {
  const step = right ? (item.step ?? 0) + 1 : 0;
  return { step, due: step < STEPS.length ? now + STEPS[step] * DAY : undefined };
}

/**
 * The names of what is due, those first that the learner was sure of: a surprise is remembered best (Butler, Fazio and Marsh 2011).
 * @param {Course} course @param {number} now
 */
export function due(course, now) {
  return Object.entries(course.items).filter(([, { due }]) => due !== undefined && due <= now)
    .sort(([, a], [, b]) => Number(a.sure === false) - Number(b.sure === false) || /** @type {number} */ (a.due) - /** @type {number} */ (b.due))
    .map(([name]) => name);
}

/** A short mark that changes when the text does. @param {string} text */
export function revision(text) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
