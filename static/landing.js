// A link into a page leads past its target: what stands above is not as high once it has come to life. Scroll anchoring, where an engine
// has it, makes up for some of that.

const SIGNS = ["wheel", "touchmove", "pointerdown", "keydown"];

/**
 * The target of the page's address comes into view once more when all is there, unless the reader has moved on. Who comes back to a page finds
 * it where it was left, and the browser sees to that.
 * @param {Promise<unknown>[]} coming
 */
export async function land(coming) {
  const [arrival] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  if (arrival?.type !== "navigate") return;
  let stayed = true;
  const leave = () => (stayed = false);
  for (const sign of SIGNS) addEventListener(sign, leave, { passive: true });
  await Promise.allSettled([...coming, document.fonts.ready]);
  if (stayed) document.querySelector(":target")?.scrollIntoView({ behavior: "instant" });
  for (const sign of SIGNS) removeEventListener(sign, leave);
}
