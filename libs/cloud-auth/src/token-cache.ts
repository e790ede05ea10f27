import { LRUCache } from 'lru-cache';
import { TokenRefusedError, type TokenExchange, type TokenSource } from './authorize';

export interface IssuedToken {
  readonly token: string;
  readonly expiresInSeconds: number;
}

/** Sends the form. Raises TokenRefusedError; any other error means that there was no answer. */
export type PostTokenForm = (
  url: string,
  form: Readonly<Record<string, string>>,
) => Promise<IssuedToken>;

interface Entry {
  token: string | undefined;
  expiresAtMs: number;
  /** From here on a new token is obtained while the old one is still in use. */
  renewAtMs: number;
  /** The exchange that is under way. */
  pending: Promise<string> | undefined;
  refusal: TokenRefusedError | undefined;
  /** No exchange before this: the last one failed. */
  retryAtMs: number;
}

const tokensMax = 1_000;
/** A token is renewed when this share of its life is over, and not used in its last minute. */
const renewedAfterShare = 0.75;
const spareMs = 60_000;
const retryAfterMs = 5_000;

/** Exchanges credentials for tokens: one exchange at a time for each, and ahead of expiry. */
export class TokenCache implements TokenSource {
  readonly #entries = new LRUCache<string, Entry>({ max: tokensMax });
  readonly #post: PostTokenForm;
  readonly #nowMs: () => number;

  constructor(post: PostTokenForm, nowMs: () => number = Date.now) {
    this.#post = post;
    this.#nowMs = nowMs;
  }

  async getToken(exchange: TokenExchange): Promise<string> {
    const entry = this.#entries.get(exchange.id) ?? makeEntry();
    this.#entries.set(exchange.id, entry);
    const now = this.#nowMs();
    if (entry.token !== undefined && now < entry.expiresAtMs) {
      // The call goes ahead with the old token; a failed renewal is tried again by a later call.
      if (now >= entry.renewAtMs && now >= entry.retryAtMs) {
        this.#exchange(entry, exchange).catch(() => undefined);
      }
      return entry.token;
    }
    if (entry.refusal !== undefined && now < entry.retryAtMs) throw entry.refusal;
    return this.#exchange(entry, exchange);
  }

  /** The provider refused this token before its time, so it is not used again. */
  forget(id: string, token: string): void {
    const entry = this.#entries.peek(id);
    if (entry?.token === token) entry.token = undefined;
  }

  #exchange(entry: Entry, exchange: TokenExchange): Promise<string> {
    entry.pending ??= this.#issue(entry, exchange).finally(() => (entry.pending = undefined));
    return entry.pending;
  }

  async #issue(entry: Entry, exchange: TokenExchange): Promise<string> {
    const startedMs = this.#nowMs();
    try {
      const { expiresInSeconds, token } = await this.#post(
        exchange.url,
        exchange.makeForm(startedMs),
      );
      const lifeMs = expiresInSeconds * 1_000;
      entry.token = token;
      entry.expiresAtMs = startedMs + Math.max(lifeMs - spareMs, lifeMs / 2);
      entry.renewAtMs = startedMs + lifeMs * renewedAfterShare;
      entry.refusal = undefined;
      return token;
    } catch (error) {
      entry.refusal = error instanceof TokenRefusedError ? error : undefined;
      entry.retryAtMs = this.#nowMs() + retryAfterMs;
      throw error;
    }
  }
}

function makeEntry(): Entry {
  return {
    token: undefined,
    expiresAtMs: 0,
    renewAtMs: 0,
    pending: undefined,
    refusal: undefined,
    retryAtMs: 0,
  };
}
