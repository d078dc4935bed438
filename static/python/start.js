// Starts the Python that ships, from a snapshot of its memory or from nothing: the same in the page, at build, and where the
// snapshot is made. It imports nothing, so that node can be handed its text.
//
// A snapshot is what differs between the memory of a Python that has started and that of its program before the first step:
//   three words (MAGIC, bytes of the description, number of runs), the description as JSON, for each run two words (where, how many
//   words), then the words of all runs. What the program brings itself, and the empty rest, is three quarters of the memory.

/** Changes with the form of a snapshot, and with what is done to it after it has been loaded. */
export const FORMAT = 1;
export const MAGIC = 0x45435331;
/** Where our own modules stand: what `bundle` holds. */
const PLACE = "/page.zip";
// What Pyodide compares its lock file with. No package is listed unless it is given, so that nothing is fetched from anywhere.
const BUILD = { python: "3.14.2", arch: "wasm32", platform: "emscripten_5_0_3", abi_version: "2026_0" };

/** A snapshot that cannot be used here. The message says why. */
export class Unfit extends Error {}

/**
 * @typedef {object} Start
 * @property {{loadPyodide: Function, version: string}} loader      the module pyodide.mjs
 * @property {Function} glue              makes the program: the default export of pyodide.asm.mjs
 * @property {string} base                where Pyodide looks for its files
 * @property {Uint8Array | Promise<Uint8Array>} bundle   a zip of our own modules
 * @property {string} stamp               of what is in it
 * @property {number} memory              bytes that Python may take
 * @property {ArrayBuffer | Promise<ArrayBuffer | null> | null} [snapshot]   awaited only when it is needed; null where Python starts without
 * @property {object} [packages]          what can be loaded besides, as in Pyodide's lock file
 * @property {object} [settings]          further ones of loadPyodide
 * @property {(memory: Uint8Array) => void} [still]   is given the memory before the program's first step
 *
 * What is a promise is awaited as late as can be: Pyodide makes itself ready meanwhile.
 * @param {Start} how @returns {Promise<any>} Pyodide. Throws Unfit for a snapshot of another build.
 */
export async function start({ loader, glue, base, bundle, stamp, memory, snapshot = null, packages = {}, settings = {}, still }) {
  const { loadPyodide, version } = loader;
  const image = snapshot && Promise.resolve(snapshot).then((content) => read(content, version));
  image?.catch(() => {}); // told by `program`, once it waits for it
  const python = await loadPyodide({
    indexURL: base,
    packageBaseUrl: base,
    cdnUrl: base, // where it looks for a wheel that is not in its place, which would else be another host
    lockFileContents: { info: { version, ...BUILD }, packages },
    env: { PYTHONHASHSEED: "0", PYTHONWARNINGS: "ignore" }, // sets in the same order on every machine, no warnings
    createPyodideModule: (given) => program(glue, given, memory, image, still),
    ...(image && { _loadSnapshot: new Uint8Array(0) }), // `program` does it instead
    ...settings,
  });
  for (const set of ["setStdout", "setStderr"]) python[set]({ write: (bytes) => bytes.length });
  python.setStdin({ stdin: () => null });
  python.FS.writeFile(PLACE, await bundle);
  const about = image && (await image).about;
  const stale = about && about.stamp !== stamp ? about.modules : [];
  python.runPython(about ? AWAKEN(stale) : `import sys; sys.path.append("${PLACE}")`);
  return python;
}

/** A snapshot knows the random numbers of the machine it was made on, and modules that may have changed since. */
const AWAKEN = (stale) => `
import random, sys
random.seed()
for name in [name for name in sys.modules if name.partition(".")[0] in ${JSON.stringify(stale)}]:
    del sys.modules[name]
if ${stale.length}:
    import importlib
    importlib.invalidate_caches()
    del importlib
del random, sys
`;

/** Pyodide's program with capped memory, and with the snapshot's memory in place of its own. */
function program(glue, settings, cap, image, still) {
  const { instantiateWasm } = settings;
  let begun = new Uint8Array(0);
  let from = null;
  return new Promise((resolve, reject) => {
    const placed = async (instance) => {
      const { memory } = instance.exports;
      from = await image;
      if (from) begun = new Uint8Array(memory.buffer, 0, from.about.begun).slice();
      still?.(new Uint8Array(memory.buffer));
      memory.grow = function (pages) {
        if (this.buffer.byteLength + pages * 65536 > cap) throw new RangeError("memory limit");
        return WebAssembly.Memory.prototype.grow.call(this, pages);
      };
    };
    // Pyodide itself only warns of what fails here, and would wait for ever.
    settings.instantiateWasm = (imports, receive) =>
      instantiateWasm(imports, (instance, module) => placed(instance).then(() => receive(instance, module)).catch(reject));
    const made = glue(settings).then((made) => {
      if (from) made.API.restoreSnapshot = () => restore(made, begun, from);
      return made;
    });
    made.then(resolve, reject);
  });
}

/** @param {ArrayBuffer | null} snapshot @param {string} version */
function read(snapshot, version) {
  if (!snapshot) throw new Unfit("it did not come");
  const [magic, length, count] = new Uint32Array(snapshot, 0, 3);
  if (magic !== MAGIC) throw new Unfit("it is no snapshot");
  const about = JSON.parse(new TextDecoder().decode(new Uint8Array(snapshot, 12, length)));
  if (about.format !== FORMAT || about.version !== version) {
    throw new Unfit(`it is of Pyodide ${about.version}, format ${about.format}; this is ${version}, format ${FORMAT}`);
  }
  const words = new Uint32Array(snapshot, 12 + length);
  return { about, runs: words.subarray(0, 2 * count), words: words.subarray(2 * count) };
}

/** @returns what Pyodide needs to know of its own objects in that memory */
function restore(made, begun, image) {
  const { about, runs, words } = image;
  if (made.API.config.BUILD_ID !== about.build || made.HEAPU8.length !== about.memory) throw new Unfit("it is of another build");
  const pointer = trampoline(made);
  const own = made.HEAP32[pointer];
  made.HEAPU8.fill(0, begun.length, made._sbrk(0)); // above that, nothing has been written yet
  made.HEAPU8.set(begun);
  const memory = new Uint32Array(made.HEAPU8.buffer);
  for (let run = 0, from = 0; run < runs.length; run += 2) {
    memory.set(words.subarray(from, (from += runs[run + 1])), runs[run]);
  }
  made.HEAP32[pointer] = own; // each engine has its own way of calling, and the snapshot has none
  image.runs = image.words = null; // megabytes, which Pyodide would hold on to
  return about.objects;
}

/** Where Python keeps the function by which it calls C functions, as an index of HEAP32. */
export const trampoline = (made) => (made.__PyRuntime + made.HEAP32[made.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >>> 2]) >>> 2;
