// The dialog of settings: how the page looks and behaves, and what this browser keeps of the reader's work.
import { settings } from "../progress.js";
import { made } from "../python/made.js";
import { sheet } from "../sheet.js";
import { set } from "./storage.js";
import { work } from "./work.js";
import { gettext } from "../words.js";

/** Of each setting: its name, its question, and its values with their words; '' is how the page comes. @type {[string, string, [string, string][]][]} */
const CHOICES = [
  ["theme", gettext("Colours"), [["", gettext("As the device")], ["light", gettext("Light")], ["dark", gettext("Dark")]]],
  ["size", gettext("Size of text"), [["", gettext("Normal")], ["large", gettext("Large")], ["largest", gettext("Largest")]]],
  ["face", gettext("Face of text"), [["", gettext("Serif")], ["plain", gettext("Sans serif")], ["system", gettext("As the device")]]],
  ["wrap", gettext("Long lines of code"), [["", gettext("Scroll")], ["on", gettext("Wrap")]]],
  ["motion", gettext("Motion"), [["", gettext("As the device")], ["none", gettext("None")]]],
  ["slash", gettext("The key / opens the search"), [["", gettext("Yes")], ["off", gettext("No")]]],
  ["tab", gettext("Tab in the editor"), [["", gettext("Indents once you type")], ["moves", gettext("Always moves on")]]],
];

/** @type {HTMLDialogElement | undefined} */
let dialog;

/** @param {HTMLElement} home where it stands @param {HTMLElement} opener gets the focus back */
export function open(home, opener) {
  if (!dialog) home.append((dialog = build(opener)));
  dialog.showModal();
}

/** @param {HTMLElement} opener */
function build(opener) {
  const status = made("p", "settings-status");
  status.setAttribute("role", "status");
  return sheet("settings", gettext("Settings"), [...CHOICES.map((choice) => group(choice, status)), work(status), status], () => opener.focus());
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
