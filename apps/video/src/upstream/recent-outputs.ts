import { LRUCache } from 'lru-cache';
import type { VideoOutput } from '@tollgate/video-protocols';

/** Longer than a copy usually waits, and shorter than any address is valid. */
const keptMs = 5 * 60_000;
const jobsMax = 5_000;

/**
 * Where the outputs of jobs are that ended just now. In memory only, because some addresses carry a
 * key; it saves a request to the provider right after its verdict.
 */
export class RecentOutputs {
  readonly #kept = new LRUCache<string, readonly VideoOutput[]>({ max: jobsMax, ttl: keptMs });

  add(ulid: string, outputs: readonly VideoOutput[]): void {
    this.#kept.set(ulid, outputs);
  }

  find(ulid: string): readonly VideoOutput[] | undefined {
    return this.#kept.get(ulid);
  }

  forget(ulid: string): void {
    this.#kept.delete(ulid);
  }
}
