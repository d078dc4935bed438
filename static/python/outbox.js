// Output on its way to the page: at once while it is little, gathered while it is a flood, never held back for long.
const PAUSE = 30; // ms
const INSTANT = 30; // posts that go at once; one more is allowed for every pause

export class Outbox {
  #pieces = /** @type {import("./protocol.js").Piece[]} */ ([]);
  #allowed = INSTANT;
  #last = 0;
  #timer = 0;

  /** @param {(pieces: import("./protocol.js").Piece[]) => void} post */
  constructor(post) {
    this.post = post;
  }

  /** @param {string} kind @param {string} text */
  put = (kind, text) => {
    const last = this.#pieces.at(-1);
    if (last?.[0] === kind && kind.startsWith("std")) last[1] += text;
    else this.#pieces.push([kind, text]);
    const now = performance.now();
    this.#allowed = Math.min(INSTANT, this.#allowed + (now - this.#last) / PAUSE);
    if (this.#allowed >= 1) {
      this.#allowed -= 1;
      this.#last = now;
      this.flush();
    } else {
      this.#timer ||= setTimeout(this.flush, PAUSE); // a busy worker runs no timer: Python's clock calls `tick`
    }
  };

  tick = () => {
    if (this.#pieces.length && performance.now() - this.#last > PAUSE) this.flush();
  };

  flush = () => {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#last = performance.now();
    if (this.#pieces.length) this.post(this.#pieces.splice(0));
  };
}
