/**
 * HTML and Markdown that a learner's values offer, as elements that run nothing, ask no host for anything and stay in their place.
 *
 * hatch_build.py bundles this file with DOMPurify and markdown-it into one module, vendor/rich/rich.js, which a page
 * imports when the first such value appears. A learner may have pasted the code from anywhere, so nothing of it is trusted.
 */
import createPurifier from "dompurify";
import MarkdownIt from "markdown-it";

const ALLOWED = {
  USE_PROFILES: { html: true, svg: true, mathMl: true },
  // What takes input, loads something, or reaches beyond its own place in the page.
  FORBID_TAGS: ["style", "form", "input", "button", "textarea", "select", "option", "optgroup", "datalist", "fieldset", "legend", "label", "output",
    "dialog", "audio", "video", "picture", "source", "track", "map", "area", "canvas", "template", "slot", "font", "marquee", "animate",
    "animatemotion", "animatetransform", "set", "image", "feimage", "foreignobject"],
  FORBID_ATTR: ["id", "name", "class", "is", "slot", "part", "srcset", "sizes", "background", "poster", "ping", "download", "target", "action",
    "popover", "popovertarget", "popovertargetaction", "tabindex", "autofocus", "accesskey", "contenteditable", "inert", "hidden", "state", "usemap"],
  ALLOW_DATA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
};

/** Of an author's inline style what changes a thing's look, and not where it is or what it loads. */
const LOOK = /^(color|background-color|font-(style|weight|size|family|variant.*)|text-(align|decoration.*|transform|indent)|vertical-align|white-space|line-height|letter-spacing|opacity|display|(min-|max-)?(width|height|inline-size|block-size)|padding.*|margin.*|border.*|fill|fill-opacity|stroke|stroke-(width|opacity|dasharray|linecap|linejoin)|list-style-type|gap|grid-template-columns|flex-wrap|justify-content|align-items)$/;
const LOADS = /url|image|src|attr|env|expression|@|\\/i;
const DISPLAY = /^(block|inline|inline-block|table|table-row|table-cell|list-item|flex|grid|inline-flex|inline-grid|none)$/;

const purifier = createPurifier(window);
const scratch = document.createElement("span");
/** What is left of each element's style. @type {Map<Element, [string, string][]>} */
let looks = new Map();

purifier.addHook("uponSanitizeAttribute", (element, attribute) => {
  const { attrName: name, attrValue: value } = attribute;
  if (name === "style" || name === LOOKS) {
    attribute.keepAttr = false; // set again below, property by property
    scratch.style.cssText = value;
    for (const property of scratch.style) {
      const given = scratch.style.getPropertyValue(property);
      const fits = LOOK.test(property) && !LOADS.test(given) && !given.trim().startsWith("-") && (property !== "display" || DISPLAY.test(given));
      if (fits) looks.set(element, [...(looks.get(element) ?? []), [property, given]]);
    }
  } else if (name === "src") attribute.keepAttr = /^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i.test(value);
  else if (/(^|:)href$/.test(name)) attribute.keepAttr = element.nodeName.toLowerCase() === "a" && /^(https?:|mailto:|#)/i.test(value.trim());
  else if (!["alt", "title", "aria-label"].includes(name) && /url\s*\(|\\/i.test(value)) attribute.keepAttr = false; // fill, filter, mask …
});

// Of a style or a handler that stands in a text, the page's policy would report each when the text is read, before it can be taken out. So
// they are called by other names from the beginning. What this overlooks is reported, and taken out all the same.
const LOOKS = "data-looks";
const TAG = /<[a-z][^\s>/]*(?:"[^"]*"|'[^']*'|[^>"'])*>/gi;
const NAME = /"[^"]*"|'[^']*'|([\s/])(?:(style)|on\w+)(?=\s*=)/gi;

/** @param {string} tag */
const quieted = (tag) => tag.replace(NAME, (all, before, style) => (before === undefined ? all : `${before}${style ? LOOKS : "data-handler"}`));

/** @param {string} text @returns {DocumentFragment} */
export function html(text) {
  looks = new Map();
  const fragment = purifier.sanitize(text.replace(TAG, quieted), ALLOWED);
  for (const [element, properties] of looks) for (const [name, value] of properties) element.style.setProperty(name, value);
  for (const link of fragment.querySelectorAll("a[href]")) link.rel = "noopener noreferrer nofollow";
  for (const table of fragment.querySelectorAll("table")) scrolling(table);
  return fragment;
}

const dialect = new MarkdownIt({ html: false, linkify: false });

/** @param {string} text @returns {DocumentFragment} */
export const markdown = (text) => html(dialect.render(text));

/** A table may be wider than the page: it scrolls in a frame of its own. @param {HTMLTableElement} table */
function scrolling(table) {
  const frame = document.createElement("div");
  frame.className = "table-scroll";
  table.replaceWith(frame);
  frame.append(table);
}
