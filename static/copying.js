// What became of copying: shown on the button that was pressed, and said once in a status. Loaded when something is first copied.
import { made, said } from "./python/made.js";
import { gettext } from "./words.js";

const status = said(made("p", "visually-hidden"));
status.setAttribute("role", "status");
document.body.append(status);

/**
 * The button keeps its name while it shows the outcome, since a name that changes under the focus is read aloud, too.
 * @param {HTMLElement} button @param {Promise<void>} copying
 */
export async function tell(button, copying) {
  const name = button.getAttribute("aria-label") ?? button.textContent ?? "";
  const [shown, told] = await copying.then(
    () => [gettext("Copied"), gettext("It is in the clipboard.")], () => [gettext("Not copied"), gettext("The browser did not let it be copied.")]);
  button.setAttribute("aria-label", name);
  button.textContent = shown;
  status.textContent = told;
  setTimeout(() => {
    button.removeAttribute("aria-label");
    button.textContent = name;
    status.textContent = "";
  }, 2000);
}
