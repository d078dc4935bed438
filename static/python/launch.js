// A worker in which Python has started. Its scripts and the parts of Python are fetched side by side; each phase is told in words.
import { Missing, parts } from "./download.js";
import { files } from "./files.js";
import { PATIENCE } from "./protocol.js";

/** Milliseconds after a start, until the next worker fetches its scripts: the first run goes before it. */
const LATER = 1000;
/** @type {Place | null} that the next start will take, so that it is a fraction of the first */
let spare = null;

/** @param {(text: string) => void} tell what goes on @param {string} lock see protocol.js @returns {Promise<Worker>} Throws Missing. */
export async function launch(tell, lock) {
  const place = spare ?? new Place();
  spare = null;
  try {
    tell("Loading Python.");
    const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
    const kept = await Promise.race([
      parts((loaded, total) => tell(`Loading Python: ${megabytes(loaded)} of ${megabytes(total)} MB.`)),
      place.started,
    ]);
    tell("Starting Python.");
    await place.start(kept, lock, tell);
  } catch (error) {
    place.worker.terminate();
    throw error;
  }
  setTimeout(() => (spare ??= new Place()), LATER);
  return place.worker;
}

/** A worker that fetches its scripts, and waits for the parts of Python. */
class Place {
  #awaited = new Set([files.worker, files.loader, files.glue]); // scripts that are on their way
  #tell = (_text) => {};
  #timer = 0;

  constructor() {
    this.worker = new Worker(files.worker, { type: "module" });
    /** Settled when Python has started, broken as soon as it cannot. */
    this.started = new Promise((resolve, reject) => {
      this.break = (why) => reject(new Missing(why));
      this.worker.onerror = ({ message }) => this.break(`${name(files.worker)} could not be used${message ? ` (${message})` : ""}.`);
      this.worker.onmessage = ({ data }) => {
        if (data.type === "booted") resolve();
        else if (data.type === "broken") this.break(data.url ? `${name(data.url)} could not be used.` : data.error);
        else if (data.type === "plain") this.#tell("Starting Python without its snapshot, which takes longer.");
        else if (data.type === "has") this.has(data.url);
      };
    });
    this.started.catch(() => {}).finally(() => clearTimeout(this.#timer));
    this.worker.postMessage({ type: "load", loader: files.loader, glue: files.glue });
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
    const why = late ? `${name(late)} did not arrive.` : "it did not start in time.";
    this.#timer = setTimeout(() => this.break(why), late ? PATIENCE.download : PATIENCE.start);
  }

  /** @param {import("./protocol.js").Parts} kept @param {string} lock @param {(text: string) => void} tell */
  start(kept, lock, tell) {
    this.#tell = tell;
    this.watch();
    this.worker.postMessage({ type: "boot", parts: kept, lock });
    return this.started;
  }
}

/** @param {string} url */
const name = (url) => decodeURIComponent(new URL(url).pathname.split("/").pop());
