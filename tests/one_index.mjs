// node one_index.mjs PIECES.js ONE MANY WORDS.json: for each question what one index answers, and what the pieces of the same pages do. Each answer is a
// list of [address, score]. Before them, what was fetched by the time the pieces could be asked. Pagefind's worker runs here as in a page, but for its fetches, which read the folder.
import { readFile } from "node:fs/promises";
import { runInNewContext } from "node:vm";

const [, , script, one, many, questions] = process.argv;
const { Pieces } = await import(script);

/** @type {string[]} */
let fetches = [];

/** Pagefind's worker of the folder, as a page has it. */
class Worker {
  constructor(program) {
    this.listeners = [];
    const inside = [];
    const fetched = async (url) => {
      fetches.push(url.split("?")[0]);
      const data = await readFile(url.split("?")[0]);
      return { json: async () => JSON.parse(data), arrayBuffer: async () => Uint8Array.from(data).buffer };
    };
    const self = { addEventListener: (name, listener) => inside.push(listener), postMessage: (data) => this.listeners.forEach((listener) => listener({ data })) };
    const given = { self, fetch: fetched, console, URL, TextDecoder, TextEncoder, WebAssembly, Intl, Uint8Array, Uint16Array, Uint32Array, setTimeout, location: { origin: "", href: "" } };
    this.ready = readFile(program, "utf8").then((text) => runInNewContext(text, given));
    this.inside = inside;
  }
  addEventListener(name, listener) {
    if (name === "message") this.listeners.push(listener);
  }
  postMessage(data) {
    this.ready.then(() => this.inside.forEach((listener) => listener({ data })));
  }
}
globalThis.Worker = Worker;

async function opened(folder) {
  const { languages } = JSON.parse(await readFile(`${folder}/pagefind-entry.json`, "utf8"));
  const pieces = new Pieces(`${folder}/`, languages, "en", { baseUrl: "/", excerptLength: 20, metaCacheTag: "" });
  await pieces.open(pieces.names[0]);
  return pieces;
}

/** All words that begin alike stand in one index only once its parts have been fetched, so each is asked for before. */
const asked = JSON.parse(await readFile(questions, "utf8"));
const single = await opened(one);
fetches = [];
const several = await opened(many);
await several.init();
const before = [...fetches];
for (const words of asked.flatMap((question) => question.split(" "))) for (const all of [single, several]) for (const piece of all.names) await all.tell(piece, "preload", words);

const listed = async (results, data) => Promise.all(results.map(async (result) => [(await data(result)).url, result.score]));
const answers = [];
for (const question of asked) {
  const { results } = await single.tell(single.names[0], "search", question);
  const found = await several.search(question);
  answers.push([await listed(results, ({ data }) => single.tell(single.names[0], "getData", data)), await listed(found.results, ({ data }) => data())]);
}
console.log(JSON.stringify([before, ...answers]));
