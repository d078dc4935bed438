// Stands at the address of the service worker where a site wants none (any more): it takes back what was kept, and goes.
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(leave()));

async function leave() {
  const own = `easycompilers ${registration.scope} `;
  const names = (await caches.keys()).filter((name) => name.startsWith(own));
  await Promise.all(names.map((name) => caches.delete(name)));
  await registration.unregister();
}
