// One file of the site, as it comes: its bytes are counted, and a silence of the network ends in an error that names it.
import { PATIENCE } from "./protocol.js";
import { gettext } from "../words.js";

/** A file that did not come, or is of no use. The message names it and says what may be the matter. */
export class Missing extends Error {}

/** The name of the file at an address. @param {string} url */
export const nameOf = (url) => decodeURIComponent(new URL(url).pathname.split("/").pop());

const whole = (/** @type {Response} */ response) => response.arrayBuffer();

/**
 * @template [T=ArrayBuffer]
 * @param {string} url @param {(bytes: number) => void} count @param {AbortSignal} signal
 * @param {(response: Response) => Promise<T>} use   reads the file to its end
 * @returns {Promise<T>} what `use` gives. Throws Missing.
 */
export async function fetched(url, count, signal, use = whole) {
  const name = nameOf(url);
  const kind = name.split(".").pop();
  const lost = new AbortController();
  const giveUp = () => lost.abort();
  let timer = 0;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, PATIENCE.download);
  };
  signal.addEventListener("abort", giveUp);
  wait();
  try {
    const response = await fetch(url, { signal: lost.signal }).catch(() => {
      throw new Missing(gettext("%(file)s did not arrive. The connection is lost, or something on the way blocks .%(kind)s files.", { file: name, kind }));
    });
    if (!response.ok) throw new Missing(gettext("%(file)s did not arrive (the server answered %(status)s).", { file: name, status: response.status }));
    // Counted on a copy: the browser keeps compiled code only of a response that is its own.
    let arrived = false;
    const copy = drained(response.clone(), (bytes) => (wait(), count(bytes))).then(() => (arrived = true), () => {});
    const result = await use(response).catch(async (error) => {
      await copy;
      if (!arrived) throw new Missing(gettext("%(file)s did not arrive whole.", { file: name }));
      throw new Missing(gettext("%(file)s is of no use (%(why)s). Something on the way may have put a page in its place.", { file: name, why: error.message }));
    });
    await copy;
    return result;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
  }
}

/** @param {Response} response @param {(bytes: number) => void} each */
async function drained(response, each) {
  const reader = response.body.getReader();
  for (let part; !(part = await reader.read()).done; ) each(part.value.byteLength);
}
