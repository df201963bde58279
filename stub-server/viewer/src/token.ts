// The platform's token, as a host application would keep it: in memory, until shortly before it
// expires. Several requests at once share one fetch.

const RENEW_BEFORE_MS = 60_000;

export interface IssuedToken {
  token: string;
  expiresAt: number;
}

export class TokenCache {
  #current: IssuedToken | null = null;
  #pending: Promise<IssuedToken | null> | null = null;

  constructor(
    private readonly issue: () => Promise<IssuedToken | null>,
    private readonly now: () => number = Date.now,
  ) {}

  async get(options: { refresh: boolean }): Promise<string | null> {
    const fresh = this.#current && this.#current.expiresAt - RENEW_BEFORE_MS > this.now();
    if (fresh && !options.refresh) return this.#current?.token ?? null;
    this.#pending ??= this.issue().finally(() => {
      this.#pending = null;
    });
    this.#current = await this.#pending;
    return this.#current?.token ?? null;
  }

  /** The tiers in the token's claims. For display only: the server reads its own copy. */
  tiers(): string[] {
    const payload = this.#current?.token.split(".")[1];
    if (!payload) return [];
    try {
      const claims = JSON.parse(atob(payload.replace(/-/g, "+").replace(/_/g, "/"))) as {
        tiers?: unknown;
      };
      return Array.isArray(claims.tiers)
        ? claims.tiers.filter((tier): tier is string => typeof tier === "string")
        : [];
    } catch {
      return [];
    }
  }
}

/** Asks the platform's issuer. `null` means that nobody is signed in. */
export async function issueToken(): Promise<IssuedToken | null> {
  const response = await fetch("/issuer/token", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  if (response.status === 401 || response.status === 403) return null;
  if (!response.ok) throw new Error(`the token issuer answered ${response.status}`);
  const body = (await response.json()) as { token: string; expires_at: string | number };
  return { token: body.token, expiresAt: expiry(body.expires_at) };
}

/** Accepts RFC 3339 and NumericDate. */
export function expiry(value: string | number): number {
  if (typeof value === "number") return value * 1000;
  const parsed = Date.parse(value);
  return Number.isNaN(parsed) ? 0 : parsed;
}
