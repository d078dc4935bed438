// Before anything is painted, as attributes of the page that the style sheet and scripts read: how the device is connected, as far as the
// browser tells, and the reader's settings. A plain script that reads storage by itself: it may not wait for a module.
{
  const root = document.documentElement;
  const { connection } = navigator;
  if (connection) {
    const { saveData, type, effectiveType = "4g", downlink = 10, rtt = 0 } = connection;
    // dear: bytes may have to be paid for. slow: less than 3 Mbit/s.
    root.dataset.connection = saveData || type === "cellular" || effectiveType !== "4g" ? "dear" : downlink < 3 ? "slow" : "fast";
    // Each face that comes late lets the whole page be laid out anew. Where the way is long, the first page of a visit does without: its faces
    // come when it is quiet (later.js), and the next page has them. Who saves data gets none.
    if (saveData || (rtt > 100 && !document.referrer.startsWith(location.origin))) root.dataset.faces = "later";
  }
  try {
    const kept = JSON.parse(localStorage.getItem("settings:" + root.dataset.site) || "{}");
    for (const name of ["theme", "size", "face", "wrap", "motion"]) if (kept[name]) root.dataset[name] = kept[name];
  } catch { /* the page is as it is without settings */ }
}
