// A cell's time, as Python meets it: an interrupt "buffer" whose getter looks at the clock, so that no memory is shared.
const AGAIN = 500; // ms after which code that swallowed the interrupt is interrupted again
const SIGINT = 2;

export class Clock {
  #deadline = 0;
  #seconds = 0;
  #rang = false;

  /** @param {() => void} tick is called now and then while Python computes */
  constructor(tick) {
    this.tick = tick;
  }

  /** @param {number} seconds */
  start(seconds) {
    this.#seconds = seconds;
    this.#rang = false;
    this.#deadline = performance.now() + seconds * 1000;
  }

  stop() {
    this.#deadline = 0;
  }

  /** Time in which Python waits for the learner is not its own. @param {number} milliseconds */
  extend(milliseconds) {
    if (this.#deadline) this.#deadline += milliseconds;
  }

  /** @returns {number} the seconds of the limit that has run out, 0 if it has not. Asked by the prelude, which ends the run then. */
  passed = () => {
    if (this.#rang) this.stop();
    return this.#rang ? this.#seconds : 0;
  };

  get 0() {
    this.tick();
    if (!this.#deadline || performance.now() < this.#deadline) return 0;
    this.#rang = true;
    this.#deadline = performance.now() + AGAIN;
    return SIGINT;
  }

  set 0(_) {}
}
