// What a bench says of a run, in its status sentence.
import { gettext, number } from "../words.js";

export const HALTED = {
  withdrawn: gettext("Stopped before it began."),
  stopped: gettext("Stopped. Variables are gone; the code and its output stay."),
  limit: gettext("Stopped at the time limit. Variables are gone; the code and its output stay."),
  left: gettext("Stopped when the page was left. Variables are gone; the code and its output stay."),
  fatal: gettext("Python broke down, perhaps in too deep a recursion, and starts anew. Variables are gone."),
};

export const time = (seconds) => (seconds < 0.05 ? gettext("under 0.1 s") : `${number(seconds, 1)} s`);

/** @param {{kind: string, line: number}} failure */
export function stopped({ kind, line }) {
  if (kind === "TimeLimit") return line ? gettext("Stopped at the time limit on line %(line)s.", { line }) : gettext("Stopped at the time limit.");
  if (kind === "OutputLimit") return line ? gettext("Stopped because it printed too much on line %(line)s.", { line }) : gettext("Stopped because it printed too much.");
  return line ? gettext("Stopped with %(kind)s on line %(line)s.", { kind, line }) : gettext("Stopped with %(kind)s.", { kind });
}

/** What Run is described by: what has come between the code as it stands and the output under it. */
export const SINCE = {
  edited: gettext("Edited since it ran."),
  gone: gettext("It ran before Python was started anew: its variables are gone."),
};

/** Once, beside Run, where the download was announced. */
export const KEPT = gettext("This page works without a connection too, and so does each that you open from now on.");
