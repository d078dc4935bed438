// Python for one page, in a worker: the only file that knows Pyodide. The messages are described in protocol.js.
import { Clock } from "./clock.js";
import { Outbox } from "./outbox.js";
import { MEMORY } from "./protocol.js";

// What Pyodide compares its lock file with. The one given here lists no package, so that nothing is fetched from anywhere.
const BUILD = { python: "3.14.2", arch: "wasm32", platform: "emscripten_5_0_3", abi_version: "2026_0" };
const waits = typeof WebAssembly.Suspending === "function"; // Python can wait here without stopping the worker
const ran = new Set(); // ids of the cells whose names are there
let running = "";
let answer = (/** @type {string} */ _text) => {};
let notebook, needed;

const outbox = new Outbox((pieces) => postMessage({ type: "output", id: running, pieces }));
const clock = new Clock(outbox.tick);

addEventListener("message", async ({ data }) => {
  if (data.type === "answer") answer(data.text);
  else if (data.type === "run") run(data);
  else if (data.type === "boot") {
    await boot(data).then(
      () => postMessage({ type: "booted" }),
      (error) => postMessage({ type: "broken", part: error.part ?? "", error: String(error) }),
    );
  }
});

// ── boot ──

async function boot({ parts, loader, glue }) {
  const [{ loadPyodide, version }, { default: createPyodideModule }] = await Promise.all([load(loader), load(glue)]);
  const base = new URL("./", loader).href;
  const restore = hand(parts);
  const python = await loadPyodide({
    createPyodideModule,
    indexURL: base,
    packageBaseUrl: base,
    lockFileContents: { info: { version, ...BUILD }, packages: {} },
    env: { PYTHONHASHSEED: "0", PYTHONWARNINGS: "ignore" }, // as at build: sets in the same order, no warnings
    ...(parts.snapshot && { _loadSnapshot: new Uint8Array(parts.snapshot) }),
  }).finally(restore);
  python._api.on_fatal = (error) => {
    outbox.flush();
    postMessage({ type: "fatal", error: String(error) });
  };
  for (const set of ["setStdout", "setStderr"]) python[set]({ write: (bytes) => bytes.length });
  python.setStdin({ stdin: () => null });
  python.FS.mkdirTree("/page");
  python.FS.writeFile("/page/prelude.py", parts.prelude);
  python.FS.writeFile("/page/needs.py", parts.needs);
  python.FS.writeFile("/page/coursekit.zip", new Uint8Array(parts.coursekit));
  python.runPython('import sys; sys.path += ["/page", "/page/coursekit.zip"]');
  needed = (cells, index) => python.pyimport("needs").needed(python.toPy(cells), index).toJs();
  notebook = python.pyimport("prelude").Notebook(outbox.put, clock.passed, waits ? ask : undefined);
  python.setInterruptBuffer(clock);
}

/** @param {string} url */
function load(url) {
  return import(url).catch((error) => {
    throw Object.assign(error, { part: new URL(url).pathname.split("/").pop() });
  });
}

/** Gives Pyodide what the page already has, where it would fetch it, and caps its memory. @returns {() => void} undo */
function hand({ module, library }) {
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  globalThis.fetch = async (url) => new Response(String(url).endsWith("python_stdlib.zip") ? library : null);
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const instance = await WebAssembly.instantiate(module, imports);
    instance.exports.memory.grow = function (pages) {
      if (this.buffer.byteLength + pages * 65536 > MEMORY) throw new RangeError("memory limit");
      return WebAssembly.Memory.prototype.grow.call(this, pages);
    };
    return { module, instance };
  };
  return () => {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  };
}

// ── run ──

async function run({ cell, above, exercise }) {
  let blockedBy = "";
  let verdict = null;
  for (const before of first(cell, above, exercise)) {
    if ((await perform(before)) !== "well" && !before.mayFail) {
      blockedBy = before.id;
      break;
    }
    ran.add(before.id);
  }
  if (!blockedBy) {
    const ended = await perform(cell, exercise, (judged) => (verdict = judged));
    if (!exercise && !cell.isolated && (ended === "well" || cell.mayFail)) ran.add(cell.id);
  }
  postMessage({ type: "done", verdict, blockedBy });
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
  running = cell.id;
  postMessage({ type: "begins", id: cell.id });
  const begin = performance.now();
  const source = cell.source.toWellFormed?.() ?? cell.source;
  let ended = "failed";
  clock.start(cell.seconds);
  try {
    if (exercise?.check != null) {
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
