// A cell's time, as Python meets it: an interrupt "buffer" whose getter looks at the clock, so that no memory is shared.
// After both of these, code that swallowed the interrupt is interrupted again. Telling of the first one takes no more than some tens of
// looks, on a busy machine in a long time, and must not be what is interrupted.
const AGAIN = { after: 500, looks: 200 }; // ms, and looks at the clock
const SIGINT = 2;

export class Clock {
  #deadline = 0;
  #seconds = 0;
  #rang = false;
  #looks = 0; // before it rings again

  /** @param {() => void} tick is called now and then while Python computes @param {() => void} ring when it is interrupted */
  constructor(tick, ring) {
    this.tick = tick;
    this.ring = ring;
  }

  /** @param {number} seconds */
  start(seconds) {
    this.#seconds = seconds;
    this.#rang = false;
    this.#looks = 0;
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
    if (!this.#deadline || this.#looks-- > 0 || performance.now() < this.#deadline) return 0;
    this.#rang = true;
    this.#looks = AGAIN.looks;
    this.#deadline = performance.now() + AGAIN.after;
    this.ring();
    return SIGINT;
  }

  set 0(_) {}
}
