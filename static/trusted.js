// Where the page's policy asks for Trusted Types, a browser starts no worker from an address, and reads no text as HTML, that a rule has
// not let pass. The one rule: a worker is made of a script of this site. No text is ever let pass as HTML; rich/rich.js has a rule of its own.

const site = new URL("../", import.meta.url).href; // this file stands in assets/

/** @param {string} address */
function ownScript(address) {
  const { href, origin, protocol } = new URL(address, document.baseURI);
  const own = href.startsWith(site) || (protocol === "blob:" && origin === location.origin);
  if (!own) throw new TypeError(`${address} is no script of this site`);
  return address;
}

try {
  if (!globalThis.trustedTypes?.defaultPolicy) globalThis.trustedTypes?.createPolicy("default", { createScriptURL: ownScript });
} catch { /* the host's own policy allows no rule: then it has to let workers start without one */ }
