// Finds which ec-* elements stand on the page and imports those: at once, or, where bytes are dear, some of them when they are needed.
import elements from "./elements.js";
import { sparing } from "./line.js";

// Not the one that prints: nothing tells beforehand that somebody will.
const TOUCHED = ["ec-code-cell", "ec-exercise"];
const NEAR = ["ec-quiz", "ec-recap", "ec-code-block", "ec-tex"];

const here = Object.entries(elements).filter(([name]) => document.querySelector(name));
const waiting = sparing() ? here.filter(([name]) => TOUCHED.includes(name) || NEAR.includes(name)) : [];
for (const element of here) if (!waiting.includes(element)) element[1]();
if (waiting.length) {
  const { whenNear, whenTouched } = await import("./later.js");
  whenTouched(waiting.filter(([name]) => TOUCHED.includes(name)));
  for (const element of waiting) if (NEAR.includes(element[0])) whenNear(element);
}
