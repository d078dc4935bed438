// A worker that fetches the parts of Python and compiles the program among them, so that the page stays free meanwhile.
// The messages are described in protocol.js.
import { fetched } from "./fetched.js";

const PAUSE = 50; // ms between two words about the bytes
const COUNTED = ["module", "library", "snapshot"]; // the rest is small

const USES = { module: compiled, library: zip, bundle: zip };
const stop = new AbortController();
let loaded = 0;
let timer = 0;

postMessage({ type: "has" });
addEventListener("message", ({ data }) => {
  for (const [part, url] of Object.entries(data.addresses)) {
    get(part, url).then(
      (content) => postMessage({ type: "part", part, content }, content instanceof ArrayBuffer ? [content] : []),
      (error) => {
        if (part !== "snapshot") stop.abort(); // without it Python starts all the same
        postMessage({ type: "lost", part, error: error.message });
      },
    );
  }
});

/** @param {string} part @param {string} url */
const get = (part, url) => fetched(url, COUNTED.includes(part) ? count : () => {}, stop.signal, USES[part]);

/** @param {number} bytes */
function count(bytes) {
  loaded += bytes;
  timer ||= setTimeout(() => {
    timer = 0;
    postMessage({ type: "bytes", loaded });
  }, PAUSE);
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
  const [first, second] = new Uint8Array(bytes);
  if (String.fromCharCode(first, second) !== "PK") throw new Error("it is no zip");
  return bytes;
}
