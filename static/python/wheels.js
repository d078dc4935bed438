// The packages that cells import: their wheels come from this site when a cell that imports them is about to run, not before.
import { fetched } from "./fetched.js";
import { gettext, number } from "../words.js";

const OWN = ["coursekit", "js", "pyodide", "pyodide_js"]; // are there without a wheel, as is the standard library

export class Wheels {
  #lock = /** @type {Promise<object> | null} */ (null);

  /**
   * @param {object} python   Pyodide
   * @param {{packages: object}} known   the lock that Pyodide was started with: what is put into it here, it can load
   * @param {string} url      where the lock of the page's packages stands, "" where it has none
   */
  constructor(python, known, url) {
    Object.assign(this, { python, known, url });
    this.used = /** @type {string[]} */ ([]); // addresses that were fetched, until somebody takes them out
  }

  /**
   * Makes ready what the code imports.
   * @param {string[]} sources @param {(text: string) => void} tell   what goes on, in words, while bytes come
   * @returns {Promise<string>} why a package is not there, "" if all are
   */
  async load(sources, tell) {
    const modules = this.url ? sources.flatMap((source) => this.modules(source)) : [];
    if (!modules.length) return "";
    try {
      const wanted = this.closure(await this.packages(), modules);
      if (wanted.length) await this.install(wanted, tell);
      return "";
    } catch (error) {
      return error.message;
    }
  }

  /** The modules that the code imports and the standard library has not. @param {string} source @returns {string[]} */
  modules(source) {
    this.library ??= new Set([...taken(this.python.pyimport("sys").stdlib_module_names), ...OWN]);
    const found = taken(this.python.pyimport("pyodide.code").find_imports(source));
    return found.map((name) => name.split(".")[0]).filter((name) => !this.library.has(name));
  }

  /** What the page's lock says, by the names of packages; where there is bytecode for a package, with its address. */
  async packages() {
    this.#lock ??= text(this.url).then(JSON.parse).catch((error) => {
      this.#lock = null; // the next run asks again
      throw error;
    });
    const { packages, bytecode } = await this.#lock;
    for (const [name, path] of Object.entries(bytecode)) packages[name].bytecode = new URL(path, this.url).href;
    return Object.assign(this.known.packages, packages);
  }

  /** The packages that provide the modules, with all that these need, without those that are there. */
  closure(packages, modules) {
    const wanted = new Set(Object.values(packages).filter(({ imports }) => imports.some((name) => modules.includes(name))));
    for (const each of wanted) for (const name of each.depends) wanted.add(packages[name]);
    return [...wanted].filter(({ name }) => !(name in this.python.loadedPackages));
  }

  /** Pyodide only reports a wheel that did not come, and goes on: so they are fetched here, and handed to it. */
  async install(wanted, tell) {
    const names = wanted.map(({ name }) => name);
    const files = await this.fetch(wanted, names.join(", "), tell);
    const { fetch } = globalThis;
    const said = [];
    globalThis.fetch = async (url) => new Response(files.get(String(url)));
    const quiet = { checkIntegrity: false, messageCallback() {}, errorCallback: (line) => said.push(line) };
    await this.python.loadPackage(names, quiet).finally(() => (globalThis.fetch = fetch));
    const lost = wanted.find(({ name }) => !(name in this.python.loadedPackages));
    if (lost) throw new Error(gettext("%(file)s could not be used: %(why)s", { file: lost.file_name.split("/").pop(), why: said.at(-1)?.trim().split("\n").pop() ?? "" }));
    const [place] = taken(this.python.pyimport("site").getsitepackages());
    for (const { bytecode } of wanted) {
      if (bytecode) this.python.unpackArchive(files.get(bytecode), "zip", { extractDir: place });
    }
  }

  /** The wheels by their addresses. The first that does not come ends the others, so that nothing is told after it. */
  async fetch(wanted, names, tell) {
    const stop = new AbortController();
    const files = new Map();
    let loaded = 0;
    const count = (bytes) => stop.signal.aborted || tell(gettext("Loading %(names)s: %(loaded)s MB.", { names, loaded: number((loaded += bytes) / 1e6, 1) }));
    tell(gettext("Loading %(names)s.", { names }));
    try {
      await Promise.all(wanted.map(async (each) => {
        const url = (each.file_name = new URL(each.file_name, this.url).href);
        const here = [url, each.bytecode].filter(Boolean);
        await Promise.all(here.map(async (file) => files.set(file, await fetched(file, count, stop.signal))));
        this.used.push(...here);
      }));
    } catch (error) {
      stop.abort();
      throw error;
    }
    return files;
  }
}

/** A value of Python's as one of JavaScript's. */
function taken(proxy) {
  const value = proxy.toJs();
  proxy.destroy();
  return [...value];
}

const never = new AbortController().signal; // a run is stopped by the end of its worker
const text = (url) => fetched(url, () => {}, never, (response) => response.text());
