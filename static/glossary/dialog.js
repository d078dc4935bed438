// The vocabulary in a dialog. It shows the glossary page's own list, fetched once; where that fails the link is followed.
import { fetchedPage, taken } from "../fetched-page.js";
import { made } from "../python/made.js";
import { sheet } from "../sheet.js";
import { gettext } from "../words.js";

const PREFIX = "glossary-";   // before every id of the list, which now stands on a page with ids of its own

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
  const loading = made("p", "loading", gettext("The vocabulary is being loaded."));
  loading.setAttribute("role", "status");
  const dialog = sheet("glossary", gettext("Vocabulary for this course"), [loading], () => {
    if (history.state?.glossary) history.back();
    opener?.focus();
  });
  addEventListener("popstate", () => history.state?.glossary || dialog.close());   // it may have been opened again before the way back was gone
  dialog.addEventListener("click", ({ target }) => {   // a link to where this very page introduces a term leads there, and not back to where the reader was
    const [page, id] = /** @type {Element} */ (target).closest("a")?.href.split("#") ?? [];
    if (page === location.href.split("#")[0]) opener = document.getElementById(decodeURIComponent(id ?? ""))?.querySelector("button") ?? opener;
  });
  element.append(dialog);
  return dialog;
}

/** @param {string} address @returns {Promise<HTMLElement>} the <ec-find> of the glossary page, fit to stand in this one */
async function fetched(address) {
  const [{ status, address: found, page }] = await Promise.all([fetchedPage(address), import("../components/find.js")]);
  if (status >= 400) throw new Error(`The glossary answered ${status}`);
  const list = /** @type {HTMLElement} */ (taken(page.querySelector("ec-find")));
  const { lang, dir } = page.documentElement;
  Object.assign(list, { lang, dir });
  for (const element of list.querySelectorAll("[id]")) element.id = PREFIX + element.id;
  for (const element of list.querySelectorAll("[for]")) element.setAttribute("for", PREFIX + element.getAttribute("for"));
  for (const link of list.querySelectorAll("[href], [src]")) {
    const name = link.hasAttribute("href") ? "href" : "src";
    const value = link.getAttribute(name);
    link.setAttribute(name, value.startsWith("#") ? "#" + PREFIX + value.slice(1) : new URL(value, found).href);
  }
  return list;
}
