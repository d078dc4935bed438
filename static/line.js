// How the reader's device is connected, as far as the browser tells.

/** Whether bytes may have to be paid for. @param {boolean} unknown the answer where the browser tells nothing */
export function dear(unknown) {
  const { connection } = navigator;
  if (!connection) return unknown;
  return connection.saveData || connection.type === "cellular" || (connection.effectiveType ?? "4g") !== "4g";
}

/** Whether they are better fetched when they are needed: dear or slow ones (less than 3 Mbit/s). */
export const sparing = () => dear(false) || (navigator.connection?.downlink ?? 10) < 3;
