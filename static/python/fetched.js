// One file of the site, as it comes: its bytes are counted, and a silence of the network ends in an error that names it.
import { PATIENCE } from "./protocol.js";

/** A file that did not come. The message names it. */
export class Missing extends Error {}

/**
 * @param {string} url @param {(bytes: number) => void} count @param {AbortSignal} signal
 * @returns {Promise<{body: ReadableStream, name: string}>}
 */
export async function fetched(url, count, signal) {
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
