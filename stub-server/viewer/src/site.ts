// What the site API sends, and look-ups over it. Columns rather than objects: a facility has
// thousands of panoramas.

import type { Triple } from "./frame";

export interface Level {
  id: string;
  name: string;
  /** Finished floor, metres. */
  elevation: number;
  /** Clear height above the floor, metres. */
  ceiling: number;
  /** Whether this is the level at grade. */
  ground: boolean;
  outline: Array<[number, number]>;
}

export interface RecordEntry {
  id: string;
  captured_at: string;
}

export interface SiteData {
  facility: { key: string; name: string; review_key?: string };
  facilities: Array<{ key: string; name: string }>;
  levels: Level[];
  records: RecordEntry[];
  panoramas: {
    id: string[];
    level: number[];
    record: number[];
    x: number[];
    y: number[];
    z: number[];
  };
}

/** Why a site could not be loaded. */
export class SiteError extends Error {
  constructor(readonly status: number) {
    super(`the site API answered ${status}`);
  }
}

export class Site {
  readonly #indexById = new Map<string, number>();
  readonly countByLevel: number[];

  constructor(readonly data: SiteData) {
    this.countByLevel = data.levels.map(() => 0);
    data.panoramas.id.forEach((id, index) => {
      this.#indexById.set(id, index);
      const level = data.panoramas.level[index];
      if (level !== undefined) this.countByLevel[level] = (this.countByLevel[level] ?? 0) + 1;
    });
  }

  get panoramaCount(): number {
    return this.data.panoramas.id.length;
  }

  panorama(id: string | null | undefined): Panorama | null {
    const index = id ? this.#indexById.get(id) : undefined;
    return index === undefined ? null : this.panoramaAt(index);
  }

  panoramaAt(index: number): Panorama | null {
    const { id, level, record, x, y, z } = this.data.panoramas;
    const key = id[index];
    if (key === undefined) return null;
    const levelIndex = level[index] ?? 0;
    return {
      index,
      id: key,
      position: [x[index] ?? 0, y[index] ?? 0, z[index] ?? 0],
      levelIndex,
      level: this.data.levels[levelIndex] ?? null,
      record: this.data.records[record[index] ?? -1] ?? null,
    };
  }

  levelIndex(id: string | null | undefined): number {
    return this.data.levels.findIndex((level) => level.id === id);
  }

  recordIndex(id: string | null | undefined): number {
    return this.data.records.findIndex((record) => record.id === id);
  }
}

export interface Panorama {
  index: number;
  id: string;
  /** World frame. */
  position: Triple;
  levelIndex: number;
  level: Level | null;
  record: RecordEntry | null;
}

export async function loadSite(facility: string): Promise<Site> {
  const response = await fetch(`/viewer/api/site?facility=${encodeURIComponent(facility)}`);
  if (!response.ok) throw new SiteError(response.status);
  return new Site((await response.json()) as SiteData);
}
