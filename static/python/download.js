// The parts of Python, fetched once by a worker and kept in the page, with the bytes counted as they come.
import "../trusted.js";
import { Missing, nameOf } from "./fetched.js";
import { files } from "./files.js";
import { PATIENCE } from "./protocol.js";
import { gettext } from "../words.js";

const { sizes } = files;
const TOTAL = sizes.wasm + sizes.library + (sizes.snapshot ?? 0); // the scripts come by themselves, and nobody tells how far they are

/** What is there, or on its way. @type {import("./protocol.js").Parts | null} */
let kept = null;
let loaded = 0;
const listeners = new Set();

/** @returns {import("./protocol.js").Parts} Each breaks with Missing; asked again after that, they are fetched again. */
export function parts() {
  kept ??= fetchAll();
  return kept;
}

/** @param {(loaded: number, total: number) => void} tell is given the bytes that have come, from now on @returns {() => void} no longer */
export function progress(tell) {
  listeners.add(tell);
  if (loaded) tell(loaded, TOTAL);
  return () => listeners.delete(tell);
}

/** @returns {import("./protocol.js").Parts} */
function fetchAll() {
  const addresses = { snapshot: files.snapshot, library: files.library, bundle: files.bundle, module: files.wasm };
  if (!files.snapshot) delete addresses.snapshot;
  const settle = {};
  const coming = (part) => [part, new Promise((resolve, reject) => (settle[part] = { resolve, reject }))];
  const all = Object.fromEntries(Object.keys(addresses).map(coming));
  const worker = new Worker(files.fetcher, { type: "module" });
  const lose = (why) => Object.values(settle).forEach(({ reject }) => reject(new Missing(why)));
  const silent = setTimeout(lose, PATIENCE.download, gettext("%(file)s did not arrive.", { file: nameOf(files.fetcher) }));
  worker.onerror = () => lose(gettext("%(file)s could not be used.", { file: nameOf(files.fetcher) }));
  worker.onmessage = ({ data }) => {
    clearTimeout(silent);
    if (data.type === "bytes") for (const tell of listeners) tell((loaded = data.loaded), TOTAL);
    if (data.type === "part") settle[data.part].resolve(data.content);
    if (data.type === "lost" && data.part === "snapshot") settle.snapshot.resolve(null); // Python starts without it, only later
    else if (data.type === "lost") lose(data.error);
  };
  loaded = 0;
  worker.postMessage({ addresses });
  const forget = () => (kept = null); // the next run tries again
  Promise.all(Object.values(all)).catch(forget).finally(() => (clearTimeout(silent), worker.terminate()));
  return all;
}
