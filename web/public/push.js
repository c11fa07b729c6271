// Shows notices that come when no page is open: this file runs in the browser by itself. It keeps
// nothing and stands in the way of no request.

const UNKNOWN = { title: "Stavka", text: "It may be your turn.", path: "/" };

/** What a notice says; browsers want one to be shown, whatever has come. */
function read(data) {
  try {
    const { title, text, path } = data.json();
    return [title, text, path].every((one) => typeof one === "string")
      ? { title, text, path }
      : UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}

/** Where a notice leads: to a page of this site, or to its lobby. */
function addressOf(path) {
  const home = new URL("/", self.location.href);
  try {
    const found = new URL(path, home);
    return found.origin === home.origin ? found.href : home.href;
  } catch {
    return home.href;
  }
}

/** Whether a page shows a table already, from whichever seat. */
function shows(page, address) {
  const table = /^#table\/(\w+)$/.exec(new URL(address).hash)?.[1];
  const { origin, hash } = new URL(page);
  if (origin !== new URL(address).origin) return false;
  return table
    ? hash === `#table/${table}` || hash.startsWith(`#seat/${table}.`)
    : hash === "" || hash === "#";
}

async function lead(address) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find(({ url }) => shows(url, address));
  return open ? open.focus() : self.clients.openWindow(address);
}

self.addEventListener("push", (event) => {
  const { title, text, path } = read(event.data);
  // A later notice about a table takes the place of the one before, and is heard all the same.
  const looks = { body: text, tag: path || "/", renotify: true, data: addressOf(path) };
  event.waitUntil(self.registration.showNotification(title, looks));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data));
});
