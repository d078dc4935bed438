// The messages between a page and its two workers, Python's and the fetcher, and the limits that they keep.

/** Bytes of memory that Python may take. */
export const MEMORY = 512 * 2 ** 20;
/** Milliseconds from a cell's limit, at which Python is interrupted, or from the word that it was, to the end of a worker that did not stop. */
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
 * @property {string[]} [answers] what input() gets where Python cannot wait for the learner
 */

/**
 * A piece of output: its kind ("stdout", "stderr", "value" or "failure") and its text; of a value its forms by media
 * type, and of a failure its kind, message, line and traceback, as JSON.
 * @typedef {[kind: string, text: string]} Piece
 */

/**
 * What Python is made of, kept in the page so that a new worker starts at once. Each is on its way, or there.
 * @typedef {object} Parts
 * @property {Promise<WebAssembly.Module>} module
 * @property {Promise<ArrayBuffer>} library
 * @property {Promise<ArrayBuffer>} bundle                a zip of the modules that are ours
 * @property {Promise<ArrayBuffer | null>} [snapshot]     see start.js; packed, and null where it did not come
 */

/**
 * Page to fetcher:
 *   {addresses: Record<string, string>}: of each part of Parts, its file
 * Fetcher to page:
 *   {type: "has"}: its script has come
 *   {type: "bytes", loaded: number}: so many have come, now and then
 *   {type: "part", part: string, content}, or {type: "lost", part: string, error: string}, for each
 */

/**
 * Page to worker:
 *   {type: "load", loader: string, glue: string, stamp: string, snapshot: boolean, sentences: string | null}: it makes itself ready, with what follows
 *        loader, glue: the addresses of Pyodide's scripts. stamp: of what is in the bundle. snapshot: whether to wait for one.
 *        sentences: the address of what Python says in the language of the page, null for English
 *   {type: "part", part: string, content}: one of Parts, as it comes
 *   {type: "boot", module: WebAssembly.Module, lock: string}: at last the program, with which Python starts
 *        lock: the address of what wheels.js loads packages by, "" where the page has none
 *   {type: "run", cell: Cell, above: Cell[], exercise: null | {check: string | null, starter: string}, rerun: boolean}
 *        above: the cells that stand above, of which those run first that the cell needs and that have not run.
 *        exercise: the cell runs in a copy of the page's names, and is judged by its check if there is one.
 *        rerun: all of the cells above run, whether they have run or not, and nothing else.
 *   {type: "answer", text: string}
 *   {type: "complete", before: string}, with a port, on which come the names that may follow that beginning of a line: [name, kind][]
 * Worker to page:
 *   {type: "has", url: string}: a script has come
 *   {type: "plain"}: the snapshot could not be used, and Python starts without it
 *   {type: "booted"}, or {type: "broken", url: string, error: string}: the script that could not be used, "" where it was none
 *   {type: "loads", text}: packages are fetched before a cell begins that imports them
 *   {type: "begins", id}, {type: "output", id, pieces: Piece[]}, {type: "ends", id, seconds, ended: "well" | "failed" | "limit"}
 *        for the cell itself, and before it for each cell that it needed
 *   {type: "rings"}: that cell has met its limit, and is interrupted; now and then once more, where it goes on in spite of that
 *   {type: "asks", id, prompt: string}
 *   {type: "done", verdict: null | {passed: boolean, message: string}, blockedBy: string, wheels: string[]}
 *        blockedBy: the id of a needed cell that failed, so that the cell did not run. wheels: addresses that were fetched for the run
 *   {type: "fatal", error: string}: the interpreter is lost
 */
export {};
