import type { ProviderAdapter, SseEvent } from '@tollgate/model-spec';
import type { CallCandidate } from '../route/routed-call';

/** Counts the hosted tools that a stream shows in use before it reports them. */
export class UseCount {
  readonly #adapter: Pick<ProviderAdapter, 'readUse'>;
  readonly #uses = new Map<string, number>();

  constructor(adapter: Pick<ProviderAdapter, 'readUse'>) {
    this.#adapter = adapter;
  }

  /** Undefined for a call without such tools: its events need not be looked at. */
  static of({ adapter, work }: Pick<CallCandidate, 'adapter' | 'work'>): UseCount | undefined {
    const hasTools = (work.extras?.tools.length ?? 0) > 0;
    return hasTools && adapter.readUse !== undefined ? new UseCount(adapter) : undefined;
  }

  get uses(): ReadonlyMap<string, number> {
    return this.#uses;
  }

  note(event: SseEvent): void {
    const tool = this.#adapter.readUse?.(event);
    if (tool !== undefined) this.#uses.set(tool, (this.#uses.get(tool) ?? 0) + 1);
  }
}
