// The shipped Python under node, for the build. JSON lines in: first {prelude, coursekit}, then one request after the other.
// JSON lines out: {"ready": true}, then for each request its outputs as [kind, text] and at last {"done": …}.
// Arguments: the folder of Pyodide.
import { writeSync } from "node:fs";
import { registerHooks } from "node:module";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const BUILD = { python: "3.14.2", arch: "wasm32", platform: "emscripten_5_0_3", abi_version: "2026_0" }; // as in worker.js
const MEMORY = 512 * 16; // pages of 64 KiB, as in the browser
const AGAIN = 500; // ms after which code that swallowed the interrupt is interrupted again

// Pyodide imports "ws" under node, for sockets that no cell needs; it is not shipped.
registerHooks({
  resolve: (name, context, next) =>
    name === "ws" ? { url: "data:text/javascript,export default {}", format: "module", shortCircuit: true } : next(name, context),
});

const compile = WebAssembly.instantiate;
WebAssembly.instantiate = async (source, imports) => {
  const made = await compile(source, imports);
  const memory = (made.instance ?? made).exports.memory;
  if (memory) {
    memory.grow = function (pages) {
      if (this.buffer.byteLength / 65536 + pages > MEMORY) throw new RangeError("memory limit");
      return WebAssembly.Memory.prototype.grow.call(this, pages);
    };
  }
  return made;
};

/** Everything to the other side goes through here: whole lines, at once, even while Python holds the thread. */
function tell(message) {
  let bytes = Buffer.from(JSON.stringify(message) + "\n");
  while (bytes.length) {
    try {
      bytes = bytes.subarray(writeSync(1, bytes));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

// The first pieces go out at once, so that they survive a kill; a flood is gathered.
const pending = { kind: "", text: "", count: 0, since: 0 };
function flush() {
  if (pending.text) tell([pending.kind, pending.text]);
  pending.text = "";
  pending.since = performance.now();
}
function emit(kind, text) {
  if (kind !== pending.kind) flush();
  pending.kind = kind;
  pending.text += text;
  pending.count += 1;
  const flood = pending.count > 100 && pending.text.length < 8192 && performance.now() - pending.since < 50;
  if (!flood || kind === "value" || kind === "failure") flush();
}

const limit = { seconds: 0, deadline: 0, passed: false };
const clock = {
  get 0() {
    if (!limit.deadline || performance.now() < limit.deadline) return 0;
    limit.passed = true;
    limit.deadline = performance.now() + AGAIN;
    return 2; // SIGINT
  },
  set 0(_) {},
};
function passed() {
  if (limit.passed) limit.deadline = 0;
  return limit.passed ? limit.seconds : 0;
}

async function boot(folder, { prelude, coursekit }) {
  const { loadPyodide, version } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
  const python = await loadPyodide({
    indexURL: folder,
    packageBaseUrl: folder,
    lockFileContents: { info: { version, ...BUILD }, packages: {} },
    env: { PYTHONHASHSEED: "0", PYTHONWARNINGS: "ignore" },
  });
  for (const set of ["setStdout", "setStderr"]) python[set]({ write: (bytes) => bytes.length });
  python.setStdin({ stdin: () => null });
  python.FS.mkdirTree("/page");
  python.FS.writeFile("/page/prelude.py", prelude);
  python.FS.writeFile("/page/coursekit.zip", Buffer.from(coursekit, "base64"));
  python.runPython('import random, sys; sys.path += ["/page", "/page/coursekit.zip"]; random.seed(0)');
  python.setInterruptBuffer(clock);
  return python.pyimport("prelude").Notebook(emit, passed);
}

function perform(notebook, { name, source, check, starter, isolated, seconds }) {
  Object.assign(pending, { kind: "", count: 0 });
  Object.assign(limit, { seconds, deadline: performance.now() + seconds * 1000, passed: false });
  try {
    if (check === null) notebook.run(name, source, isolated);
    else return JSON.parse(notebook.attempt(name, source, check, starter));
    return {};
  } finally {
    limit.deadline = 0;
    flush();
  }
}

let notebook = null;
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if (notebook) {
    tell({ done: perform(notebook, request) });
  } else {
    notebook = await boot(process.argv[2], request);
    tell({ ready: true });
  }
}
