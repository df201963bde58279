// Plan geometry: outlines are simple polygons in metres, without the closing point.

export type Point = readonly [number, number];

export function bounds(points: readonly Point[]): { min: Point; max: Point } {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
  }
  return { min: [minX, minY], max: [maxX, maxY] };
}

export function contains(polygon: readonly Point[], [x, y]: Point): boolean {
  let inside = false;
  for (const [a, b] of edges(polygon)) {
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) {
      inside = !inside;
    }
  }
  return inside;
}

export function edges(polygon: readonly Point[]): Array<[Point, Point]> {
  const closed = open(polygon);
  return closed.map((point, index) => [point, closed[(index + 1) % closed.length] ?? point]);
}

/** Drops a repeated closing point. */
export function open(polygon: readonly Point[]): readonly Point[] {
  const first = polygon[0];
  const last = polygon.at(-1);
  const closes = polygon.length > 3 && first && last && first[0] === last[0] && first[1] === last[1];
  return closes ? polygon.slice(0, -1) : polygon;
}

/** Distance from a point to the polygon's nearest edge. */
export function clearance(polygon: readonly Point[], [x, y]: Point): number {
  let nearest = Infinity;
  for (const [a, b] of edges(polygon)) {
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const t = Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy || 1)));
    nearest = Math.min(nearest, Math.hypot(x - a[0] - t * dx, y - a[1] - t * dy));
  }
  return nearest;
}

/** Lines at `pitch` or a little less, from edge to edge of an interval. */
export function gridLines(low: number, high: number, pitch: number): number[] {
  const bays = Math.max(1, Math.round((high - low) / pitch));
  return Array.from({ length: bays + 1 }, (_, index) => low + ((high - low) * index) / bays);
}

/** The multiples of `pitch` in an interval, ends included. */
export function multiples(low: number, high: number, pitch: number): number[] {
  const first = Math.ceil(low / pitch);
  const count = Math.max(0, Math.floor(high / pitch) - first + 1);
  return Array.from({ length: count }, (_, index) => (first + index) * pitch);
}
