// A run's time as the page keeps it: from outside, for a worker that does not end by itself (see clock.js).
import { GRACE } from "./protocol.js";

const STEPS = 10; // of the grace: a page that was frozen, or got no turn, has used up one of them, and hears between two what the worker has said

export class Deadline {
  #timer = 0;
  #left = 0;
  #rang = false;

  /** @param {() => void} over is called when a run must be ended */
  constructor(over) {
    this.over = over;
  }

  /** @param {number} seconds until Python should end the run by itself */
  start(seconds) {
    this.stop();
    this.#rang = false;
    this.#left = STEPS;
    this.#timer = setTimeout(this.#step, seconds * 1000);
  }

  stop() {
    clearTimeout(this.#timer);
  }

  /** Python has met the end of its time, and is given all of the grace from here to tell of it. Once: code may go on in spite of it. */
  rang() {
    if (this.#rang) return;
    this.#rang = true;
    this.#left = STEPS;
  }

  #step = () => {
    if (!this.#left) return this.over();
    this.#left -= 1;
    this.#timer = setTimeout(this.#step, GRACE / STEPS);
  };
}
