// A worker that is bound by the page's policy. A worker from an address has the policy that its host sends with it, which is often none;
// one that starts from a line of the page's own has the page's. So what Python may fetch does not hang on the host.
import "../trusted.js";

const PATIENCE = 3000; // ms

/** @type {Map<string, string>} of each line, an address */
const lines = new Map();
let direct = false;
/** @type {Map<boolean, Promise<boolean>>} by whether a service worker serves the page, whether a worker from a line is served, too */
const served = new Map();

/** @param {string} script its address @returns {Worker} */
export const bound = (script) => (direct ? new Worker(script, { type: "module" }) : from(`import ${JSON.stringify(script)};`));

/**
 * Where such a worker is of no use, workers start from their addresses: a host may send a policy of its own that forbids the line; and
 * some engines do not let the page's service worker serve it, so that without a connection nothing would come.
 */
export async function settle() {
  const kept = Boolean(navigator.serviceWorker?.controller);
  const here = new URL("../../:here", import.meta.url).href; // a script that the service worker alone gives
  if (!served.has(kept)) served.set(kept, tried(`${kept ? `import ${JSON.stringify(here)};` : ""} postMessage(true);`));
  direct = !(await served.get(kept));
}

/** @param {string} line @returns {Promise<boolean>} what it says */
function tried(line) {
  return new Promise((resolve) => {
    const worker = from(line);
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = () => resolve(false);
    setTimeout(resolve, PATIENCE, false);
    setTimeout(() => worker.terminate(), PATIENCE);
  });
}

/** @param {string} line */
function from(line) {
  if (!lines.has(line)) lines.set(line, URL.createObjectURL(new Blob([line], { type: "text/javascript" })));
  return new Worker(/** @type {string} */ (lines.get(line)), { type: "module" });
}
