// What keeps Python from this page whatever is fetched: told before anything is, with what can be done about it.
import { settle } from "./bound.js";
import { gettext } from "../words.js";

/** It is of no use to try again here. */
export class Unable extends Error {}

const SMALLEST = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]); // a WebAssembly module with nothing in it

/** Throws Unable. */
export async function able() {
  if (location.protocol === "file:") {
    throw new Unable(gettext("This page was opened as a file, and browsers run no Python in a file. Open it from a web server; on your own machine `python3 -m http.server`, started in the site's folder, is one."));
  }
  if (typeof WebAssembly !== "object" || typeof Worker !== "function") {
    throw new Unable(gettext("This browser has no WebAssembly, which Python needs. It is too old, or a strict mode such as Lockdown Mode has turned it off."));
  }
  await WebAssembly.compile(SMALLEST).catch(() => {
    throw new Unable(gettext("The rules with which this page is served (Content-Security-Policy) forbid WebAssembly. Whoever runs the site can allow it: `script-src 'self' 'wasm-unsafe-eval'`."));
  });
  await settle();
}
