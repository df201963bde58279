// Puts the page together: viewer, dock, panel.

import { hostAdapter, type ViewerPort } from "./adapter";
import { Dock } from "./dock";
import { part } from "./hud";
import { issueToken, TokenCache } from "./token";
import { requestedFacility, Viewer } from "./viewer";

declare global {
  interface Window {
    beaconViewer?: Pick<Viewer, "state">;
  }
}

async function serverUrl(): Promise<string> {
  const named = document.querySelector<HTMLMetaElement>('meta[name="beacon-server-url"]')?.content;
  if (named) return named;
  const response = await fetch("/viewer/api/settings");
  if (!response.ok) throw new Error(`the settings answered ${response.status}`);
  return ((await response.json()) as { server_url: string }).server_url;
}

const viewer = new Viewer(part<HTMLCanvasElement>("canvas"), part("scene"), part("labels"));
window.beaconViewer = { state: () => viewer.state() };

const dock = new Dock({
  shell: part("shell"),
  dock: part("dock"),
  launcher: part<HTMLButtonElement>("launcher"),
  grip: part("grip"),
  slot: part("panel-slot"),
});

async function open(): Promise<void> {
  const query = new URLSearchParams(location.search);
  const entered = await viewer.load(requestedFacility(), { push: false });
  if (entered !== "arrived") return;
  const [pano, level] = [query.get("pano"), query.get("level")];
  const facility_key = viewer.facilityKey();
  if (pano) await viewer.goTo({ kind: "panorama", id: pano, facility_key });
  else if (level) await viewer.goTo({ kind: "level", id: level, facility_key });
}

window.addEventListener("popstate", () => void open());

const port: ViewerPort = {
  facilityKey: () => viewer.facilityKey(),
  snapshot: () => viewer.snapshot(),
  goTo: (target) => {
    dock.makeRoom();
    return viewer.goTo(target);
  },
  onChange: (listener) => viewer.onChange(listener),
};

const opened = open();
const url = await serverUrl();
await opened;
await dock.mount(hostAdapter(port, new TokenCache(issueToken)), url);
