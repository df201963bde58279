// Pointer and keyboard to camera movement. Keys are the viewer's only while nobody is typing,
// whichever shadow root the text field is in.

import type { Rig } from "./rig";

const MOVES: Record<string, [number, number, number]> = {
  KeyW: [0, 0, 1],
  KeyS: [0, 0, -1],
  KeyA: [-1, 0, 0],
  KeyD: [1, 0, 0],
  KeyE: [0, 1, 0],
  KeyQ: [0, -1, 0],
};

const CLICK_SLOP_PX = 5;

/** Whether the event comes from something that takes text. Looks through open shadow roots. */
export function isTyping(event: Event): boolean {
  return event.composedPath().some((node) => {
    if (!(node instanceof HTMLElement)) return false;
    return (
      node.isContentEditable ||
      node instanceof HTMLInputElement ||
      node instanceof HTMLTextAreaElement ||
      node instanceof HTMLSelectElement ||
      node.getAttribute("role") === "textbox"
    );
  });
}

export interface InputTargets {
  canvas: HTMLCanvasElement;
  rig: Rig;
  /** Called for a click that was not a drag. */
  onClick: (x: number, y: number) => void;
  onHover: (x: number, y: number) => void;
  onWake: () => void;
}

export class Input {
  readonly #held = new Set<string>();
  readonly #pointers = new Map<number, { x: number; y: number }>();
  #travel = 0;

  constructor(private readonly to: InputTargets) {
    const { canvas } = to;
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => this.#up(event));
    canvas.addEventListener("pointercancel", (event) => this.#pointers.delete(event.pointerId));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    window.addEventListener("keydown", (event) => this.#keyDown(event));
    window.addEventListener("keyup", (event) => this.#held.delete(event.code));
    window.addEventListener("blur", () => this.#held.clear());
    window.addEventListener("focusin", (event) => {
      if (isTyping(event)) this.#held.clear();
    });
  }

  /** Applies held keys for `seconds`. Returns whether any key is held. */
  step(seconds: number): boolean {
    if (this.#held.size === 0) return false;
    let [right, up, forward] = [0, 0, 0];
    for (const code of this.#held) {
      const move = MOVES[code];
      if (!move) continue;
      right += move[0];
      up += move[1];
      forward += move[2];
    }
    const { view } = this.to.rig;
    const speed = view.stance === "stand" ? 4.5 : Math.max(6, view.reach * 0.6);
    const way = speed * Math.min(seconds, 0.1);
    this.to.rig.move(right * way, up * way, forward * way);
    return true;
  }

  #down(event: PointerEvent): void {
    this.to.canvas.setPointerCapture(event.pointerId);
    this.to.canvas.focus({ preventScroll: true });
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#pointers.size === 1) this.#travel = 0;
  }

  #move(event: PointerEvent): void {
    const last = this.#pointers.get(event.pointerId);
    if (!last) {
      this.to.onHover(event.clientX, event.clientY);
      return;
    }
    const dx = event.clientX - last.x;
    const dy = event.clientY - last.y;
    this.#travel += Math.hypot(dx, dy);
    const gapBefore = this.#gap();
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#travel < CLICK_SLOP_PX) return;
    const { rig, canvas } = this.to;
    const height = Math.max(1, canvas.clientHeight);
    if (this.#pointers.size >= 2) {
      const gap = this.#gap();
      if (gapBefore > 0 && gap > 0) rig.zoom(gapBefore / gap);
      rig.pan(-dx / height / 2, dy / height / 2);
      return;
    }
    const panning = (event.buttons & 6) !== 0 || event.shiftKey;
    if (panning) rig.pan(-dx / height, dy / height);
    else {
      const sign = rig.view.stance === "orbit" ? 1 : -1;
      rig.turn((sign * dx * 2.6) / height, (-sign * dy * 2) / height);
    }
  }

  #up(event: PointerEvent): void {
    const wasClick = this.#pointers.size === 1 && this.#travel < CLICK_SLOP_PX && event.button === 0;
    this.#pointers.delete(event.pointerId);
    if (wasClick) this.to.onClick(event.clientX, event.clientY);
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY;
    this.to.rig.zoom(Math.exp(Math.max(-240, Math.min(240, pixels)) * 0.0016));
  }

  #keyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing || isTyping(event)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (MOVES[event.code]) {
      this.#held.add(event.code);
      this.to.onWake();
      return;
    }
    if (event.target !== this.to.canvas) return;
    const { rig } = this.to;
    const turn = rig.view.stance === "orbit" ? 0.08 : 0.12;
    const act: Record<string, () => void> = {
      ArrowLeft: () => rig.turn(-turn, 0),
      ArrowRight: () => rig.turn(turn, 0),
      ArrowUp: () => rig.turn(0, turn),
      ArrowDown: () => rig.turn(0, -turn),
      "+": () => rig.zoom(0.85),
      "=": () => rig.zoom(0.85),
      "-": () => rig.zoom(1.18),
    };
    const action = act[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  #gap(): number {
    const [a, b] = [...this.#pointers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }
}
