// One question and what came of it: what the panel shows, and the frames it was made from.

import type { Locator, Response } from "@playwright/test";

export type Triple = [number, number, number];

/** The part of a citation's target that the specs compare with what the host did. */
export interface CitedTarget {
  kind: string;
  id: string;
  pano_id?: string;
  camera_position?: Triple;
  look_at?: Triple;
  view_direction?: Triple;
}

export interface Citation {
  number: number;
  title: string;
  level?: string;
  target: CitedTarget;
}

interface Frame {
  event: string;
  data: Record<string, unknown>;
}

export class Turn {
  readonly answer: Locator;
  readonly countLines: Locator;
  readonly cards: Locator;
  readonly numbers: Locator;
  readonly toolStatus: Locator;
  readonly notices: Locator;

  constructor(
    readonly root: Locator,
    private readonly response: Response,
  ) {
    this.answer = root.getByTestId("answer");
    this.countLines = root.getByTestId("count-line");
    this.cards = root.getByTestId("card");
    this.numbers = root.getByTestId("number");
    this.toolStatus = root.getByTestId("tool-status");
    this.notices = root.getByTestId("notice");
  }

  /** The frames of the stream, in order. */
  async frames(): Promise<Frame[]> {
    const text = await this.response.text();
    return text
      .split(/\r?\n\r?\n/)
      .map((block) => {
        const lines = block.split(/\r?\n/);
        const field = (name: string) =>
          lines
            .filter((line) => line.startsWith(`${name}:`))
            .map((line) => line.slice(name.length + 1).trimStart())
            .join("\n");
        return { event: field("event"), data: field("data") };
      })
      .filter(({ data }) => data !== "")
      .map(({ event, data }) => ({ event, data: JSON.parse(data) as Record<string, unknown> }));
  }

  async citations(): Promise<Citation[]> {
    const references = (await this.frames()).filter(({ event }) => event === "references");
    return references.flatMap(({ data }) => (data["citations"] ?? []) as Citation[]);
  }
}
