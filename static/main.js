// Finds which ec-* elements stand on the page and imports those: at once, or, where bytes are dear, some of them when they are needed.
import scripts from "./elements.js";

// Not the one that prints: nothing tells beforehand that somebody will.
const TOUCHED = ["ec-code-cell", "ec-exercise"];
const NEAR = ["ec-quiz", "ec-recap", "ec-code-block", "ec-tex"];

const { connection = "fast", faces } = document.documentElement.dataset; // before.js
const elements = /** @type {[string, string][]} */ (scripts).map((address) => ["ec-" + address.split(/[/.]/)[3], address]); // ./components/NAME.HASH.js
const here = elements.filter(([name]) => document.querySelector(name));
const waiting = connection === "fast" ? [] : here.filter(([name]) => TOUCHED.includes(name) || NEAR.includes(name));
const coming = /** @type {Promise<unknown>[]} */ ([]);
for (const element of here) {
  if (!waiting.includes(element)) coming.push(import(element[1]));
  await globalThis.scheduler?.yield?.(); // who touches the page meanwhile does not wait for all of them
}
if (waiting.length || faces) {
  const { fetchFaces, whenNear, whenTouched } = await import("./later.js");
  whenTouched(waiting.filter(([name]) => TOUCHED.includes(name)));
  for (const element of waiting) if (NEAR.includes(element[0])) whenNear(element);
  if (faces) fetchFaces();
}
if (location.hash) (await import("./landing.js")).land(coming);
