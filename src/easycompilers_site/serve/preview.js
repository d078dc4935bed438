// In each page of a preview: shows what was saved without losing the reader's place, and what is wrong with the site.
// Only what differs between the page as it was served before and as it is served now is put in, so that everything else (what is open,
// chosen, typed, running) stays as it is. Where that cannot be done the page is loaded again, and put as it was.
(() => {
  const script = document.currentScript;
  const links = [...document.querySelectorAll('link[href="/:preview.css"]')];
  let edition = Number(script.dataset.edition);
  let head = told(document.head);
  script.remove();
  links.forEach((link) => document.head.append(link)); // else it would be taken for a part of the page

  /** @type {WeakMap<Node, Node>} of each node as it was served, the one that stands in the page */
  const standing = new WeakMap();
  let served = twin(document.body);
  restore(document, JSON.parse(sessionStorage.getItem(":preview") ?? "null"));
  sessionStorage.removeItem(":preview");

  // ── what is new ──

  let turn = Promise.resolve();
  const changes = new EventSource("/:changes");
  changes.addEventListener("pages", (event) => {
    const now = JSON.parse(event.data);
    if (now !== edition) turn = turn.then(() => update(now)).catch(reload);
  });
  changes.addEventListener("told", (event) => tell(JSON.parse(event.data)));

  /** @param {number} now */
  async function update(now) {
    const answer = await fetch(location.pathname, { cache: "no-store" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    page.querySelectorAll('script[data-edition], link[href="/:preview.css"]').forEach((element) => element.remove());
    edition = now;
    if (!sameScripts(page)) return reload();
    styles(page);
    head = told(page.head);
    document.title = page.title;
    const before = remember(document);
    const fresh = patch(served, page.body);
    served = page.body;
    for (const element of fresh) restore(element, before);
    await learn(fresh);
    document.dispatchEvent(new CustomEvent("preview", { detail: { edition } }));
  }

  /** Whether the scripts that run are those of the new page: what has run cannot be taken back. @param {Document} page */
  function sameScripts(page) {
    return JSON.stringify(head.scripts) === JSON.stringify(told(page.head).scripts);
  }

  /** @param {HTMLHeadElement} head */
  function told(head) {
    return { scripts: [...head.querySelectorAll("script[src]")].map((each) => each.getAttribute("src")) };
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
   * Make what stands for `before` what `after` is. Gives the elements that were put in.
   * @param {Node} before as it was served @param {Node} after as it is served now, which stands for it from now on @returns {Element[]}
   */
  function patch(before, after) {
    standing.set(after, live(before));
    const old = [...before.childNodes];
    const now = [...after.childNodes];
    let start = 0;
    while (start < old.length && start < now.length && keep(old[start], now[start])) start += 1;
    let end = 0;
    while (end < old.length - start && end < now.length - start && keep(old.at(-1 - end), now.at(-1 - end))) end += 1;
    const gone = old.slice(start, old.length - end);
    const come = now.slice(start, now.length - end);
    if (gone.length === come.length && gone.every((each, at) => alike(each, come[at]))) return gone.flatMap((each, at) => patch(each, come[at]));
    return replace(live(before), gone, come, old[old.length - end]);
  }

  /** Whether both are the same: then the one that stands stays. @param {Node} before @param {Node} after */
  function keep(before, after) {
    if (!before.isEqualNode(after)) return false;
    pair(before, after);
    return true;
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

  /** @param {Node} parent @param {Node[]} gone @param {Node[]} come @param {Node | undefined} next @returns {Element[]} */
  function replace(parent, gone, come, next) {
    const places = gone.map(live);
    const before = next ? live(next) : null;
    const fresh = come.map((node) => {
      const copy = document.importNode(node, true);
      match(node, copy);
      return copy;
    });
    const anchor = places[0] ?? before;
    if (anchor && anchor.parentNode !== parent) throw new Error("a script has moved what is to change");
    fresh.forEach((node) => parent.insertBefore(node, anchor));
    places.forEach((node) => node.parentNode?.removeChild(node));
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
  panel.hidden = true;
  panel.innerHTML = '<details open><summary role="status"></summary><ol></ol></details>';
  document.documentElement.append(panel);

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

  /** @param {string} name @param {string} text */
  function element(name, text) {
    return Object.assign(document.createElement(name), { textContent: text });
  }
})();
