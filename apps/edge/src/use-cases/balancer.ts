import type { Socket } from 'node:net';
import type { Logger } from '@tollgate/observability';
import { chooseInstance } from '../domain/choose-instance';
import type { Instance, InstanceList } from '../domain/instance-list';

/** A request on its way to one of several instances. */
export interface Attempt {
  readonly key: number;
  instance: Instance;
  /** Those that did not get it, and the present one. */
  readonly tried: Instance[];
  /** Set once it has a connection, with the bytes that were written to it before. */
  socket?: Socket | undefined;
  bytesBefore: number;
}

/** A request is sent to so many instances at most. */
const attemptsMax = 5;
/** Spreads consecutive numbers over all bits. */
const goldenRatio = 0x9e3779b1;

/** Chooses an instance for each request of one service, and counts what each of them has. */
export class Balancer {
  readonly #list: InstanceList;
  readonly #logger: Logger;
  #next = 0;

  constructor(list: InstanceList, logger: Logger) {
    this.#list = list;
    this.#logger = logger;
  }

  /** Requests without a key are spread evenly. Undefined when no instance is known. */
  begin(affinity: number | undefined): Attempt | undefined {
    const key = affinity ?? this.#makeKey();
    const instance = chooseInstance(this.#list.all, key);
    if (instance === undefined) return undefined;
    instance.active += 1;
    return { key, instance, tried: [instance], bytesBefore: 0 };
  }

  /**
   * Chooses another instance for a request of which nothing was sent; false when no other may be
   * tried. The failed one gets no requests until it answers a probe.
   */
  continue(attempt: Attempt, error: Error, requestId: string): boolean {
    const { instance: failed, key, tried } = attempt;
    failed.isUp = false;
    const isLast = tried.length >= attemptsMax;
    const next = isLast ? undefined : chooseInstance(this.#list.all, key, tried);
    const { owner } = this.#list;
    const urls = { url: failed.url, next: next?.url };
    this.#logger.info('instance not reached', { owner, requestId, ...urls, error });
    if (next === undefined) return false;
    failed.active -= 1;
    next.active += 1;
    tried.push(next);
    attempt.instance = next;
    attempt.socket = undefined;
    return true;
  }

  end({ instance }: Attempt): void {
    instance.active -= 1;
  }

  #makeKey(): number {
    this.#next += 1;
    return Math.imul(this.#next, goldenRatio);
  }
}
