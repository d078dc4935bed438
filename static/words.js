// The words that scripts say. They are written in English where they are said; for a page in another language the build puts its words
// in their place (render/translated.py), so that no catalogue is fetched. A place in them is written %(name)s.

/** Of these words; the build puts the page's here. */
export const language = "en";

/** @typedef {Record<string, string | number>} Values by the names of places */

/** @param {string} message @param {Values} [values] */
export const gettext = (message, values) => filled(message, values);

/** Of words that English has for two things. @param {string} context which of them @param {string} message @param {Values} [values] */
export const pgettext = (context, message, values) => filled(message, values);

/** The form that goes with a number, which stands in it as %(count)s. @param {string} one @param {string} many @param {number} count @param {Values} [values] */
export function ngettext(one, many, count, values) {
  const forms = typeof one === "string" ? [one, many] : /** @type {string[]} */ (one);
  return filled(forms[form(count)] ?? forms.at(-1), { count, ...values });
}

/** The number of the form: the build puts the rule of the page's language here. @param {number} n */
const form = (n) => Number(n !== 1);

/** @param {string} message @param {Values} [values] */
const filled = (message, values = {}) => message.replace(/%\((\w+)\)s/g, (_, name) => String(values[name]));

/** A number as it is written in the page's language. @param {number} value @param {number} digits behind the point */
export const number = (value, digits) => value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Things one after another, as in "a, b and c". @param {string[]} things */
export const listed = (things) => new Intl.ListFormat(language).format(things);
