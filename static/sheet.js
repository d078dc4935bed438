// A dialog as a sheet at the side of the window: its head, and the ways to close it. The glossary, the search and the settings are such.
import { button, made, said } from "./python/made.js";
import { gettext } from "./words.js";

/**
 * @param {string} name its class @param {string} title @param {Node[]} content
 * what has `autofocus` in it gets the focus, else the title @param {() => void} closed called when it is, to give the focus back
 */
export function sheet(name, title, content, closed) {
  const dialog = said(made("dialog", `sheet ${name}`));
  const head = made("div", "sheet-head");
  const heading = Object.assign(made("h2", "", title), { id: `sheet-${name}`, tabIndex: -1 });
  head.append(heading, button(gettext("Close"), () => dialog.close()));
  dialog.append(head, ...content);
  dialog.setAttribute("aria-labelledby", heading.id);
  heading.autofocus = !dialog.querySelector("[autofocus]");
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();   // a search field would keep it to itself, to be emptied by it
    dialog.close();
  });
  dialog.addEventListener("close", closed);
  return dialog;
}
