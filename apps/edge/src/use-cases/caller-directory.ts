import { LRUCache } from 'lru-cache';
import { AppError } from '@tollgate/errors';
import type { EndedKey } from '@tollgate/identity';
import type { Caller, CallerEntry } from '../domain/caller';
import type { Clock, LookUpCaller } from './ports';
import type { UnknownLimit } from './unknown-limit';

/** An answer of auth is believed for so long at most. */
const entryLifeMs = 15_000;
/** A caller in use is refreshed before it expires, so that no request waits. */
const refreshAfterMs = 10_000;
const unknownLifeMs = 2_000;
const entriesMax = 50_000;
const unknownMax = 10_000;

export interface CallerDirectoryOptions {
  readonly lookUp: LookUpCaller;
  readonly unknownLimit: UnknownLimit;
  readonly clock: Clock;
}

interface Unknown {
  readonly untilMs: number;
  /** Undefined: no key has this hash. */
  readonly ended: EndedKey | undefined;
}

interface Lookup {
  readonly promise: Promise<CallerEntry | undefined>;
  /** The credential changed while the lookup was under way: its answer may be outdated. */
  isOutdated: boolean;
}

/** Cached callers by the hash of their credential. */
export class CallerDirectory {
  readonly #options: CallerDirectoryOptions;
  readonly #entries = new LRUCache<string, CallerEntry>({ max: entriesMax });
  readonly #unknown = new LRUCache<string, Unknown>({ max: unknownMax });
  /** By credential and address: known ones that were refused there. */
  readonly #refused = new LRUCache<string, number>({ max: unknownMax });
  readonly #lookups = new Map<string, Lookup>();

  constructor(options: CallerDirectoryOptions) {
    this.#options = options;
  }

  /** The cached caller: nearly every request ends here. */
  peek(hash: string, requestId: string): CallerEntry | undefined {
    const entry = this.#entries.get(hash);
    if (entry === undefined) return undefined;
    const ageMs = this.#options.clock.nowMs() - entry.foundAtMs;
    if (ageMs >= entryLifeMs) {
      this.#entries.delete(hash);
      return undefined;
    }
    if (ageMs >= refreshAfterMs && !this.#lookups.has(hash)) {
      // The entry serves on when auth is away; after its life requests say so themselves.
      this.#startLookup(hash, requestId).promise.catch(() => undefined);
    }
    return entry;
  }

  /** Looks a credential up in auth, once for all waiting requests. Undefined: it is unknown. */
  async find(hash: string, address: string, requestId: string): Promise<CallerEntry | undefined> {
    const { clock, unknownLimit } = this.#options;
    const nowMs = clock.nowMs();
    if ((this.#unknown.get(hash)?.untilMs ?? 0) > nowMs) return undefined;
    if (!unknownLimit.take(address, nowMs)) throw makeTooManyError();
    const lookup = this.#lookups.get(hash) ?? this.#startLookup(hash, requestId);
    const entry = await lookup.promise;
    if (entry !== undefined) unknownLimit.giveBack(address);
    return entry;
  }

  /** The key behind a credential that `find` did not find, if it was one before. */
  getEnded(hash: string): EndedKey | undefined {
    return this.#unknown.get(hash)?.ended;
  }

  /**
   * A known credential that may not be used like this costs its sender what an unknown one costs:
   * a caller over the limit of attempts must not see from the answer that it is valid.
   */
  refuse(hash: string, address: string): AppError {
    const { clock, unknownLimit } = this.#options;
    const nowMs = clock.nowMs();
    const key = `${hash} ${address}`;
    if ((this.#refused.get(key) ?? 0) <= nowMs) {
      if (!unknownLimit.take(address, nowMs)) return makeTooManyError();
      this.#refused.set(key, nowMs + unknownLifeMs);
    }
    return new AppError('unauthenticated');
  }

  /** The next request with this credential asks auth. */
  forget(hash: string): void {
    this.#entries.delete(hash);
    this.#unknown.delete(hash);
    this.#abandonLookup(hash);
  }

  forgetUser(userId: string): void {
    this.#forgetWhere(({ identity }) => identity.userId === userId);
  }

  /** Drops all callers of an organization. */
  forgetOrg(orgId: string): void {
    this.#forgetWhere(({ identity }) => identity.org?.orgId === orgId);
  }

  #forgetWhere(isMeant: (caller: Caller) => boolean): void {
    for (const [hash, { caller }] of [...this.#entries]) {
      if (isMeant(caller)) this.#entries.delete(hash);
    }
    // A lookup under way may turn out to be of this caller.
    for (const hash of [...this.#lookups.keys()]) this.#abandonLookup(hash);
  }

  forgetAll(): void {
    this.#entries.clear();
    this.#unknown.clear();
    this.#refused.clear();
    for (const hash of [...this.#lookups.keys()]) this.#abandonLookup(hash);
  }

  #startLookup(hash: string, requestId: string): Lookup {
    // The answer is as old as the question: auth may have read its table at once.
    const foundAtMs = this.#options.clock.nowMs();
    const lookup: Lookup = {
      isOutdated: false,
      promise: this.#options.lookUp(hash, requestId).then(
        (found) => {
          const isEnded = found !== undefined && 'reason' in found;
          const entry =
            found === undefined || isEnded
              ? undefined
              : { caller: found, foundAtMs, identities: {} };
          this.#finish(hash, lookup, { entry, ended: isEnded ? found : undefined });
          return entry;
        },
        (error: unknown) => {
          if (this.#lookups.get(hash) === lookup) this.#lookups.delete(hash);
          throw error;
        },
      ),
    };
    this.#lookups.set(hash, lookup);
    return lookup;
  }

  /** Waiting requests get the answer in any case; only a current answer is cached. */
  #finish(
    hash: string,
    lookup: Lookup,
    { ended, entry }: Pick<Unknown, 'ended'> & { readonly entry: CallerEntry | undefined },
  ): void {
    if (this.#lookups.get(hash) === lookup) this.#lookups.delete(hash);
    if (lookup.isOutdated) return;
    if (entry === undefined) {
      this.#entries.delete(hash);
      this.#unknown.set(hash, { untilMs: this.#options.clock.nowMs() + unknownLifeMs, ended });
    } else {
      this.#entries.set(hash, entry);
    }
  }

  #abandonLookup(hash: string): void {
    const lookup = this.#lookups.get(hash);
    if (lookup === undefined) return;
    lookup.isOutdated = true;
    this.#lookups.delete(hash);
  }
}

function makeTooManyError(): AppError {
  return new AppError('rate_limited', {
    message: 'Too many unknown credentials from this address. Please try again in 1s.',
    retryAfterSeconds: 1,
  });
}
