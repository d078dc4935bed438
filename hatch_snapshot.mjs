// The package build's snapshot: the memory of a Python that has started, with our own modules and those that courses use most
// imported. Its form is described in static/python/start.js. Run by hatch_build.py, with node's --experimental-wasm-jspi for "make".
// Arguments: "make" or "try", then as JSON {pyodide: the folder of Pyodide, start: start.js, bundle: the zip of our own modules,
// stamp: of what is in it, modules: their names, snapshot: the file to make or to try}.
import { readFileSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";

/** What courses use most: each costs every learner 10 to 30 kB, and saves whoever imports it a tenth to a third of a second. */
const USUAL = ["array", "bisect", "cmath", "collections", "copy", "csv", "dataclasses", "datetime", "decimal", "enum", "fractions",
  "functools", "hashlib", "heapq", "itertools", "json", "math", "operator", "pprint", "random", "re", "statistics", "string",
  "textwrap", "time", "timeit", "typing"];
const GAP = 16; // words that are the same, and stored all the same between two runs

// Pyodide imports "ws" under node, for sockets that no cell needs; it is not shipped.
registerHooks({
  resolve: (name, context, next) =>
    name === "ws" ? { url: "data:text/javascript,export default {}", format: "module", shortCircuit: true } : next(name, context),
});

const [verb, text] = process.argv.slice(2);
const job = JSON.parse(text);
const script = (path) => import(pathToFileURL(path).href);
const { FORMAT, MAGIC, start, trampoline } = await script(job.start);
const loader = await script(`${job.pyodide}/pyodide.mjs`);
const { default: glue } = await script(`${job.pyodide}/pyodide.asm.mjs`);
const how = { loader, glue, base: `${job.pyodide}/`, bundle: readFileSync(job.bundle), stamp: job.stamp, memory: 512 * 2 ** 20 };
await { make, try: tried }[verb]();

// ── make ──

async function make() {
  let begun;
  const python = await start({ ...how, settings: { _makeSnapshot: true }, still: (memory) => (begun = memory.slice()) });
  const made = python._module;
  python.runPython(`import ${[...USUAL, ...job.modules].join(", ")}`);
  wipe(python, made);
  made.HEAP32[trampoline(made)] = 0; // how node calls C functions no other engine must learn
  const whole = python.makeMemorySnapshot();
  const [, offset, length] = new Uint32Array(whole.buffer, 0, 3);
  const memory = new Uint32Array(whole.buffer, offset);
  if (memory.byteLength !== begun.byteLength) throw new Error(`the memory has grown to ${memory.byteLength} bytes`);
  const objects = JSON.parse(new TextDecoder().decode(whole.subarray(48, 48 + length)));
  const about = {
    format: FORMAT, version: loader.version, build: made.API.config.BUILD_ID, memory: memory.byteLength,
    begun: begun.findLastIndex((byte) => byte !== 0) + 1, stamp: job.stamp, modules: job.modules, objects,
  };
  const packed = written(about, memory, new Uint32Array(begun.buffer));
  writeFileSync(job.snapshot, gzipSync(packed, { level: 9 }));
}

/** Takes all memory that is free, as zeros, and gives it back: half of the snapshot would be what nobody uses any more. */
function wipe(python, made) {
  python.runPython("import gc; gc.collect(); del gc");
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = () => {
    throw new RangeError("what is there has to do");
  };
  const held = [];
  for (let size = 2 ** 20; size >= 16; size /= 2) {
    for (let place; (place = made._malloc(size)); held.push(place)) made.HEAPU8.fill(0, place, place + size);
  }
  for (const place of held) made._free(place);
  WebAssembly.Memory.prototype.grow = grow;
}

/** The file, before it is compressed. */
function written(about, memory, begun) {
  const runs = [];
  const words = [];
  for (let from = 0; from < memory.length; from++) {
    if (memory[from] === begun[from]) continue;
    let end = from + 1;
    for (let at = end; at < memory.length && at < end + GAP; at++) if (memory[at] !== begun[at]) end = at + 1;
    runs.push(from, end - from);
    words.push(Buffer.from(memory.buffer, memory.byteOffset + 4 * from, 4 * (end - from)));
    from = end - 1;
  }
  const description = Buffer.from(JSON.stringify(about));
  const padded = Buffer.concat([description, Buffer.alloc((4 - (description.length % 4)) % 4, " ")]);
  const bytes = (numbers) => Buffer.from(Uint32Array.from(numbers).buffer);
  return Buffer.concat([bytes([MAGIC, padded.length, runs.length / 2]), padded, bytes(runs), ...words]);
}

// ── try ──

/** Python from the snapshot does what a cell does, and with node's --experimental-wasm-jspi it waits for an answer, too. */
async function tried() {
  const { buffer, byteOffset, byteLength } = gunzipSync(readFileSync(job.snapshot));
  const snapshot = buffer.slice(byteOffset, byteOffset + byteLength);
  const [first, second] = [await visit(snapshot), await visit(snapshot)];
  if (!/^2 \{'[abc]', '[abc]', '[abc]'\} True\n\d/.test(first.printed)) throw new Error(`it printed ${first.printed}`);
  if (first.printed === second.printed) throw new Error("every visitor would get the same random numbers");
  if (first.ended !== second.ended || !/^0 true,0 false,0 true(,0 true)?$/.test(first.ended)) throw new Error(`the cells ended ${first.ended}`);
  if (!first.failure.includes("Did you mean: 'length'")) throw new Error(`it failed with ${first.failure}`);
}

async function visit(snapshot) {
  const python = await start({ ...how, snapshot });
  const said = { stdout: "", failure: "" };
  const ask = WebAssembly.Suspending && (async () => "Ada");
  const notebook = python.pyimport("prelude").Notebook((kind, text) => (said[kind] += text), () => 0, ask);
  python.setInterruptBuffer({ get 0() { return 0; }, set 0(_) {} });
  const cells = [
    "import random, sqlite3, statistics, sys\nprint(statistics.mean([1, 2, 3]), {'a', 'b', 'c'}, 'coursekit' in sys.modules)\nprint(random.random())",
    "length = 1\nlenght",
    "import unittest\nheld = [bytearray(10**6) for _ in range(50)]\ndel held",
    ...(ask ? ["sorted([2, 1], key=lambda n: input())"] : []),
  ];
  const ended = [];
  for (const cell of cells) {
    const needed = python.pyimport("needs").needed(python.toPy([["a", "length = 1"], ["b", cell]]), 1);
    ended.push(`${needed.length} ${await (ask ? notebook.run.callPromising("Cell 1", cell) : notebook.run("Cell 1", cell))}`);
  }
  return { printed: said.stdout, failure: said.failure, ended: String(ended) };
}
