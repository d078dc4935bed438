// A site's service worker: what a learner has used of the site is kept for a time without a connection.
// The build writes before this text, as paths from the site's root: `needed`, the files that any page may need; `always`, the pages that
// are kept before they are seen; and `instead`, the page that stands in for one that is not kept.
//
// Under a name with a hash there is never another file, so these are looked for here first. All else is asked of the network
// first. So a page only meets the files that it names, which are of its own release, whichever release this worker is of.
/* global needed, always, instead */

const { scope } = registration;
const HASHED = [`${scope}assets/`, `${scope}python/`];
const FILES = `easycompilers ${scope} files`; // the hashed ones
const PAGES = `easycompilers ${scope} pages`; // with the pictures in them
const SEARCH = `easycompilers ${scope} search`; // its index, from the first search on
const INDEX = `${scope}search/`;
const SCRIPT = { headers: { "content-type": "text/javascript" } };
const PARTS = ["image", "font", "style", "script"]; // of a page, as a request calls them

addEventListener("install", (event) => event.waitUntil(Promise.all([fill(), renew()])));
addEventListener("activate", (event) => event.waitUntil(Promise.all([inTurn(sweep), clients.claim()])));
addEventListener("message", (event) => event.waitUntil(inTurn(() => keep(event.data)).then((all) => event.ports[0].postMessage(all))));

addEventListener("fetch", (event) => {
  const { method, url, destination } = event.request;
  if (url === `${scope}:here`) return event.respondWith(new Response("", SCRIPT)); // by which a worker learns that it is served from here
  if (method !== "GET" || !url.startsWith(scope) || ["audio", "video"].includes(destination)) return; // those come in pieces
  event.respondWith(isHashed(url) ? fileFor(event) : isSearch(url) ? searchFor(event) : pageFor(event));
});

// ── what the page asks for ──

/** @param {FetchEvent} event */
async function fileFor(event) {
  const { request } = event;
  const found = await match(FILES, plain(request.url));
  if (found) return found;
  const response = await fetch(request).catch(() => Response.error());
  if (isSound(response, request.url)) event.waitUntil(put(FILES, plain(request.url), response.clone()));
  return response;
}

/** @param {FetchEvent} event */
async function pageFor(event) {
  const { request } = event;
  const response = await fetch(request).catch(() => Response.error());
  if (response.type === "error") return (await keptPage(plain(request.url))) ?? (request.mode === "navigate" ? notKept() : response);
  const wanted = isSound(response, request.url) && (isPage(response) || PARTS.includes(request.destination));
  if (wanted) event.waitUntil(keepPage(plain(request.url), response.clone()));
  return response;
}

/** `/one` and `/one/` are one page, whichever of them the host gives; its links are relative to the second. @param {string} url */
async function keptPage(url) {
  const found = await match(PAGES, url);
  if (found) return found;
  if (url.endsWith("/")) return match(PAGES, url.slice(0, -1));
  return (await match(PAGES, `${url}/`)) && Response.redirect(`${url}/`);
}

/** @param {FetchEvent} event */
async function searchFor(event) {
  const { request } = event;
  const response = await fetch(request).catch(() => Response.error());
  if (response.type === "error") return (await match(SEARCH, plain(request.url))) ?? response;
  if (isSound(response, request.url)) event.waitUntil(Promise.all([put(SEARCH, plain(request.url), response.clone()), keepSearch()]));
  return response;
}

/** Ours in place of the browser's own. It leads to the pages that are kept. */
async function notKept() {
  const page = await match(PAGES, scope + instead);
  if (!page) return Response.error();
  const html = (await page.text()).replaceAll('="../', () => `="${scope}`).replace("<ul></ul>", await links());
  return new Response(html, { status: 503, headers: { "content-type": "text/html; charset=utf-8" } });
}

/** The pages that are kept, as a list, each course before its parts. A title is taken as it stands, escaped, without the site's after the last dot. */
async function links() {
  const pages = await opened(PAGES);
  const lines = new Map();
  for (const { url } of (await pages?.keys()) ?? []) {
    const response = await match(PAGES, url);
    const [, title] = (isPage(response) && /<title>([^<]+)<\/title>/.exec(await response.text())) || [];
    if (title && url !== scope + instead) lines.set(url.replace(/\/?$/, "/"), title.replace(/ · [^·]*$/, ""));
  }
  return () => `<ul>${[...lines].sort().map(([url, title]) => `<li><a href="${url}">${title}</a></li>`).join("")}</ul>`;
}

// ── what is kept ──

/** @type {Promise<boolean> | null} */
let filling = null;

/** All files that are needed. @returns {Promise<boolean>} whether they are there now */
function fill() {
  filling ??= Promise.all(needed.map((path) => obtain(scope + path)))
    .then((each) => each.every(Boolean))
    .finally(() => (filling = null));
  return filling;
}

/** @type {Promise<unknown>} */
let turn = Promise.resolve();

/** One after another: what a page is kept with may be there before the page, and would be swept away as nobody's. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
function inTurn(work) {
  const done = turn.then(work);
  turn = done.catch(() => {});
  return done;
}

/** What a page used before this worker was there, the page itself first. @param {string[]} urls @returns {Promise<boolean>} whether the page works by itself now */
async function keep(urls) {
  const [page, ...parts] = urls.filter((url) => url.startsWith(scope)).map(plain);
  const others = parts.filter((url) => !isHashed(url)).map((url) => (isSearch(url) ? keepSearch() : seen(url)));
  const files = await Promise.all([fill(), seen(page), ...parts.filter(isHashed).map(obtain)]);
  await Promise.all(others);
  return files.every(Boolean);
}

/** A hashed file, from wherever the browser has it. @param {string} url */
async function obtain(url) {
  if (await match(FILES, url)) return true;
  for (const cache of ["force-cache", "reload"]) {
    const response = await fetch(url, { cache }).catch(() => null);
    if (response && isSound(response, url)) return put(FILES, url, response);
  }
  return false;
}

/** The page or picture as it is now; one that is gone is not kept any longer. @param {string} url */
async function seen(url) {
  const response = await fetch(url, { cache: "no-cache" }).catch(() => null);
  if (response && [404, 410].includes(response.status)) await (await opened(PAGES))?.delete(url);
  return Boolean(response && isSound(response, url) && (await keepPage(url, response)));
}

/** A page is kept with the files that it names itself. @param {string} url @param {Response} response */
async function keepPage(url, response) {
  const names = isPage(response) ? named(await response.clone().text(), url) : [];
  const each = await Promise.all([put(PAGES, url, response), ...names.map(obtain)]);
  return each.every(Boolean);
}

/** @type {Promise<void> | null} */
let searching = null;

/** Once it has been used, the index is kept whole, so that any word is found. Its list is empty where the build found it too big for that. */
function keepSearch() {
  searching ??= renewSearch().catch(() => void (searching = null));
  return searching;
}

/** Files with a hash first: those without one speak of them. */
async function renewSearch() {
  const listed = await (await fetch(`${INDEX}files.json`, { cache: "no-cache" })).json();
  const [kept, files] = [await caches.open(SEARCH), listed.map((/** @type {string} */ name) => INDEX + name)];
  const there = new Set((await kept.keys()).map(({ url }) => url));
  const [named, fixed] = [files.filter((url) => !FIXED.test(url)), files.filter((url) => FIXED.test(url))];
  await kept.addAll(fixed.filter((url) => !there.has(url)));
  await kept.addAll(named.map((url) => new Request(url, { cache: "no-cache" })));
  if (files.length) for (const url of there) if (!files.includes(url)) await kept.delete(url);
}

/** A new release is about to take over: the pages that were kept are fetched anew. */
async function renew() {
  if (await caches.has(SEARCH).catch(() => false)) await keepSearch();
  const kept = (await (await opened(PAGES))?.keys()) ?? [];
  await Promise.all([...new Set([...[...always, instead].map((path) => scope + path), ...kept.map(({ url }) => url)])].map(seen));
}

/** Nobody has a page of the release before open any more: what no kept page needs, nor this release, goes. */
async function sweep() {
  const [pages, files] = await Promise.all([opened(PAGES), opened(FILES)]);
  if (!pages || !files) return;
  const left = new Set((await files.keys()).map(({ url }) => url));
  for (const path of needed) left.delete(scope + path);
  const staying = [];
  const follow = async (cache, url) => staying.push(...named(await (await cache.match(url)).text(), url));
  for (const { url } of await pages.keys()) await follow(pages, url);
  for (const url of staying) if (left.delete(url) && /\.(js|css|json)$/.test(url)) await follow(files, url);
  for (const url of left) await files.delete(url);
}

// ── addresses and caches ──

/** @param {string} url */
const isHashed = (url) => HASHED.some((folder) => url.startsWith(folder));

/** Pagefind's names that hold a hash. */
const FIXED = /_[0-9a-f]{6,}\.pf_\w+$/;

/** @param {string} url */
const isSearch = (url) => url.startsWith(INDEX);

/** Without what makes no other page of it. @param {string} address */
function plain(address) {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/\/index\.html$/, "/");
}

/** The hashed files of which a text speaks in quotes. @param {string} text @param {string} base its own address */
function named(text, base) {
  const words = [...text.matchAll(/["']([\w.%~+/-]+)["']/g)].map(([, word]) => word);
  return words.filter((word) => !word.startsWith("//")).map((word) => plain(new URL(word, base).href)).filter(isHashed);
}

/** @param {Response} response */
const isPage = (response) => response.headers.get("content-type")?.startsWith("text/html") ?? false;

/** Whether it is what was asked for: some hosts answer with a page where there is no file. @param {Response} response @param {string} url */
const isSound = (response, url) => response.status === 200 && response.type === "basic" && !response.redirected && !(isPage(response) && isHashed(url));

/** Null where the browser keeps nothing. @param {string} name */
const opened = (name) => caches.open(name).catch(() => null);

/** @param {string} name @param {string} url */
const match = async (name, url) => (await opened(name))?.match(url);

/** Where there is no room for it, it is not kept, and nobody need know. @param {string} name @param {string} url @param {Response} response */
const put = async (name, url, response) => (await opened(name))?.put(url, response).then(() => true, () => false) ?? false;
