// A worker in which Python has started. Its scripts and the parts of Python are fetched side by side; each phase is told in words.
import { able } from "./able.js";
import { bound } from "./bound.js";
import { parts, progress } from "./download.js";
import { Missing, nameOf } from "./fetched.js";
import { files } from "./files.js";
import { PATIENCE } from "./protocol.js";
import { gettext, number } from "../words.js";

/** Milliseconds after a start, until the next worker makes itself ready: the first run goes before it. */
const LATER = 1000;
/** @type {Place | null} that the next start will take, so that it is a fraction of the first */
let spare = null;
let launched = false;

/**
 * Somebody is about to run something: what a first start needs is fetched, unless its bytes may be dear. A phone that does not tell how it
 * is connected (before.js) may be out and about, and a finger on a button may scroll.
 * @param {PointerEvent | FocusEvent} event
 */
export function foresee({ pointerType }) {
  const { connection } = document.documentElement.dataset;
  const dear = connection ? connection === "dear" : pointerType === "touch";
  if (!launched && !dear) able().then(prepare, () => {}); // the run will tell
}

/** Fetches what a start needs. Whether it comes is told by `launch`. */
function prepare() {
  parts();
  spare ??= new Place();
}

/** @param {(text: string) => void} tell what goes on @param {string} lock see protocol.js @returns {Promise<Worker>} Throws Missing. */
export async function launch(tell, lock) {
  launched = true;
  prepare();
  const place = spare;
  spare = null;
  tell(gettext("Loading Python."));
  const megabytes = (bytes) => number(bytes / 1e6, 1);
  const quiet = progress((loaded, total) => tell(gettext("Loading Python: %(loaded)s of %(total)s MB.", { loaded: megabytes(loaded), total: megabytes(total) })));
  const module = await Promise.race([place.filled, place.started]).finally(quiet);
  tell(gettext("Starting Python."));
  await place.start(module, lock, tell);
  setTimeout(prepare, LATER);
  return place.worker;
}

/** A worker that makes itself ready for a start, short of the memory that Python itself takes. */
class Place {
  #awaited = new Set([files.worker, files.loader, files.glue]); // scripts that are on their way
  #tell = (_text) => {};
  #timer = 0;

  constructor() {
    this.worker = bound(files.worker);
    /** Settled when Python has started, broken as soon as it cannot. */
    this.started = new Promise((resolve, reject) => {
      this.break = (why) => reject(new Missing(why));
      this.worker.onerror = ({ message }) => {
        const file = message ? `${nameOf(files.worker)} (${message})` : nameOf(files.worker);
        this.break(gettext("%(file)s could not be used.", { file }));
      };
      this.worker.onmessage = ({ data }) => {
        if (data.type === "booted") resolve();
        else if (data.type === "broken") this.break(data.url ? gettext("%(file)s could not be used.", { file: nameOf(data.url) }) : data.error);
        else if (data.type === "plain") this.#tell(gettext("Starting Python without its snapshot, which takes longer."));
        else if (data.type === "has") this.has(data.url);
      };
    });
    const { loader, glue, stamp, snapshot, sentences } = files;
    this.worker.postMessage({ type: "load", loader, glue, stamp, snapshot: Boolean(snapshot), sentences });
    /** Settled with the program when all other parts are there. */
    this.filled = this.fill(parts());
    this.filled.catch(() => this.end());
    this.started.catch(() => this.end()).finally(() => clearTimeout(this.#timer));
  }

  /** Of no use: nobody takes it any more. */
  end() {
    this.worker.terminate();
    if (spare === this) spare = null;
  }

  /** Hands on each part as it comes, and keeps back the program, without which nothing starts. @param {import("./protocol.js").Parts} parts */
  async fill({ module, ...others }) {
    const hand = async ([part, coming]) => this.worker.postMessage({ type: "part", part, content: await coming });
    await Promise.all([module, ...Object.entries(others).map(hand)]);
    return module;
  }

  /** @param {string} url */
  has(url) {
    this.#awaited.delete(url);
    this.#awaited.delete(files.worker);
    if (this.#timer) this.watch();
  }

  /** From here on nobody sees bytes come: what keeps silent for too long is given up, by its name. */
  watch() {
    clearTimeout(this.#timer);
    const [late] = this.#awaited;
    const why = late ? gettext("%(file)s did not arrive.", { file: nameOf(late) }) : gettext("it did not start in time.");
    this.#timer = setTimeout(() => this.break(why), late ? PATIENCE.download : PATIENCE.start);
  }

  /** @param {WebAssembly.Module} module @param {string} lock @param {(text: string) => void} tell */
  start(module, lock, tell) {
    this.#tell = tell;
    this.watch();
    this.worker.postMessage({ type: "boot", module, lock });
    return this.started;
  }
}
