// A value in the best of its forms: a table of its rows, a picture that can run nothing, HTML or Markdown made harmless, or its text.
import { files } from "./files.js";
import { made, said } from "./made.js";
import { gettext } from "../words.js";

const ROWS = "application/vnd.coursekit.rows+json";

/**
 * @param {Record<string, string>} forms by media type
 * @returns {{kind: "text" | "picture" | "table" | "formatted", parts: HTMLElement[]}}
 */
export function drawn(forms) {
  const plain = forms["text/plain"];
  const rows = forms[ROWS] ? JSON.parse(forms[ROWS]) : null;
  const address = source(forms);
  if (rows && (forms["text/html"] || !address)) return { kind: "table", parts: [scrolling(table(rows))] };
  if (address) {
    const name = /^<.* object at 0x[\da-f]+>$/s.test(plain) ? gettext("A picture without a description") : plain;   // Python's own word for it says nothing
    return { kind: "picture", parts: rows ? [picture(address, name.split("\n")[0], plain), numbers(rows)] : [picture(address, name, plain)] };
  }
  if (forms["text/html"] || forms["text/markdown"]) return { kind: "formatted", parts: [formatted(forms)] };
  return { kind: "text", parts: [made("pre", "value", plain)] };
}

/** @param {Record<string, string>} forms @returns {string} the address of a picture, '' for a value that is none */
function source(forms) {
  if (forms["image/png"]) return `data:image/png;base64,${forms["image/png"]}`;
  const svg = forms["image/svg+xml"];
  if (!svg) return "";
  const named = /<svg[^>]*\sxmlns=/.test(svg) ? svg : svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"');
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(named)}`;
}

/** In an <img> no script of a picture runs, and nothing that it names is fetched. */
function picture(address, alt, plain) {
  const image = made("img", "value");
  image.alt = alt;
  image.addEventListener("error", () => image.replaceWith(made("pre", "value", plain)));
  image.src = address;
  return image;
}

/** Its place is there at once, so that what follows keeps its order; what makes it harmless is loaded when it first appears. */
function formatted(forms) {
  const place = made("div", "value formatted");
  place.setAttribute("aria-busy", "true");
  import(files.rich)
    .then(({ html, markdown }) => {
      place.replaceChildren(forms["text/html"] ? html(forms["text/html"]) : markdown(forms["text/markdown"]));
      if (!place.textContent.trim() && !place.querySelector("svg, img[src], math")) throw new Error("nothing is left of it");
      for (const frame of place.querySelectorAll(".table-scroll")) reachable(frame);
    })
    .catch((error) => {
      console.warn("A value is shown as its plain text:", error);
      place.replaceWith(made("pre", "value", forms["text/plain"]));
    })
    .finally(() => place.removeAttribute("aria-busy"));
  return place;
}

/** @param {string[][]} rows the header first */
function numbers(rows) {
  const fold = made("details", "numbers");
  fold.append(said(made("summary", "", gettext("Show the numbers"))), scrolling(table(rows)));
  return fold;
}

/** @param {unknown[][]} rows the header first */
function table([header, ...rows]) {
  const line = (row, tag) => {
    const tr = made("tr");
    tr.append(...row.map((cell) => made(tag, "", String(cell ?? ""))));
    return tr;
  };
  const head = made("thead");
  head.append(line(header, "th"));
  for (const cell of head.querySelectorAll("th")) cell.scope = "col";
  const body = made("tbody");
  body.append(...rows.map((row) => line(row, "td")));
  const whole = made("table");
  whole.append(head, body);
  return whole;
}

/** @param {HTMLElement} wide */
function scrolling(wide) {
  const frame = made("div", "table-scroll value");
  frame.append(wide);
  reachable(frame);
  return frame;
}

/** What is wider than its place can be reached, and then scrolled, with the keyboard. @param {Element} frame */
function reachable(frame) {
  new ResizeObserver(() => {
    const wide = frame.scrollWidth > frame.clientWidth + 1;
    for (const [name, value] of [["tabindex", "0"], ["role", "group"], ["aria-label", gettext("Table, wider than the page")]]) {
      if (wide) frame.setAttribute(name, value);
      else frame.removeAttribute(name);
    }
  }).observe(frame);
}
