// The dialog of settings: how the page looks and behaves, and what this browser keeps of the reader's work.
import { set, settings } from "../progress.js";
import { button, made } from "../python/made.js";
import { work } from "./work.js";

/** Of each setting: its name, its question, and its values with their words; '' is how the page comes. @type {[string, string, [string, string][]][]} */
const CHOICES = [
  ["theme", "Colours", [["", "As the device"], ["light", "Light"], ["dark", "Dark"]]],
  ["size", "Size of text", [["", "Normal"], ["large", "Large"], ["largest", "Largest"]]],
  ["face", "Face of text", [["", "Serif"], ["plain", "Sans serif"], ["system", "As the device"]]],
  ["wrap", "Long lines of code", [["", "Scroll"], ["on", "Wrap"]]],
  ["motion", "Motion", [["", "As the device"], ["none", "None"]]],
  ["slash", "The key / opens the search", [["", "Yes"], ["off", "No"]]],
  ["tab", "Tab in the editor", [["", "Indents once you type"], ["moves", "Always moves on"]]],
];

/** @type {HTMLDialogElement | undefined} */
let dialog;

/** @param {HTMLElement} home where it stands @param {HTMLElement} opener gets the focus back */
export function open(home, opener) {
  if (!dialog) {
    dialog = build();
    dialog.addEventListener("close", () => opener.focus());
    home.append(dialog);
  }
  dialog.showModal();
}

function build() {
  const title = Object.assign(made("h2", "", "Settings"), { id: "settings-title", tabIndex: -1, autofocus: true });
  const close = button("Close", () => sheet.close());
  const head = made("div", "sheet-head");
  head.append(title, close);
  const status = made("p", "settings-status");
  status.setAttribute("role", "status");
  const sheet = /** @type {HTMLDialogElement} */ (made("dialog", "sheet settings"));
  sheet.setAttribute("aria-labelledby", title.id);
  sheet.append(head, ...CHOICES.map((choice) => group(choice, status)), work(status), status);
  sheet.addEventListener("click", ({ target }) => target === sheet && sheet.close());
  return sheet;
}

/** @param {[string, string, [string, string][]]} choice @param {HTMLElement} status */
function group([name, question, values], status) {
  const fieldset = made("fieldset", "setting");
  fieldset.append(made("legend", "", question));
  for (const [value, word] of values) {
    const label = made("label", "");
    const input = Object.assign(document.createElement("input"), { type: "radio", name: `setting-${name}`, value, checked: (settings()[name] ?? "") === value });
    input.addEventListener("change", () => {
      if (value) document.documentElement.dataset[name] = value;
      else delete document.documentElement.dataset[name];
      status.textContent = set(name, value);
    });
    label.append(input, ` ${word}`);
    fieldset.append(label);
  }
  return fieldset;
}
