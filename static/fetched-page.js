// A page of this site as a document of its own, to take pieces from: nothing in it runs, and nothing that it names is fetched.

/**
 * @param {string} address
 * @returns {Promise<{status: number, address: string, page: Document}>} address: where it was found. Throws where there is no connection.
 *
 * By XMLHttpRequest, which reads HTML by itself: a policy with Trusted Types lets no text be read as HTML.
 */
export function fetchedPage(address) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    request.onload = () => {
      const page = request.responseXML ?? document.implementation.createHTMLDocument();
      resolve({ status: request.status, address: request.responseURL, page });
    };
    request.onerror = () => reject(new Error(`${address} did not arrive`));
    request.send();
  });
}

/** Sheets of pieces that stand on this page now. @type {Set<string>} */
const adopted = new Set();

/**
 * A piece of a fetched page, fit to stand in this one: the styles in it are put in by hand, since this page's policy knows those of its own alone.
 * @template {Element} T @param {T} piece @returns {T}
 */
export function taken(piece) {
  const copy = document.importNode(piece, true);
  for (const element of copy.querySelectorAll("style")) {
    const text = element.textContent ?? "";
    element.remove();
    if (adopted.has(text)) continue;
    adopted.add(text);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  for (const element of [copy, ...copy.querySelectorAll("[style]")]) {
    const look = element.getAttribute("style");
    if (look !== null) /** @type {HTMLElement} */ (element).style.cssText = look;
  }
  return copy;
}
