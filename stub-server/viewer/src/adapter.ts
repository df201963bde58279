// The viewer's side of the panel's host contract: nine methods and a declaration.

import type { TokenCache } from "./token";

export type CitationOutcome = "arrived" | "cancelled" | "not_found" | "denied";

export interface CitationTarget {
  kind: "panorama" | "finding" | "element" | "record" | "level";
  id: string;
  facility_key: string;
  review_key?: string | null;
  record_id?: string | null;
  pano_id?: string | null;
  level_id?: string | null;
  bim_id?: string | null;
  element_guid?: string | null;
  camera_position?: [number, number, number] | null;
  look_at?: [number, number, number] | null;
  view_direction?: [number, number, number] | null;
  frame?: "bcf-world-m" | null;
  look_at_source?: "ray" | "anchor" | "derived" | null;
}

export interface ViewContext {
  facility_name?: string;
  review_name?: string;
  record_label?: string;
  captured_at?: string;
  level_id?: string;
  level_name?: string;
  pano_id?: string;
}

export interface HostAdapter {
  getFacilityKey(): string | null;
  getAuthToken(options: { refresh: boolean }): Promise<string | null>;
  getLicenseTierSet(): string[];
  getCurrentSurfaceId(): string;
  getViewerSnapshot(): ViewContext | null;
  dispatchCitation(target: CitationTarget): Promise<CitationOutcome>;
  subscribeViewerState(listener: (snapshot: ViewContext | null) => void): () => void;
  resolveDeepLink(target: CitationTarget): string | null;
  getIsAdmin(): boolean;
  capabilities: { camera: boolean; routing: boolean; annotations: boolean };
}

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
    getAuthToken: (options) => tokens.get({ refresh: options?.refresh === true }),
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
