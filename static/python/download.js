// The parts of Python, fetched once and kept in the page, with the bytes counted as they come.
import { files } from "./files.js";
import { PATIENCE } from "./protocol.js";

/** All that a first run fetches, in bytes, if the server compresses nothing. */
export const SIZE = Object.values(files.sizes).reduce((sum, size) => sum + size, 0);

/** A file that did not come. The message names it. */
export class Missing extends Error {}

/** @type {Promise<import("./protocol.js").Parts> | null} */
let kept = null;

/** @param {(loaded: number, total: number) => void} tell is given the bytes that have come @returns {Promise<import("./protocol.js").Parts>} */
export function parts(tell) {
  kept ??= fetchAll(tell).catch((error) => {
    kept = null; // the next run tries again
    throw error;
  });
  return kept;
}

async function fetchAll(tell) {
  const total = files.sizes.wasm + files.sizes.library;
  const stop = new AbortController();
  let loaded = 0;
  const count = (bytes) => tell((loaded += bytes), total);
  const get = (url, counting = (_) => {}) => fetched(url, counting, stop.signal);
  try {
    const [module, library, coursekit, prelude, needs, snapshot] = await Promise.all([
      get(files.wasm, count).then(compiled),
      get(files.library, count).then(bytes),
      get(files.coursekit).then(bytes),
      get(files.prelude).then(text),
      get(new URL("./needs.py", import.meta.url).href).then(text),
      files.snapshot ? get(files.snapshot).then(bytes) : null,
    ]);
    return { module, library, coursekit, prelude, needs, snapshot };
  } catch (error) {
    stop.abort();
    throw error;
  }
}

/** @param {{body: ReadableStream, name: string}} file */
const bytes = (file) => new Response(file.body).arrayBuffer();
const text = (file) => new Response(file.body).text();

/** The media type is said here, since some servers do not know that of WebAssembly. */
async function compiled({ body, name }) {
  const response = new Response(body, { headers: { "content-type": "application/wasm" } });
  try {
    return await (WebAssembly.compileStreaming?.(response) ?? response.arrayBuffer().then(WebAssembly.compile));
  } catch (error) {
    if (error instanceof Missing) throw error;
    throw new Missing(`${name} could not be used: ${error.message}`);
  }
}

/** A file's bytes as they come; each is counted, and a silence of the network ends in an error that names the file. */
async function fetched(url, count, signal) {
  const name = decodeURIComponent(new URL(url).pathname.split("/").pop());
  const lost = new AbortController();
  signal.addEventListener("abort", () => lost.abort());
  let timer = 0;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => lost.abort(), PATIENCE.download);
  };
  const fail = (why) => {
    clearTimeout(timer);
    return new Missing(`${name} did not arrive${why}.`);
  };
  wait();
  const response = await fetch(url, { signal: lost.signal }).catch(() => {
    throw fail("");
  });
  if (!response.ok) throw fail(` (the server answered ${response.status})`);
  const reader = response.body.getReader();
  const body = new ReadableStream({
    async pull(controller) {
      wait();
      const { done, value } = await reader.read().catch(() => {
        throw fail(" whole");
      });
      if (!done) {
        count(value.byteLength);
        return controller.enqueue(value);
      }
      clearTimeout(timer);
      controller.close();
    },
  });
  return { body, name };
}
