// An element with a class and a text: markup that a learner's code could write has no way in.

/** @template {keyof HTMLElementTagNameMap} T @param {T} tag @param {string} [name] of its class @param {string} [text] @returns {HTMLElementTagNameMap[T]} */
export function made(tag, name = "", text = "") {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text) element.textContent = text;
  return element;
}

/** @param {string} text @param {() => void} act */
export function button(text, act) {
  const element = made("button", "", text);
  element.type = "button";
  element.addEventListener("click", act);
  return element;
}

/** With the language of the words that scripts say, where a page is in one for which there are none. @template {HTMLElement} E @param {E} element @returns {E} */
export function said(element) {
  const { lang, dir } = /** @type {HTMLElement} */ (document.querySelector("[data-said]") ?? document.documentElement);
  return Object.assign(element, { lang, dir });
}

/** @param {string} text what stands in `backticks` is code @returns {(string | HTMLElement)[]} */
export function coded(text) {
  return text.split(/`([^`]+)`/).map((part, at) => (at % 2 ? made("code", "", part) : part));
}
