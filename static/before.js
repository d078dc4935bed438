// Before anything is painted: the reader's settings, as attributes of the page that the style sheet reads. A plain script, and the only
// reading of storage outside progress.js: it may not wait for a module.
try {
  const root = document.documentElement;
  const kept = JSON.parse(localStorage.getItem("settings:" + root.dataset.site) || "{}");
  for (const name of ["theme", "size", "face", "wrap", "motion"]) if (kept[name]) root.dataset[name] = kept[name];
} catch { /* the page is as it is without settings */ }
