// In each page of a preview: shows what was saved without losing the reader's place, and what is wrong with the site.
// Only what differs between the page as it was served before and as it is served now is put in, so that everything else (what is open,
// chosen, typed, running) stays as it is. Where that cannot be done the page is loaded again, and put as it was.
(() => {
  const script = document.currentScript;
  const links = [...document.querySelectorAll('link[href="/:preview.css"]')];
  const first = Number(script.dataset.edition);
  let edition = first;
  let head = told(document.head);
  script.remove();
  links.forEach((link) => document.head.append(link)); // else it would be taken for a part of the page

  /** @type {WeakMap<Node, Node>} of each node as it was served, the one that stands in the page */
  const standing = new WeakMap();
  let served = twin(document.body);
  restore(document, JSON.parse(sessionStorage.getItem(":preview") ?? "null"));
  sessionStorage.removeItem(":preview");

  // ── what is new ──

  /** @type {Record<string, number>} of each file that became another, by its address, the edition */
  let saved = {};
  let turn = Promise.resolve();
  const changes = new EventSource("/:changes");
  changes.addEventListener("pages", (event) => {
    const now = JSON.parse(event.data);
    if (now !== edition) turn = turn.then(() => update(now)).catch(reload);
  });
  changes.addEventListener("pictures", (event) => show((saved = JSON.parse(event.data))));
  changes.addEventListener("told", (event) => tell(JSON.parse(event.data)));

  /** @param {number} now */
  async function update(now) {
    const page = await fetched();
    if (!page) return; // the reader is on the way to another page, or the preview has ended: it tells again when it is back
    const gone = page.querySelector("script[data-edition]")?.dataset.gone;
    page.querySelectorAll('script[data-edition], link[href="/:preview.css"]').forEach((element) => element.remove());
    edition = now;
    if (!sameScripts(page)) return reload();
    styles(page);
    head = told(page.head);
    document.title = page.title;
    const steps = [...plan(served, page.body)];
    if (steps.some(isBeingTypedIn)) return left().then(() => update(now));
    const before = remember(document);
    const focused = names(document.activeElement ?? document.body);
    const fresh = steps.flatMap(replace);
    served = page.body;
    for (const element of fresh) restore(element, before);
    if (document.activeElement === document.body) {
      fresh.flatMap((each) => [...each.querySelectorAll("input, summary, button, a")]).find((each) => names(each) === focused)?.focus({ preventScroll: true });
    }
    show(saved);
    tellGone(gone);
    await learn(fresh);
    document.dispatchEvent(new CustomEvent("preview", { detail: { edition } }));
  }

  /**
   * This page as it is now. The request reads the HTML, since the page's policy lets no script do so. Where the page for a wrong address stands
   * in the place of a chapter, or the other way round, nothing can stay as it is. @returns {Promise<Document | null>}
   */
  function fetched() {
    return new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.open("GET", location.pathname);
      request.responseType = "document";
      request.onreadystatechange = () => {
        if (request.readyState !== XMLHttpRequest.HEADERS_RECEIVED || String(request.status) === script.dataset.status) return;
        reload();
        request.abort();
      };
      request.onload = () => resolve(request.responseXML);
      request.onerror = request.onabort = () => resolve(null);
      request.send();
    });
  }

  /** Whether the scripts that run are those of the new page, and its policy is the same: neither can be taken back. @param {Document} page */
  function sameScripts(page) {
    return JSON.stringify(head) === JSON.stringify(told(page.head));
  }

  /** @param {HTMLHeadElement} head */
  function told(head) {
    const scripts = [...head.querySelectorAll("script[src]")].map((each) => each.getAttribute("src"));
    return { scripts, policy: head.querySelector("meta[http-equiv=Content-Security-Policy]")?.getAttribute("content") };
  }

  /** Put in new style sheets, and take the old ones away when the new ones are there. @param {Document} page */
  function styles(page) {
    const old = [...document.head.querySelectorAll('link[rel="stylesheet"]')].filter((link) => link.getAttribute("href") !== "/:preview.css");
    const hrefs = new Set(old.map((link) => link.getAttribute("href")));
    const wanted = [...page.head.querySelectorAll('link[rel="stylesheet"]')].map((link) => link.getAttribute("href"));
    for (const href of wanted.filter((each) => !hrefs.has(each))) {
      const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
      link.onload = link.onerror = () => old.filter((each) => !wanted.includes(each.getAttribute("href"))).forEach((each) => each.remove());
      old.at(-1)?.after(link);
    }
  }

  /** A picture that was saved has the address that it had, under which the browser would show the one that it has. @param {Record<string, number>} files */
  function show(files) {
    for (const picture of document.images) {
      const address = new URL(picture.src);
      const query = `?${files[decodeURI(address.pathname)]}`;
      if (files[decodeURI(address.pathname)] > first && address.search !== query) picture.src = address.pathname + query;
    }
  }

  /** Import what an element of a kind that the page did not have needs. @param {Element[]} fresh */
  async function learn(fresh) {
    const names = fresh.flatMap((element) => [element, ...element.querySelectorAll("*")]).map((element) => element.localName);
    const main = document.querySelector('script[type="module"][src*="/main."]');
    if (main && names.some((name) => name.startsWith("ec-") && !customElements.get(name))) await import(`${main.src}?edition=${edition}`);
  }

  function reload() {
    sessionStorage.setItem(":preview", JSON.stringify(remember(document)));
    location.reload();
  }

  // ── the page as it was served, and as it stands ──

  /** A copy of `node`, each node of which knows the one that it is a copy of. @param {Node} node */
  function twin(node) {
    const copy = node.cloneNode(true);
    match(copy, node);
    return copy;
  }

  /** @param {Node} copy @param {Node} node */
  function match(copy, node) {
    standing.set(copy, node);
    for (let at = 0; at < copy.childNodes.length; at += 1) match(copy.childNodes[at], node.childNodes[at]);
  }

  /**
   * What is to be put in the place of what, so that what stands for `before` becomes what `after` is, which stands for it from then on.
   * @param {Node} before as it was served @param {Node} after as it is served now @returns {Generator<Step>}
   * @typedef {{parent: Node, gone: Node[], come: Node[], next: Node | null}} Step   all but `come` as they stand
   */
  function* plan(before, after) {
    standing.set(after, live(before));
    const old = [...before.childNodes];
    const now = [...after.childNodes];
    let [from, to] = [0, 0];
    for (const [at, there] of [...common(old, now), [old.length, now.length]]) {
      yield* section(live(before), old.slice(from, at), now.slice(to, there), old[at]);
      if (at < old.length) pair(old[at], now[there]);
      [from, to] = [at + 1, there + 1];
    }
  }

  /** What stands between two nodes that stay. @param {Node} parent @param {Node[]} gone @param {Node[]} come @param {Node | undefined} next */
  function* section(parent, gone, come, next) {
    if (gone.length !== come.length) yield step(parent, gone, come, next);
    else for (const [at, each] of gone.entries()) yield* alike(each, come[at]) ? plan(each, come[at]) : [step(parent, [each], [come[at]], gone[at + 1] ?? next)];
  }

  /** @param {Node} parent @param {Node[]} gone @param {Node[]} come @param {Node | undefined} next @returns {Step} */
  function step(parent, gone, come, next) {
    const found = { parent, gone: gone.map(live), come, next: next ? live(next) : null };
    if ([...found.gone, found.next].some((node) => node && node.parentNode !== parent)) throw new Error("a script has moved what is to change");
    return found;
  }

  /** Nobody's field is taken from under their hands: that waits, but not while they write in another window. @param {Step} step */
  function isBeingTypedIn({ gone }) {
    const field = document.activeElement;
    return Boolean(document.hasFocus() && field?.matches("textarea, [contenteditable], input:not([type=radio], [type=checkbox])") && gone.some((node) => node.contains(field)));
  }

  function left() {
    return new Promise((resolve) => document.addEventListener("focusout", () => setTimeout(resolve), { once: true }));
  }

  /** The longest run of nodes that are the same in both, in order: the places of each in the two. @param {Node[]} old @param {Node[]} now @returns {number[][]} */
  function common(old, now) {
    let [start, end] = [0, 0];
    while (start < old.length && start < now.length && old[start].isEqualNode(now[start])) start += 1;
    while (end < old.length - start && end < now.length - start && old.at(-1 - end).isEqualNode(now.at(-1 - end))) end += 1;
    const [ours, theirs] = [old.slice(start, old.length - end), now.slice(start, now.length - end)].map((nodes) => nodes.map(words));
    const lengths = Array.from({ length: ours.length + 1 }, () => new Uint16Array(theirs.length + 1));
    for (let at = ours.length - 1; at >= 0; at -= 1) {
      for (let there = theirs.length - 1; there >= 0; there -= 1) {
        lengths[at][there] = ours[at] === theirs[there] ? lengths[at + 1][there + 1] + 1 : Math.max(lengths[at + 1][there], lengths[at][there + 1]);
      }
    }
    const found = Array.from({ length: start }, (_, at) => [at, at]);
    for (let at = 0, there = 0; at < ours.length && there < theirs.length; ) {
      if (ours[at] === theirs[there]) found.push([start + at++, start + there++]);
      else if (lengths[at + 1][there] >= lengths[at][there + 1]) at += 1;
      else there += 1;
    }
    for (let left = end; left > 0; left -= 1) found.push([old.length - left, now.length - left]);
    return found;
  }

  /** @param {Node} node */
  function words(node) {
    return node instanceof Element ? node.outerHTML : `${node.nodeName} ${node.nodeValue}`;
  }

  /** @param {Node} before @param {Node} after which is equal to it */
  function pair(before, after) {
    if (standing.has(before)) standing.set(after, standing.get(before));
    for (let at = 0; at < before.childNodes.length; at += 1) pair(before.childNodes[at], after.childNodes[at]);
  }

  /** Elements that hold others and are the same but for these; one with a script of its own is put in whole. @param {Node} before @param {Node} after */
  function alike(before, after) {
    const holds = ["body", "main", "article", "section", "header", "footer", "div", "nav", "aside", "ec-overflow"];
    return before instanceof Element && after instanceof Element && holds.includes(before.localName) && before.localName === after.localName
      && before.cloneNode().isEqualNode(after.cloneNode()) && standing.get(before)?.isConnected;
  }

  /** Gives the elements that were put in. @param {Step} step @returns {Element[]} */
  function replace({ parent, gone, come, next }) {
    const fresh = come.map((node) => {
      const copy = document.importNode(node, true);
      match(node, copy);
      return copy;
    });
    const place = gone[0]?.parentNode === parent ? gone[0] : next?.parentNode === parent ? next : null;
    fresh.forEach((node) => parent.insertBefore(node, place));
    gone.forEach((node) => node.parentNode?.removeChild(node));
    return fresh.filter((node) => node instanceof Element);
  }

  /** @param {Node} node as it was served */
  function live(node) {
    const found = standing.get(node);
    if (!found) throw new Error("what is to change is not known");
    return found;
  }

  // ── what a reader has opened, chosen and typed ──

  /** By what a control is known when the page is another. @param {Element} element @param {ParentNode} within */
  function names(element) {
    const owner = element.parentElement?.closest("[id]")?.id ?? "";
    const own = element.id || element.getAttribute("name") || (element.localName === "details" ? element.querySelector("summary")?.textContent : "");
    return `${owner}/${element.localName}/${own}/${element.type === "radio" || element.type === "checkbox" ? element.value : ""}`;
  }

  /** @param {ParentNode} root */
  function remember(root) {
    const state = { y: scrollY, open: {}, fields: {} };
    root.querySelectorAll("details").forEach((each) => (state.open[names(each)] = each.open));
    root.querySelectorAll("input, textarea, select").forEach((each) => {
      state.fields[names(each)] = each.type === "radio" || each.type === "checkbox" ? each.checked : each.value;
    });
    return state;
  }

  /** @param {ParentNode} root @param {ReturnType<typeof remember> | null} state */
  function restore(root, state) {
    if (!state) return;
    const all = (selector) => [...(root instanceof Element && root.matches(selector) ? [root] : []), ...root.querySelectorAll(selector)];
    for (const each of all("details")) if (names(each) in state.open) each.open = state.open[names(each)];
    for (const each of all("input, textarea, select")) {
      const kept = state.fields[names(each)];
      if (typeof kept === "boolean" && each.checked !== kept) {
        each.checked = kept;
        each.dispatchEvent(new Event("change", { bubbles: true }));
      } else if (typeof kept === "string" && each.type !== "radio" && each.type !== "checkbox") {
        each.value = kept;
      }
    }
    if (root === document) addEventListener("load", () => scrollTo({ top: state.y, behavior: "instant" }), { once: true });
  }

  // ── what is wrong ──

  const panel = document.createElement("aside");
  panel.className = "preview-panel";
  panel.setAttribute("aria-label", "Preview");
  inEnglish(panel);
  panel.hidden = true;
  const fold = Object.assign(document.createElement("details"), { open: true });
  fold.append(element("summary", ""), element("ol", ""));
  fold.querySelector("summary").setAttribute("role", "status");
  panel.append(fold);
  document.documentElement.append(panel);
  const notice = inEnglish(element("p", ""));
  notice.className = "preview-gone";
  tellGone(script.dataset.gone);

  /** @param {{count: number, running: string, problems: Record<string, string>[]}} state */
  function tell({ count, running, problems }) {
    const errors = problems.filter((each) => each.severity === "error").length;
    const parts = [count ? `${count} problem${count === 1 ? "" : "s"}${errors ? `: a build would refuse this site` : ""}` : "", running ? `running the cells of ${running}` : ""];
    const text = parts.filter(Boolean).join("; ");
    panel.hidden = !text;
    const summary = panel.querySelector("summary");
    if (summary.textContent !== text) summary.textContent = text;
    panel.querySelector("ol").replaceChildren(...problems.map(item));
    if (count > problems.length) panel.querySelector("ol").append(element("li", `and ${count - problems.length} more, which the terminal lists`));
  }

  /** @param {Record<string, string>} problem */
  function item(problem) {
    const li = element("li", "");
    li.className = problem.severity;
    const place = problem.editor ? Object.assign(element("a", problem.place), { href: problem.editor, title: "Open this line in the editor" }) : element("code", problem.place);
    li.append(element("b", `${problem.severity}[${problem.code}]`), ` ${problem.message} `, place);
    if (problem.page && problem.page !== decodeURI(location.pathname)) li.append(" ", Object.assign(element("a", "its page"), { href: problem.page }));
    if (problem.hint) li.append(element("p", `Hint: ${problem.hint}`));
    li.append(element("pre", problem.text.split("\n").slice(2, 5).join("\n")));
    return li;
  }

  /** Say on the page for a wrong address that a chapter stood here, and where one may go on. @param {string | undefined} gone as JSON, from the server */
  function tellGone(gone) {
    if (!gone) return notice.remove();
    const { source, links } = JSON.parse(gone);
    const ways = links.map(({ href, title }) => Object.assign(element("a", title), { href }));
    notice.replaceChildren("The chapter that stood here is gone: ", element("code", source), ways.length ? ". Go on with " : "", ...ways.flatMap((way, at) => (at ? [" or ", way] : [way])), ".");
    (document.querySelector("main") ?? document.body).prepend(notice);
  }

  /** The preview speaks English to the author, whatever the page speaks. @template {HTMLElement} E @param {E} element @returns {E} */
  function inEnglish(element) {
    return Object.assign(element, { lang: "en", dir: "ltr" });
  }

  /** @param {string} name @param {string} text */
  function element(name, text) {
    return Object.assign(document.createElement(name), { textContent: text });
  }
})();
