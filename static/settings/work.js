// What this browser keeps of the reader's work: into a file, out of a file, and away.
import { courses, site } from "../progress.js";
import { exported, imported } from "../progress/file.js";
import { button, made } from "../python/made.js";
import { forget, unkept } from "./storage.js";
import { gettext } from "../words.js";

/** @param {HTMLElement} status where it is said what happened @returns {HTMLElement} */
export function work(status) {
  const section = made("section", "work");
  section.setAttribute("aria-labelledby", "settings-work");
  section.append(
    Object.assign(made("h3", "", gettext("Your work on this site")), { id: "settings-work" }),
    made("p", "", unkept() || gettext("What you answer, write and solve here is kept in this browser alone. Some browsers delete it after a week without a visit: a file is safe.")),
    saving(status), taking(status), leaving(status),
  );
  return section;
}

/** A button that saves all of it to a file. @param {HTMLElement} status where it is said what happened */
export function saving(status) {
  const save = button(gettext("Save to a file"), () => {
    const name = `${site}-progress-${new Date().toISOString().slice(0, 10)}.json`;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([exported()], { type: "application/json" }));
    link.download = name;
    document.body.append(link); // some engines follow only a link of the page
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // Firefox reads it only after the click
    status.textContent = courses().length ? gettext("Your work is in the file %(name)s.", { name }) : gettext("There is nothing yet in the file %(name)s.", { name });
  });
  const place = made("p", "");
  place.append(save);
  return place;
}

/** A file is looked at first, and what it would change is said before it changes anything. @param {HTMLElement} status */
function taking(status) {
  const place = made("div", "taking");
  const label = made("label", "file", gettext("Take from a file"));
  const input = Object.assign(document.createElement("input"), { type: "file", accept: ".json,application/json" });
  const plan = made("p", "plan");
  label.append(" ", input);
  place.append(label, plan);
  input.addEventListener("change", async () => {
    plan.replaceChildren();
    const file = input.files?.[0];
    if (!file) return;
    const found = file.size > 5e6 ? { error: gettext("This file is too large to be a progress file.") } : imported(await file.text());
    input.value = "";
    if (found.error !== "") return void (status.textContent = found.error);
    const { added, changed, apply } = found;
    const what = added || changed ? gettext("This file adds %(added)s and changes %(changed)s of your answers, texts and parts that are done. What is newer here stays.", { added, changed }) : gettext("There is nothing new in this file.");
    status.textContent = what;
    if (!added && !changed) return;
    plan.append(button(gettext("Take it"), () => {
      status.textContent = apply() || gettext("What the file holds was taken in. Pages show it when they are loaded again.");
      plan.replaceChildren();
    }));
    plan.querySelector("button")?.focus();
  });
  return place;
}

/** @param {HTMLElement} status */
function leaving(status) {
  const place = made("p", "leaving");
  const ask = button(gettext("Delete everything"), () => {
    const sure = button(gettext("Yes, delete it all"), async () => {
      status.textContent = (await forget()) || gettext("Everything was deleted. Pages show it when they are loaded again.");
      place.replaceChildren(ask);
      ask.focus();
    });
    const no = button(gettext("Keep it"), () => (place.replaceChildren(ask), ask.focus()));
    const asked = Object.assign(made("span", "", gettext("Everything that this browser keeps of this site, your code, too?")), { id: "settings-leaving" });
    for (const answer of [sure, no]) answer.setAttribute("aria-describedby", asked.id); // the focus passes the question by
    place.replaceChildren(asked, sure, no);
    no.focus();
  });
  place.append(ask);
  return place;
}
