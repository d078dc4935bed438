// Somebody who asks for a run and shows nothing of it: a cell without a bench, and the lines of a puzzle.

/** @param {import("./protocol.js").Cell} cell @returns {import("./runtime.js").Asker} */
export function silent(cell) {
  const nothing = () => {};
  return { cell, phase: nothing, begin: nothing, output: nothing, end: nothing, halted: nothing, ask: async () => "" };
}
