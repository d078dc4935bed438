// The shipped Python under node, for the build. JSON lines in: first {bundle, stamp, start, words, snapshot, packages}, as session.py has them,
// then one request after the other.
// JSON lines out: {"ready": true}, or {"unusable": [a wheel's name, why]}; then for each request its outputs as [kind, text] and at last {"done": …}.
// Arguments: the folder of Pyodide.
import { constants, readFileSync, writeSync } from "node:fs";
import { registerHooks } from "node:module";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const MEMORY = 512 * 2 ** 20; // bytes, as in the browser
const NOT_FOUND = 127; // what a shell says of a command that is not there: to os.system there is none
const AGAIN = 500; // ms after which code that swallowed the interrupt is interrupted again

const folder = process.argv[2];
process.argv = ["node", "python"]; // the name by which Python knows its program: no path of this machine

// Pyodide asks node's inside for these numbers, which node's permissions keep shut.
process.binding = (name) => (name === "constants" ? { fs: constants } : refuse());

let locked = false;

// Pyodide imports "ws" under node, for sockets that no cell needs; it is not shipped. Once Python runs nothing is imported any more.
registerHooks({
  resolve: (name, context, next) => {
    if (locked && !["ws", "node:child_process"].includes(name)) refuse(); // os.system asks for the second, and meets `lock`
    return name === "ws" ? { url: "data:text/javascript,export default {}", format: "module", shortCircuit: true } : next(name, context);
  },
});

function refuse() {
  throw new Error("a cell has no files, programs or network of the machine that builds");
}

/**
 * Take from JavaScript, which a cell can reach, what leads out of this process and is not under node's own permissions: other machines,
 * other processes, and `process` itself. What keeps a method of node's for itself meets the refusal too.
 */
function lock() {
  locked = true;
  const [net, dgram] = ["net", "dgram"].map((name) => process.getBuiltinModule(name));
  Object.defineProperty(process.getBuiltinModule("child_process"), "spawnSync", { value: () => ({ status: NOT_FOUND }) });
  close(net.Socket.prototype, "connect");
  close(net.Server.prototype, "listen");
  close(dgram.Socket.prototype, "bind", "connect", "send");
  for (const name of ["fetch", "require", "EventSource", "WebSocket"]) delete globalThis[name];
  const { arch, platform, version } = process;
  close(process, "abort", "binding", "dlopen", "execve", "getBuiltinModule", "kill", "reallyExit", "_debugProcess", "_kill", "_linkedBinding");
  const rest = { arch, platform, version, versions: { ...process.versions }, release: { name: "node" }, argv: [], env: {}, exitCode: 0 };
  for (const name of ["emitWarning", "off", "on", "once", "removeListener"]) rest[name] = () => rest;
  Object.defineProperty(globalThis, "process", { value: rest, configurable: false, writable: false });
}

function close(owner, ...names) {
  for (const name of names) Object.defineProperty(owner, name, { value: refuse, configurable: false, writable: false });
}

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

async function boot(folder, { bundle, stamp, start, snapshot, packages, another }) {
  if (another) laterOn();
  const script = await import(`data:text/javascript;base64,${Buffer.from(start).toString("base64")}`);
  const [loader, { default: glue }] = await Promise.all(
    ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => import(pathToFileURL(`${folder}/${name}`).href)),
  );
  const how = { loader, glue, base: `${folder}/`, bundle: Buffer.from(bundle, "base64"), stamp, memory: MEMORY, packages };
  const plainly = () => script.start(how);
  const python = await (snapshot ? script.start({ ...how, snapshot: unpacked(snapshot) }).catch(plainly) : plainly());
  python.runPython(`import random; random.seed(${another ? 1 : 0}); del random`);
  if (another) elsewhere = python.runPython("[bytearray(size) for size in range(1, 20_000, 7)]"); // what is made now stands at other addresses
  await load(python, Object.keys(packages));
  python.setInterruptBuffer(clock);
  return python;
}

/** Kept as long as the interpreter. */
let elsewhere = null;

/** The clock that Python reads goes ahead by 401 days and some hours. */
function laterOn() {
  const { now } = Date;
  Date.now = () => now() + 401 * 86_400_000 + 12_345_678;
}

/** @param {string} file @returns {ArrayBuffer} */
function unpacked(file) {
  const { buffer, byteOffset, byteLength } = gunzipSync(readFileSync(file));
  return buffer.slice(byteOffset, byteOffset + byteLength);
}

/** Pyodide only reports a wheel that it cannot load, and goes on without it. */
async function load(python, names) {
  const said = [];
  if (names.length) await python.loadPackage(names, { messageCallback() {}, errorCallback: (line) => said.push(line) });
  const lost = names.find((name) => !(name in python.loadedPackages));
  if (!lost) return;
  tell({ unusable: [lost, said.at(-1) ?? ""] });
  process.exit(1);
}

function perform(notebook, { name, source, check, starter, isolated, apart, seconds, answers }) {
  notebook.ask = answers.length ? () => answers.shift() : undefined; // where the author gives none, input() explains itself
  Object.assign(pending, { kind: "", count: 0 });
  Object.assign(limit, { seconds, deadline: performance.now() + seconds * 1000, passed: false });
  try {
    if (check === null) notebook.run(name, source, isolated, apart);
    else return JSON.parse(notebook.attempt(name, source, check, starter));
    return {};
  } finally {
    limit.deadline = 0;
    flush();
  }
}

/** A call of a function in a script, apart from the notebook's names. */
function call({ script, call }) {
  const names = python.toPy({ __name__: "build" });
  python.runPython(script, { globals: names });
  return python.runPython(call, { globals: names });
}

let python = null;
let notebook = null;
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if (notebook) {
    tell({ done: request.script ? call(request) : perform(notebook, request) });
  } else {
    python = await boot(folder, request);
    notebook = python.pyimport("prelude").Notebook.callKwargs(emit, passed, { words: request.words });
    lock();
    notebook.packages = ["coursekit", ...Object.values(request.packages).flatMap(({ imports }) => imports)];
    tell({ ready: true });
  }
}
