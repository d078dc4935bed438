// What a bench says of a run, in its status sentence.

export const HALTED = {
  withdrawn: "Stopped before it began.",
  stopped: "Stopped. Variables are gone; the code and its output stay.",
  limit: "Stopped at the time limit. Variables are gone; the code and its output stay.",
  left: "Stopped when the page was left. Variables are gone; the code and its output stay.",
  fatal: "Python broke down, perhaps in too deep a recursion, and starts anew. Variables are gone.",
};

export const time = (seconds) => (seconds < 0.05 ? "under 0.1 s" : `${seconds.toFixed(1)} s`);

/** @param {{kind: string, line: number}} failure */
export function stopped({ kind, line }) {
  const why = { TimeLimit: "at the time limit", OutputLimit: "because it printed too much" }[kind] ?? `with ${kind}`;
  return `Stopped ${why}${line ? ` on line ${line}` : ""}.`;
}

/** What Run is described by: what has come between the code as it stands and the output under it. */
export const SINCE = {
  edited: "Edited since it ran.",
  gone: "It ran before Python was started anew: its variables are gone.",
};

/** Once, beside Run, where the download was announced. */
export const KEPT = "This page works without a connection too, and so does each that you open from now on.";
