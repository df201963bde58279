// Where the camera is and where it is going. No DOM, no three.js: time is handed in.
//
// Two ways to stand: `orbit` turns around a pivot in front of the camera, `stand` turns the head
// on the spot. A flight ends in exactly one of two ways: it arrives, or something newer or the
// user's own hand cancels it.

import { direction } from "./frame";

export type Stance = "orbit" | "stand";

export interface View {
  /** Scene frame. */
  position: [number, number, number];
  yaw: number;
  pitch: number;
  /** Metres to the pivot. */
  reach: number;
  stance: Stance;
}

export type FlightEnd = "arrived" | "cancelled";

interface Flight {
  from: View;
  to: View;
  began: number | null;
  duration: number;
  lift: number;
  settle: (end: FlightEnd) => void;
}

const PITCH_LIMIT = 1.5;
const STAND_REACH = 6;

export class Rig {
  view: View;
  #flight: Flight | null = null;

  constructor(
    initial: View,
    private readonly onChange: () => void,
  ) {
    this.view = initial;
  }

  get flying(): boolean {
    return this.#flight !== null;
  }

  /** Jumps. Cancels a flight. */
  place(view: View): void {
    this.cancel();
    this.view = copy(view);
    this.onChange();
  }

  fly(to: View, options: { instant: boolean }): Promise<FlightEnd> {
    this.cancel();
    if (options.instant) {
      this.place(to);
      return Promise.resolve("arrived");
    }
    const from = copy(this.view);
    const way = distance(from.position, to.position);
    return new Promise((settle) => {
      this.#flight = {
        from,
        to: copy(to),
        began: null,
        duration: Math.min(1700, 650 + way * 9),
        lift: way > 12 && to.stance === "stand" && from.stance === "stand" ? 1.2 : 0,
        settle,
      };
      this.onChange();
    });
  }

  cancel(): void {
    const flight = this.#flight;
    this.#flight = null;
    flight?.settle("cancelled");
  }

  /** Moves a flight on. Returns whether there is more to come. */
  step(now: number): boolean {
    const flight = this.#flight;
    if (!flight) return false;
    flight.began ??= now;
    const t = Math.min(1, (now - flight.began) / flight.duration);
    if (t >= 1) {
      this.view = copy(flight.to);
      this.#flight = null;
      flight.settle("arrived");
      this.onChange();
      return false;
    }
    this.view = between(flight, ease(t));
    return true;
  }

  /** Turns the view by the user's hand. */
  turn(yaw: number, pitch: number): void {
    this.cancel();
    const view = this.view;
    const pivot = ahead(view);
    view.yaw += yaw;
    view.pitch = clamp(view.pitch + pitch, -PITCH_LIMIT, view.stance === "orbit" ? 0.35 : PITCH_LIMIT);
    if (view.stance === "orbit") {
      const [dx, dy, dz] = direction(view.yaw, view.pitch);
      view.position = [
        pivot[0] - dx * view.reach,
        pivot[1] - dy * view.reach,
        pivot[2] - dz * view.reach,
      ];
    }
    this.onChange();
  }

  /** Moves along the view's own axes, metres: right, up, forward along the ground. */
  move(right: number, up: number, forward: number): void {
    this.cancel();
    const { yaw, position } = this.view;
    position[0] += Math.cos(yaw) * right + Math.sin(yaw) * forward;
    position[1] += up;
    position[2] += Math.sin(yaw) * right - Math.cos(yaw) * forward;
    this.onChange();
  }

  /** Slides the picture under the pointer; the amounts are fractions of the reach. */
  pan(right: number, up: number): void {
    const { pitch, reach } = this.view;
    this.move(right * reach, Math.cos(pitch) * up * reach, -Math.sin(pitch) * up * reach);
  }

  /** Closer (factor < 1) or further away. */
  zoom(factor: number): void {
    this.cancel();
    const view = this.view;
    const reach = view.stance === "stand" ? STAND_REACH : view.reach;
    const next = view.stance === "stand" ? reach * factor : clamp(reach * factor, 2, 600);
    const [dx, dy, dz] = direction(view.yaw, view.pitch);
    const step = reach - next;
    view.position = [
      view.position[0] + dx * step,
      view.position[1] + dy * step,
      view.position[2] + dz * step,
    ];
    if (view.stance === "orbit") view.reach = next;
    this.onChange();
  }
}

export function ahead(view: View): [number, number, number] {
  const [dx, dy, dz] = direction(view.yaw, view.pitch);
  return [
    view.position[0] + dx * view.reach,
    view.position[1] + dy * view.reach,
    view.position[2] + dz * view.reach,
  ];
}

export function copy(view: View): View {
  return { ...view, position: [...view.position] };
}

function between(flight: Flight, t: number): View {
  const { from, to } = flight;
  const arc = Math.sin(Math.PI * t) * flight.lift;
  return {
    position: [
      mix(from.position[0], to.position[0], t),
      mix(from.position[1], to.position[1], t) + arc,
      mix(from.position[2], to.position[2], t),
    ],
    yaw: from.yaw + shortest(to.yaw - from.yaw) * t,
    pitch: mix(from.pitch, to.pitch, t),
    reach: mix(from.reach, to.reach, t),
    stance: to.stance,
  };
}

function shortest(angle: number): number {
  return Math.atan2(Math.sin(angle), Math.cos(angle));
}

function ease(t: number): number {
  return t < 0.5 ? 4 * t ** 3 : 1 - (-2 * t + 2) ** 3 / 2;
}

function mix(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot((a[0] ?? 0) - (b[0] ?? 0), (a[1] ?? 0) - (b[1] ?? 0), (a[2] ?? 0) - (b[2] ?? 0));
}
