// The page's side of the service worker: it is there from the first run on, and told what the page has used before.
import "../trusted.js";

/**
 * @param {string} worker   its address; it takes what stands in the same folder, which is the site
 * @param {string[]} used   addresses that Python has fetched
 * @returns {Promise<boolean>} whether the page works without a connection now, and did not before
 */
export async function keep(worker, used) {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return false; // the host is not secure, or the browser keeps nothing
  const before = serviceWorker.controller;
  try {
    const registration = await serviceWorker.register(worker);
    if (before) await registration.update();
    const { installing, waiting, active } = registration;
    const all = await ask(installing ?? waiting ?? active, [location.href, ...parts(), ...used]);
    await serviceWorker.ready;
    return all && !before;
  } catch {
    return false; // there is no connection, or no room, or no leave: the page does without
  }
}

/** Its pictures, and the search where it was used; the worker knows its scripts. */
const parts = () => performance.getEntriesByType("resource")
  .filter(({ initiatorType, name }) => /^(img|image|css)$/.test(initiatorType) || /\/search\/pagefind/.test(name)).map(({ name }) => name);

/** @param {ServiceWorker} worker @param {string[]} urls @returns {Promise<boolean>} */
function ask(worker, urls) {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage(urls, [port2]);
  return new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
}
