import type { VideoOutput } from '@tollgate/video-protocols';

/** Longer than a copy usually waits, and shorter than any address is valid. */
const keptMs = 5 * 60_000;
const jobsMax = 5_000;

interface Kept {
  readonly outputs: readonly VideoOutput[];
  readonly untilMs: number;
}

/**
 * Where the outputs of jobs are that ended just now. In memory only, because some addresses carry a
 * key; it saves the provider a question right after its verdict.
 */
export class RecentOutputs {
  readonly #kept = new Map<string, Kept>();

  add(ulid: string, outputs: readonly VideoOutput[]): void {
    this.#kept.delete(ulid);
    this.#kept.set(ulid, { outputs, untilMs: performance.now() + keptMs });
    if (this.#kept.size <= jobsMax) return;
    const [oldest = ''] = this.#kept.keys();
    this.#kept.delete(oldest);
  }

  find(ulid: string): readonly VideoOutput[] | undefined {
    const kept = this.#kept.get(ulid);
    if (kept === undefined || kept.untilMs > performance.now()) return kept?.outputs;
    this.#kept.delete(ulid);
    return undefined;
  }

  forget(ulid: string): void {
    this.#kept.delete(ulid);
  }
}
