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
  const get = (part, use = undefined) => fetched(files[part], COUNTED.includes(part) ? count : () => {}, stop.signal, use);
  try {
    const [module, library, bundle, snapshot] = await Promise.all([
      get("wasm", compiled),
      get("library", zip),
      get("bundle", zip),
      files.snapshot && get("snapshot", unpacked).catch(withoutSnapshot),
    ]);
    return { module, library, bundle, snapshot, stamp: files.stamp };
  } catch (error) {
    stop.abort();
    throw error;
  }
}

/** The media type is said here where the server does not know that of WebAssembly. @param {Response} response */
async function compiled(response) {
  if (!WebAssembly.compileStreaming) return WebAssembly.compile(await response.arrayBuffer());
  const known = response.headers.get("content-type")?.startsWith("application/wasm");
  return WebAssembly.compileStreaming(known ? response : new Response(response.body, { headers: { "content-type": "application/wasm" } }));
}

/** @param {Response} response */
async function zip(response) {
  const bytes = await response.arrayBuffer();
  if (!begins(bytes, "PK")) throw new Error("it is no zip");
  return bytes;
}

/** A server that takes the file for a compressed page has unpacked it on the way; start.js looks whether it is one. @param {Response} response */
async function unpacked(response) {
  const packed = await response.arrayBuffer();
  if (!begins(packed, "\x1f\x8b")) return packed;
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** @param {ArrayBuffer} bytes @param {string} sign */
const begins = (bytes, sign) => [...sign].every((letter, at) => new Uint8Array(bytes)[at] === letter.charCodeAt(0));

/** Python starts without it, only later. @param {Error} error */
function withoutSnapshot(error) {
  console.info(`Python starts without its snapshot: ${error.message}`);
  return null;
}
