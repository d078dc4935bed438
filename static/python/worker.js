// Python for one page, in a worker: the only file that knows Pyodide. The messages are described in protocol.js.
import { Clock } from "./clock.js";
import { Outbox } from "./outbox.js";
import { MEMORY } from "./protocol.js";
import { start } from "./start.js";
import { Wheels } from "./wheels.js";
import { gettext } from "../words.js";

// By calling it Pyodide asks which kind of worker this is. In ours it never works, and the page's policy would report the call.
globalThis.importScripts = undefined;

const waits = typeof WebAssembly.Suspending === "function"; // Python can wait here without stopping the worker
const ran = new Set(); // ids of the cells whose names are there
let running = "";
let answer = (/** @type {string} */ _text) => {};
let answers = /** @type {string[]} */ ([]); // that were written before the run
let notebook, needed, wheels;

const outbox = new Outbox((pieces) => postMessage({ type: "output", id: running, pieces }));
const clock = new Clock(outbox.tick, () => postMessage({ type: "rings" }));

addEventListener("message", ({ data, ports }) => {
  if (data.type === "answer") answer(data.text);
  else if (data.type === "complete") ports[0].postMessage(notebook ? JSON.parse(notebook.completions(data.before)) : []);
  else if (data.type === "run") run(data);
  else if (data.type === "part") part(data.part).resolve(data.part === "snapshot" ? unpacked(data.content) : data.content);
  else if (data.type === "boot") for (const name of ["module", "lock"]) part(name).resolve(data[name]);
  else if (data.type === "load") boot(data).then(() => postMessage({ type: "booted" }), broken);
});

const broken = (error) => postMessage({ type: "broken", url: error.url ?? "", error: String(error) });

// ── boot ──

/** What the page hands over, each when it comes. */
const parts = new Map();

/** @param {string} name */
function part(name) {
  if (!parts.has(name)) {
    const way = {};
    way.coming = new Promise((resolve) => (way.resolve = resolve));
    way.coming.catch(() => {}); // told to whoever waits for it
    parts.set(name, way);
  }
  return parts.get(name);
}

/** @param {string} url */
async function load(url) {
  const module = await import(url).catch((error) => {
    throw Object.assign(error, { url });
  });
  postMessage({ type: "has", url });
  return module;
}

/** Goes as far as it can with what is there: the program, which comes last, finds all else ready. */
async function boot({ loader: from, glue: by, stamp, snapshot, sentences }) {
  const words = sentences ? fetch(sentences).then((answer) => (answer.ok ? answer.text() : "")).catch(() => "") : "";
  const [loader, { default: glue }] = await Promise.all([load(from), load(by)]);
  const known = {};
  const how = { loader, glue, base: new URL("./", from).href, bundle: part("bundle").coming, stamp, memory: MEMORY, packages: known };
  const restore = hand();
  const python = await started(how, snapshot).finally(restore);
  python._api.on_fatal = (error) => {
    outbox.flush();
    postMessage({ type: "fatal", error: String(error) });
  };
  needed = (cells, index) => python.pyimport("needs").needed(python.toPy(cells), index).toJs();
  notebook = python.pyimport("prelude").Notebook(outbox.put, clock.passed, waits ? ask : () => answers.shift(), await words);
  wheels = new Wheels(python, { packages: known }, await part("lock").coming);
  python.setInterruptBuffer(clock);
  parts.clear(); // megabytes
}

/** From the snapshot, if there is one and it can be used. (Not in `boot`: the functions there would hold on to it.) */
function started(how, snapshot) {
  if (!snapshot) return start(how);
  return start({ ...how, snapshot: part("snapshot").coming }).catch((error) => {
    console.info(`Python starts without its snapshot: ${error.message}`);
    postMessage({ type: "plain" });
    return start(how);
  });
}

/** A server that takes the file for a compressed page has unpacked it on the way; start.js looks whether it is one. @param {ArrayBuffer | null} content */
function unpacked(content) {
  const [first, second] = new Uint8Array(content ?? 0);
  if (first !== 0x1f || second !== 0x8b) return content;
  return new Response(new Response(content).body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** Gives Pyodide what the page already has, where it would fetch it. @returns {() => void} undo */
function hand() {
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  globalThis.fetch = async (url) => new Response(String(url).endsWith("python_stdlib.zip") ? await part("library").coming : null);
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await part("module").coming;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  return () => {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  };
}

// ── run ──

async function run({ cell, above, exercise, rerun }) {
  let blockedBy = "";
  let verdict = null;
  for (const before of rerun ? above : first(cell, above, exercise)) {
    if ((await perform(before)) !== "well" && !before.mayFail) {
      blockedBy = before.id;
      break;
    }
    ran.add(before.id);
  }
  if (!blockedBy && !rerun) {
    const ended = await perform(cell, exercise, (judged) => (verdict = judged));
    if (!exercise && !cell.isolated && (ended === "well" || cell.mayFail)) ran.add(cell.id);
  }
  postMessage({ type: "done", verdict, blockedBy, wheels: wheels.used.splice(0) });
}

/** The cells above that must run before this one. */
function first(cell, above, exercise) {
  if (cell.isolated) return [];
  const source = [cell.source, exercise?.check ?? ""].join("\n");
  const ids = new Set(needed([...above, { ...cell, source }].map((each) => [each.id, each.source]), above.length));
  return above.filter(({ id, setup }) => (setup || ids.has(id)) && !ran.has(id));
}

/** Runs one cell and says how it ended. A call of Python that fails itself is a fault of ours, or the interpreter's end. */
async function perform(cell, exercise = null, judge = (_) => {}) {
  const lost = await wheels.load([cell.source, exercise?.check ?? ""], (text) => postMessage({ type: "loads", text }));
  notebook.packages = ["coursekit", ...Object.values(wheels.known.packages).flatMap(({ imports }) => imports)];
  running = cell.id;
  answers = [...(cell.answers ?? [])];
  postMessage({ type: "begins", id: cell.id });
  const begin = performance.now();
  const source = cell.source.toWellFormed?.() ?? cell.source;
  let ended = "failed";
  clock.start(cell.seconds);
  try {
    if (lost) {
      const message = gettext("A package could not be loaded: %(why)s Press Run to try again.", { why: lost });
      outbox.put("failure", JSON.stringify({ kind: "ImportError", message, line: 0, traceback: "" }));
    } else if (exercise?.check != null) {
      judge(JSON.parse(await call(notebook.attempt, cell.name, source, exercise.check, exercise.starter)));
      ended = "well";
    } else if (await call(notebook.run, cell.name, source, cell.isolated, Boolean(exercise))) {
      ended = "well";
    }
  } catch (error) {
    const message = String(error.message ?? error).trim().split("\n").pop();
    outbox.put("failure", JSON.stringify({ kind: "Interrupted", message, line: 0, traceback: "" }));
  }
  if (ended === "failed" && clock.passed()) ended = "limit";
  clock.stop();
  outbox.flush();
  postMessage({ type: "ends", id: cell.id, seconds: (performance.now() - begin) / 1000, ended });
  return ended;
}

const call = (method, ...given) => (waits ? method.callPromising(...given) : method(...given));

/** What the prelude's input() waits for. @param {string} prompt */
function ask(prompt) {
  outbox.flush();
  postMessage({ type: "asks", id: running, prompt });
  const begin = performance.now();
  return new Promise((resolve) => {
    answer = (text) => {
      clock.extend(performance.now() - begin);
      resolve(text);
    };
  });
}
