// Finds which ec-* elements stand on the page and imports those. Nothing else.
import elements from "./elements.js";

for (const [name, load] of Object.entries(elements)) {
  if (document.querySelector(name)) load();
}
