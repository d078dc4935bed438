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
  for (const element of [piece, ...piece.querySelectorAll("[style]")]) rename(element, "style", LOOK);
  for (const element of piece.querySelectorAll("style")) {
    adopt(element.textContent ?? "");
    element.remove();
  }
  const copy = document.importNode(piece, true);
  for (const element of [copy, ...copy.querySelectorAll(`[${LOOK}]`)]) {
    const look = element.getAttribute(LOOK);
    if (look !== null) /** @type {HTMLElement} */ (element).style.cssText = look;
    element.removeAttribute(LOOK);
  }
  return copy;
}

const LOOK = "data-look"; // a style on its way: under its own name it would be refused, and told, as soon as it comes into this page

/** @param {Element} element @param {string} before @param {string} after */
function rename(element, before, after) {
  const value = element.getAttribute(before);
  if (value === null) return;
  element.setAttribute(after, value);
  element.removeAttribute(before);
}

/** @param {string} text */
function adopt(text) {
  if (adopted.has(text)) return;
  adopted.add(text);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
