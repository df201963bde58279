// The only place where axes are flipped. Outside, everything is `bcf-world-m`: metres, Z up,
// right-handed. Inside the scene, three.js has Y up.

export type Triple = readonly [number, number, number];

/** Z up to Y up; directions alike. */
export function toScene([x, y, z]: Triple): [number, number, number] {
  return [x, z, 0 - y];
}

/** Y up to Z up; directions alike. */
export function toWorld([x, y, z]: Triple): [number, number, number] {
  return [x, 0 - z, y];
}

/** A triple of finite numbers, or nothing. */
export function triple(value: unknown): Triple | null {
  if (!Array.isArray(value) || value.length !== 3) return null;
  return value.every((part) => typeof part === "number" && Number.isFinite(part))
    ? (value as unknown as Triple)
    : null;
}

/** Which way a direction in the scene points: yaw 0 is -Z (north), pitch is upwards. */
export function heading([x, y, z]: Triple): { yaw: number; pitch: number } | null {
  const length = Math.hypot(x, y, z);
  if (!(length > 0)) return null;
  return { yaw: Math.atan2(x, -z), pitch: Math.asin(Math.max(-1, Math.min(1, y / length))) };
}

/** The unit direction of a heading, in the scene. */
export function direction(yaw: number, pitch: number): [number, number, number] {
  const flat = Math.cos(pitch);
  return [flat * Math.sin(yaw), Math.sin(pitch), -flat * Math.cos(yaw)];
}
