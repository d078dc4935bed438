// What a learner typed against what is right. Pure: texts in, a verdict out.
import { number } from "../words.js";

/** What stands before the decimals in the page's language, and between thousands. */
const [SIGN, GROUP] = number(0.5, 1).includes(",") ? [",", "."] : [".", ","];

/** @param {string} text @returns {string} as it is compared: one space for many, capitals and small letters alike */
const folded = (text) => text.normalize("NFC").trim().replace(/\s+/g, " ").toLocaleLowerCase();

/**
 * What a program prints, as it is compared: white space at the ends of lines and beside brackets, commas and colons is of no
 * account, nor is the kind of quotes, which a phone sets as it likes. Capitals and lines are.
 * @param {string} text
 */
const printed = (text) => text.normalize("NFC").replace(/[‘’“”"]/g, "'").split("\n")
  .map((line) => line.trim().replace(/\s+/g, " ").replace(/ ?([[\](){},:]) ?/g, "$1")).join("\n").trim();

/** Thousands in groups of three, as the page's language sets them. */
const GROUPED = new RegExp(`^[-+]?\\d{1,3}(\\${GROUP}\\d{3})+(\\${SIGN}\\d+)?$`);

/**
 * Every number that a text can mean: "0,5" and "0.5" are a half in any language, since Python writes the one and many languages the other. Where
 * the page's language has thousands of that form, "1,024" (in German "1.024") may be either of two.
 * @param {string} text @returns {number[]} empty for what is not a number
 */
export function readings(text) {
  const plain = text.replace(/[\s_'’]/g, "").replace(/^[−–]/, "-").replace(/e[−–]/i, "e-");
  const forms = [plain];
  if (/^[-+]?\d*,\d+(e[-+]?\d+)?$/i.test(plain)) forms.push(plain.replace(",", "."));
  if (GROUPED.test(plain)) forms.push(plain.replaceAll(GROUP, "").replace(SIGN, "."));
  return forms.filter((form) => /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(form)).map(Number);
}

/**
 * @param {string} kind "number", "text" or "predict" @param {string} typed @param {string} answer
 * @param {number} tolerance how far a number may be from the answer
 */
export function agrees(kind, typed, answer, tolerance) {
  if (kind === "predict") return printed(typed) === printed(answer);
  if (kind !== "number") return folded(typed) === folded(answer);
  const [right] = readings(answer); // the author writes as Python does, `1_000` too
  const slack = tolerance + 1e-9 * Math.abs(right);
  return readings(typed).some((number) => Math.abs(number - right) <= slack);
}
