// The messages between a page and its Python worker, and the limits that both keep.

/** Bytes of memory that Python may take. */
export const MEMORY = 512 * 2 ** 20;
/** Milliseconds from a cell's limit, at which Python is interrupted, to the end of a worker that did not stop. */
export const GRACE = 2000;
/** Milliseconds without a byte, after which a file counts as lost; and those that Python may take to start. */
export const PATIENCE = { download: 30_000, start: 90_000 };

/**
 * A cell as the worker needs it.
 * @typedef {object} Cell
 * @property {string} id
 * @property {string} name        what a traceback calls it: "Cell 3"
 * @property {string} source
 * @property {number} seconds     its limit
 * @property {boolean} isolated   it runs in names of its own
 * @property {boolean} setup      it runs before every other, asked or not
 * @property {boolean} mayFail    what needs it runs even if it fails
 */

/**
 * A piece of output: its kind ("stdout", "stderr", "value" or "failure") and its text; of a value its forms by media
 * type, and of a failure its kind, message, line and traceback, as JSON.
 * @typedef {[kind: string, text: string]} Piece
 */

/**
 * What the page's files are, kept in the page so that a new worker starts at once.
 * @typedef {object} Parts
 * @property {WebAssembly.Module} module
 * @property {ArrayBuffer} library
 * @property {ArrayBuffer} coursekit
 * @property {string} prelude
 * @property {string} needs
 * @property {ArrayBuffer | null} snapshot
 */

/**
 * Page to worker:
 *   {type: "boot", parts: Parts, loader: string, glue: string}
 *   {type: "run", cell: Cell, above: Cell[], exercise: null | {check: string | null, starter: string}}
 *        above: the cells that stand above, of which those run first that the cell needs and that have not run.
 *        exercise: the cell runs in a copy of the page's names, and is judged by its check if there is one.
 *   {type: "answer", text: string}
 * Worker to page:
 *   {type: "booted"}, or {type: "broken", part: string, error: string}: the file that could not be used
 *   {type: "begins", id}, {type: "output", id, pieces: Piece[]}, {type: "ends", id, seconds, ended: "well" | "failed" | "limit"}
 *        for the cell itself, and before it for each cell that it needed
 *   {type: "asks", id, prompt: string}
 *   {type: "done", verdict: null | {passed: boolean, message: string}, blockedBy: string}
 *        blockedBy: the id of a needed cell that failed, so that the cell did not run
 *   {type: "fatal", error: string}: the interpreter is lost
 */
export {};
