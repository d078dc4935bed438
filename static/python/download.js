// The parts of Python, fetched once and kept in the page, with the bytes counted as they come.
import { Missing, fetched } from "./fetched.js";
import { files } from "./files.js";

export { Missing };

/** All that a first run fetches, in bytes, if the server compresses nothing. */
export const SIZE = Object.values(files.sizes).reduce((sum, size) => sum + size, 0);

const COUNTED = ["wasm", "library", "snapshot"]; // the scripts come by themselves, and nobody tells how far they are

/** @type {Promise<import("./protocol.js").Parts> | null} */
let kept = null;
const listeners = new Set();

/** @param {(loaded: number, total: number) => void} tell is given the bytes that have come @returns {Promise<import("./protocol.js").Parts>} */
export async function parts(tell) {
  listeners.add(tell);
  kept ??= fetchAll((...how) => listeners.forEach((each) => each(...how))).catch((error) => {
    kept = null; // the next run tries again
    throw error;
  });
  return kept.finally(() => listeners.delete(tell));
}

async function fetchAll(tell) {
  const total = COUNTED.reduce((sum, part) => sum + (files.sizes[part] ?? 0), 0);
  const stop = new AbortController();
  let loaded = 0;
  const count = (bytes) => tell((loaded += bytes), total);
  const get = (url, counting = (_) => {}) => fetched(url, counting, stop.signal);
  try {
    const [module, library, bundle, snapshot] = await Promise.all([
      get(files.wasm, count).then(compiled),
      get(files.library, count).then(bytes),
      get(files.bundle).then(bytes),
      files.snapshot && get(files.snapshot, count).then(unpacked).catch(withoutSnapshot),
    ]);
    return { module, library, bundle, snapshot, stamp: files.stamp };
  } catch (error) {
    stop.abort();
    throw error;
  }
}

/** @param {{body: ReadableStream}} file */
const bytes = (file) => new Response(file.body).arrayBuffer();

/** Python starts without it, only later. @param {Error} error */
function withoutSnapshot(error) {
  console.info(`Python starts without its snapshot: ${error.message}`);
  return null;
}

/** A server that takes the file for a compressed page has unpacked it on the way. @param {{body: ReadableStream}} file */
async function unpacked(file) {
  const packed = await bytes(file);
  const [first, second] = new Uint8Array(packed, 0, 2);
  if (first !== 0x1f || second !== 0x8b) return packed;
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** The media type is said here, since some servers do not know that of WebAssembly. @param {{body: ReadableStream, name: string}} file */
async function compiled({ body, name }) {
  const response = new Response(body, { headers: { "content-type": "application/wasm" } });
  try {
    return await (WebAssembly.compileStreaming?.(response) ?? response.arrayBuffer().then(WebAssembly.compile));
  } catch (error) {
    if (error instanceof Missing) throw error;
    throw new Missing(`${name} could not be used: ${error.message}`);
  }
}
