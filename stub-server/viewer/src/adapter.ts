// The viewer's side of the panel's host contract: nine methods and a declaration.

import type {
  CitationOutcome,
  CitationTarget,
  HostAdapter,
  ViewContext,
} from "../../../panel/js/beacon-panel.js";
import type { TokenCache } from "./token";

export type { CitationOutcome, CitationTarget, HostAdapter, ViewContext };

/** What the adapter needs of the viewer. */
export interface ViewerPort {
  facilityKey(): string;
  snapshot(): ViewContext | null;
  goTo(target: CitationTarget): Promise<CitationOutcome>;
  onChange(listener: () => void): () => void;
}

export function hostAdapter(viewer: ViewerPort, tokens: TokenCache): HostAdapter {
  return {
    getFacilityKey: () => viewer.facilityKey(),
    getAuthToken: (options) => tokens.get(options),
    getLicenseTierSet: () => tokens.tiers(),
    getCurrentSurfaceId: () => "site-viewer",
    getViewerSnapshot: () => viewer.snapshot(),
    dispatchCitation: (target) => viewer.goTo(target),
    subscribeViewerState: (listener) => viewer.onChange(() => listener(viewer.snapshot())),
    resolveDeepLink: deepLink,
    getIsAdmin: () => false,
    capabilities: { camera: true, routing: false, annotations: false },
  };
}

/** The address that shows a target in this viewer; `null` where the viewer has no such place. */
export function deepLink(target: CitationTarget): string | null {
  const query = new URLSearchParams({ facility: target.facility_key });
  const pano = target.kind === "panorama" ? (target.pano_id ?? target.id) : target.pano_id;
  if (pano) query.set("pano", pano);
  else if (target.level_id ?? target.kind === "level") query.set("level", target.level_id ?? target.id);
  else return null;
  return `/viewer/?${query.toString()}`;
}
