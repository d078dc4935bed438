// The vocabulary in a dialog. It shows the glossary page's own list, fetched once; where that fails the link is followed.
import { fetchedPage, taken } from "../fetched-page.js";
import { gettext } from "../words.js";

const PREFIX = "glossary-";   // before every id of the list, which now stands on a page with ids of its own

/** @param {string} tag @param {Record<string, string>} attributes @param {(string | Node)[]} children */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

let dialog = /** @type {HTMLDialogElement | undefined} */ (undefined);
let list = /** @type {HTMLElement | undefined} */ (undefined);
let opener = /** @type {HTMLElement | undefined} */ (undefined);

/**
 * @param {HTMLElement} element in which the dialog stands @param {HTMLAnchorElement} link to the glossary, or to a term of it
 * @param {HTMLElement} from where the reader was, and comes back to
 */
export async function open(element, link, from) {
  opener = from;
  if (!dialog?.isConnected) dialog = build(element);   // the preview may have drawn the page anew
  dialog.showModal();
  history.pushState({ glossary: true }, "");   // the Back button closes it, as it does on a phone
  try {
    list ??= await fetched(link.href);
  } catch {
    history.replaceState(null, "");
    dialog.close();
    location.replace(link.href);
    return;
  }
  dialog.querySelector(".loading")?.replaceWith(list);
  const term = decodeURIComponent(link.hash.slice(1));
  if (term) list.show(PREFIX + term);
  else if (!matchMedia("(pointer: coarse)").matches) list.querySelector("input").focus();
}

/** @param {HTMLElement} element */
function build(element) {
  const close = make("button", { type: "button" }, gettext("Close"));
  const title = make("h2", { id: PREFIX + "title", tabindex: "-1", autofocus: "" }, gettext("Vocabulary for this course"));
  const dialog = make("dialog", { class: "sheet", "aria-labelledby": PREFIX + "title" },
    make("div", { class: "sheet-head" }, title, close), make("p", { class: "loading", role: "status" }, gettext("The vocabulary is being loaded.")));
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  // A search field keeps Escape to itself, to be emptied by it. Here Escape always closes.
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    dialog.close();
  });
  dialog.addEventListener("close", () => {
    if (history.state?.glossary) history.back();
    opener?.focus();
  });
  addEventListener("popstate", () => history.state?.glossary || dialog.close());   // it may have been opened again before the way back was gone
  element.append(dialog);
  return dialog;
}

/** @param {string} address @returns {Promise<HTMLElement>} the <ec-find> of the glossary page, fit to stand in this one */
async function fetched(address) {
  const [{ status, address: found, page }] = await Promise.all([fetchedPage(address), import("../components/find.js")]);
  if (status >= 400) throw new Error(`The glossary answered ${status}`);
  const list = /** @type {HTMLElement} */ (taken(page.querySelector("ec-find")));
  for (const element of list.querySelectorAll("[id]")) element.id = PREFIX + element.id;
  for (const element of list.querySelectorAll("[for]")) element.setAttribute("for", PREFIX + element.getAttribute("for"));
  for (const link of list.querySelectorAll("[href], [src]")) {
    const name = link.hasAttribute("href") ? "href" : "src";
    const value = link.getAttribute(name);
    link.setAttribute(name, value.startsWith("#") ? "#" + PREFIX + value.slice(1) : new URL(value, found).href);
  }
  return list;
}
