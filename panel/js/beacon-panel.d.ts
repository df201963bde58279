// The panel's types, as a host sees them.

/** What became of a click on a card. */
export type CitationOutcome = "arrived" | "cancelled" | "not_found" | "denied";

/** Metres, Z up, right-handed. */
export type Triple = [number, number, number];

/** Where a card leads. What a host does not have, it does not get: every axis but the scope is optional. */
export interface CitationTarget {
  kind: "panorama" | "finding" | "element" | "record" | "level";
  id: string;
  facility_key: string;
  review_key?: string;
  record_id?: string;
  pano_id?: string;
  level_id?: string;
  bim_id?: string;
  element_guid?: string;
  /** The coordinate triple is there as a whole or not at all. */
  camera_position?: Triple;
  look_at?: Triple;
  view_direction?: Triple;
  frame?: "bcf-world-m";
  look_at_source?: "ray" | "anchor" | "derived";
}

export interface ViewedAnnotation {
  id: string;
  name: string;
  state?: string;
}

/** What the user is looking at. A host sends what it honestly has. */
export interface ViewContext {
  facility_name?: string;
  review_name?: string;
  team_name?: string;
  record_label?: string;
  /** RFC 3339. */
  captured_at?: string;
  level_id?: string;
  level_name?: string;
  pano_id?: string;
  selected_annotation?: ViewedAnnotation;
  annotations?: ViewedAnnotation[];
}

/** The application around the panel. */
export interface HostAdapter {
  /** The facility the user is in. */
  getFacilityKey(): string | null;
  /** A bearer token. With `refresh`, a new one: the server refused the last. */
  getAuthToken(options: { refresh: boolean }): Promise<string | null>;
  /** For display only: the server decides. */
  getLicenseTierSet(): string[];
  /** Which surface of the host the panel is in. */
  getCurrentSurfaceId(): string;
  /** Asked when a message is sent. */
  getViewerSnapshot(): ViewContext | null | Promise<ViewContext | null>;
  /** Shows a target. A newer call ends an older one as `cancelled`. */
  dispatchCitation(target: CitationTarget): Promise<CitationOutcome>;
  /** Tells the listener of each change of the view, the facility included. Returns how to stop that. */
  subscribeViewerState(listener: (view: ViewContext | null) => void): () => void;
  /** The host's own address for a target. */
  resolveDeepLink(target: CitationTarget): string | null;
  getIsAdmin(): boolean;
  readonly capabilities: {
    readonly camera: boolean;
    readonly routing: boolean;
    readonly annotations: boolean;
  };
}

export type Locale = "en" | "ko" | "ja" | "de" | "fr";
export type Theme = "system" | "light" | "dark";

export interface MountOptions {
  serverUrl: string;
  adapter: HostAdapter;
  /** A language tag. Without it: the page's language, then the browser's; English where none fits. */
  locale?: Locale | (string & {});
  theme?: Theme;
}

export interface PanelHandle {
  /** Doing it twice does nothing. */
  unmount(): void;
  focusComposer(): void;
  sendUserMessage(text: string): void;
  /** Shows another conversation of the same user. */
  setThread(sessionId: string): void;
  stop(): void;
}

/** Mounts a panel into an element, which gets an open shadow root. */
export function mount(element: HTMLElement, options: MountOptions): Promise<PanelHandle>;

/** `<beacon-panel server-url="…" locale="…" theme="…">`; mounts once it has an adapter. */
export class BeaconPanelElement extends HTMLElement implements PanelHandle {
  adapter: HostAdapter | undefined;
  unmount(): void;
  focusComposer(): void;
  sendUserMessage(text: string): void;
  setThread(sessionId: string): void;
  stop(): void;
}

export type PanelState =
  | "loading"
  | "signed_out"
  | "ready"
  | "planning"
  | "searching"
  | "answering"
  | "answered"
  | "asking"
  | "denied"
  | "failed"
  | "offline";

/** Events on the element the panel was mounted in. They bubble. */
export interface BeaconEventMap {
  "beacon.ready": CustomEvent<Record<string, never>>;
  "beacon.error": CustomEvent<{ code: string; place?: string }>;
  "beacon.response.start": CustomEvent<Record<string, never>>;
  "beacon.response.end": CustomEvent<{ state: PanelState }>;
  /** A card is opened by its address. `target` is the JSON of a {@link CitationTarget}. */
  "beacon.deeplink": CustomEvent<{ href: string; target: string }>;
}

declare global {
  interface HTMLElementTagNameMap {
    "beacon-panel": BeaconPanelElement;
  }
  interface HTMLElementEventMap extends BeaconEventMap {}
}
