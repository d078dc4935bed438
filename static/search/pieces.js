// The search of a large site, whose index stands in several pieces: what is asked goes to all of them, and they answer as one index would.
// A piece knows only its own pages, so of what it says the order is worked out anew here from the numbers of all, and what a piece found in place
// of a word that it lacks is left out where another has the word. Scores: Okapi BM25 with Pagefind's weights, and its bonus for what stands in a title.
import "../trusted.js";

const SATURATION = 1.4; // Pagefind's own defaults, said to it so that both sides reckon alike
const LENGTH = 0.75;
const ACCENTS = 0.8;

/** @typedef {{ term: string, idf: number }} Known */
/** @typedef {{ search_term: string, score: number, params: { weighted_term_frequency: number, length_bonus: number } }} Word */
/** @typedef {{ field_weight: number, matched_terms: string[], coverage_boost: number }} Field */
/** @typedef {{ score: number, data: any, params?: { document_length: number }, scores?: Word[], verbose_meta_scores?: Field[] }} Result */
/** @typedef {{ results: Result[], query_term_idfs?: Known[] }} Answer */
/** @typedef {{ page_count: number, mean_length: number }} Size of a piece: its pages, and their mean length in words */

/** The names of the pieces for pages in `language`, as Pagefind would choose its index: that of the language, or the largest. @param {Record<string, Size>} languages @param {string} language */
export function piecesFor(languages, language) {
  /** @type {Map<string, string[]>} */
  const names = new Map();
  for (const name of Object.keys(languages)) {
    const own = name.replace(/-x-\d+$/, "");
    names.set(own, [...(names.get(own) ?? []), name]);
  }
  const pages = (/** @type {string[]} */ all) => all.reduce((sum, name) => sum + languages[name].page_count, 0);
  const [largest] = [...names.values()].sort((a, b) => pages(b) - pages(a));
  return names.get(language) ?? names.get(language.split("-")[0]) ?? largest ?? [];
}

/**
 * What one index of all pages would answer.
 * @param {Size[]} sizes        of each piece
 * @param {Answer[]} whole      what each piece answers to all words
 * @param {Answer[][]} each     for each word by itself, what each piece answers
 * @returns {Result[]}
 */
export function together(sizes, whole, each) {
  const pages = sizes.reduce((sum, size) => sum + size.page_count, 0);
  const length = sizes.reduce((sum, size) => sum + size.page_count * size.mean_length, 0) / pages;
  const words = each.map((answers) => word(sizes, answers, pages)).filter((one) => one !== null);
  const sum = words.reduce((all, { idf }) => all + idf, 0);
  const results = whole.flatMap(({ results: found }, piece) => (words.every(({ has }) => has === null || has.has(piece)) ? found : []));
  const scored = results.map((result) => ({ ...result, score: result.scores ? score(result, words, sum, length) : result.score }));
  return scored.sort((a, b) => b.score - a.score);
}

/**
 * A word in all pieces: how telling it is, and which pieces have it; null for a piece of the question that is no word.
 * A piece answers with all words that begin like it. One that has none takes the longest that it begins with: that counts only where none has better.
 * @param {Size[]} sizes @param {Answer[]} answers @param {number} pages
 */
function word(sizes, answers, pages) {
  const stem = answers.find((answer) => answer.query_term_idfs?.length)?.query_term_idfs?.[0].term;
  if (stem === undefined) return null;
  const found = answers.map(({ results }) => results.flatMap(({ scores }) => scores ?? []).map(({ search_term: said }) => said));
  const ranks = found.map((said) => Math.max(0, ...said.map((one) => (one.startsWith(stem) ? Infinity : one.length))));
  const best = Math.max(...ranks);
  const has = new Set([...ranks.keys()].filter((piece) => best && ranks[piece] === best));
  const count = [...has].reduce((sum, piece) => sum + answers[piece].results.length, 0);
  const is = (/** @type {string} */ said) => (best === Infinity ? said.startsWith(stem) : stem.startsWith(said));
  return { is, has: best ? has : null, idf: Math.log((pages - count + 0.5) / (count + 0.5) + 1) };
}

/** @param {Result} result @param {{ is: (said: string) => boolean, idf: number }[]} words @param {number} sum of how telling all words are @param {number} length the mean of all pages */
function score({ score: told, params, scores = [], verbose_meta_scores: fields = [] }, words, sum, length) {
  const telling = (/** @type {string} */ said) => words.find(({ is }) => is(said))?.idf ?? 0;
  const long = SATURATION * (1 - LENGTH + (LENGTH * (params?.document_length ?? length)) / length);
  const bonus = bonuses(scores.map((one) => one.score), fields.reduce((rest, field) => rest - field.coverage_boost, told));
  const text = scores.reduce((all, { search_term: said, params: { weighted_term_frequency: often, length_bonus: close } }, at) => {
    const weight = often * close;
    return all + (bonus[at] * telling(said) * (SATURATION + 1) * weight) / (long + weight);
  }, 0);
  return fields.reduce((all, { field_weight: weight, matched_terms: terms }) => {
    const matched = terms.reduce((both, said) => both + telling(said), 0);
    return all + (sum ? weight * matched * (matched / sum) ** 2 : 0);
  }, text);
}

/** Pagefind gives more for a word with the accents that were typed, and does not say for which: it is what makes the sum right. @param {number[]} scores @param {number} sum */
function bonuses(scores, sum) {
  const plain = scores.reduce((all, one) => all + one, 0);
  if (scores.length > 8) return scores.map(() => sum / plain);
  let best = /** @type {number[]} */ ([]);
  for (let mask = 0, least = Infinity; mask < 2 ** scores.length; mask++) {
    const tried = scores.map((_, at) => 1 + (mask & (1 << at) ? ACCENTS : 0));
    const off = Math.abs(sum - scores.reduce((all, one, at) => all + one * tried[at], 0));
    if (off < least) [best, least] = [tried, off];
  }
  return best;
}

/** Asks all pieces, each of which is an instance in Pagefind's worker. Has the part of Pagefind's own interface that the dialog uses. */
export class Pieces {
  /** @param {string} folder of the index @param {Record<string, Size>} languages of its entry @param {string} language of the page @param {Record<string, any>} options as Pagefind has them */
  constructor(folder, languages, language, options) {
    this.worker = new Worker(`${folder}pagefind-worker.js`);
    this.names = piecesFor(languages, language);
    this.sizes = this.names.map((name) => languages[name]);
    this.options = { ...options, basePath: folder, primary: true, ranking: { termSaturation: SATURATION, pageLength: LENGTH, termFrequency: 1, diacriticSimilarity: ACCENTS } };
    /** @type {Map<string, { resolve: (value: any) => void, reject: (why: Error) => void }>} */
    this.waiting = new Map();
    this.asked = 0;
    /** @type {[piece: string, result: Result][]} what the worker holds of the last answer */
    this.held = [];
    this.worker.addEventListener("message", ({ data: { id, result, error } }) => {
      const { resolve, reject } = this.waiting.get(id) ?? {};
      this.waiting.delete(id);
      if (error) reject?.(new Error(error));
      else resolve?.(result);
    });
    this.worker.addEventListener("error", () => this.waiting.forEach(({ reject }) => reject(new Error("the worker of the search failed"))));
  }

  /** @param {string} piece @param {string} method @param {any[]} given @returns {Promise<any>} */
  tell(piece, method, ...given) {
    const id = String(++this.asked);
    this.worker.postMessage({ id, instanceId: piece, method, args: given });
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  /** The first piece brings the program for all of them. */
  async init() {
    const [first, ...others] = this.names;
    await this.open(first);
    await Promise.all(others.map((piece) => this.open(piece)));
  }

  /** @param {string} piece In Pagefind's playground mode it says how it came to a score. */
  async open(piece) {
    await this.tell(piece, "init", { ...this.options, language: piece });
    await this.tell(piece, "enterPlaygroundMode");
  }

  /** @param {string} words @returns {Promise<{ results: Result[] }>} */
  async search(words) {
    const single = /^\s*".+"\s*$/.test(words) ? [] : words.trim().split(/\s+/);
    const ask = (/** @type {string} */ asked) => Promise.all(this.names.map((piece) => this.tell(piece, "search", asked)));
    /** @type {Answer[][]} */
    const [whole, ...each] = await Promise.all([single.join(" ") || words, ...(single.length > 1 ? single : [])].map(ask));
    const results = together(this.sizes, whole, single.length === 1 ? [whole] : each);
    for (const [piece, { data }] of this.held) this.tell(piece, "releaseData", data);
    this.held = [whole, ...each].flatMap((answers) => answers.flatMap((answer, at) => answer.results.map((result) => /** @type {[string, Result]} */ ([this.names[at], result]))));
    return { results: results.map((result) => ({ ...result, data: () => this.tell(this.names[0], "getData", result.data) })) };
  }
}
