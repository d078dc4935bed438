// A worker that is bound by the page's policy. A worker from an address has the policy that its host sends with it, which is often none;
// one that starts from a line of the page's own has the page's. So what Python may fetch does not hang on the host.
import "../trusted.js";

/** @type {Map<string, string>} of each line, an address */
const lines = new Map();
/** @type {Promise<boolean> | undefined} */
let tried;
let direct = false;

/** @param {string} script its address @returns {Worker} */
export const bound = (script) => (direct ? new Worker(script, { type: "module" }) : from(`import ${JSON.stringify(script)};`));

/** A host may send a policy of its own that forbids such a line. Its workers then start from their addresses, under that policy. */
export async function settle() {
  tried ??= new Promise((resolve) => {
    const worker = from("postMessage(0); close();");
    worker.onmessage = () => resolve(true);
    worker.onerror = () => resolve(false);
  });
  direct = !(await tried.catch(() => false));
}

/** @param {string} line */
function from(line) {
  if (!lines.has(line)) lines.set(line, URL.createObjectURL(new Blob([line], { type: "text/javascript" })));
  return new Worker(/** @type {string} */ (lines.get(line)), { type: "module" });
}
