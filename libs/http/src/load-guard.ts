import { AppError } from '@tollgate/errors';
import type { Part } from '@tollgate/lifecycle';
import type { Logger, Metrics } from '@tollgate/observability';
import type { BodyBudget } from './body-budget';
import type { LoadReading, WatchLoad } from './read-load';

export interface LoadLimits {
  /** Mean delay of the event loop. */
  readonly loopDelayMsMax: number;
  /** Heap and what hangs outside of it, together. */
  readonly memoryBytesMax: number;
  readonly requestsMax: number;
}

export interface LoadGuardOptions {
  readonly limits: LoadLimits;
  readonly watchLoad: WatchLoad;
  /** Unfinished requests, including the current one. */
  readonly countRequests: () => number;
  /** Where bodies are held in memory. */
  readonly bodies?: Pick<BodyBudget, 'bytesHeld'>;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

type Reason = 'loop delay' | 'memory' | 'requests';

/** One long turn of the loop, or one process that was stopped for a while, is no overload. */
const slowSamplesMin = 2;
const calmSamplesMin = 2;
/** With fewer requests the machine is slow, not the process: to refuse some would not help. */
const slowRequestsMin = 8;
/** It ends well below of where it began, or it would begin and end all the time. */
const calmShare = { loopDelay: 0.5, memory: 0.9, requests: 0.9 };
const retryAfterSeconds = 2;

/**
 * Refuses new requests before memory or the event loop are exhausted, so that running ones can
 * finish. The process is sampled twice a second; a request only compares two numbers.
 */
export class LoadGuard implements Part {
  readonly name = 'load guard';
  readonly #options: LoadGuardOptions;
  readonly #meters: ReturnType<typeof createMeters>;
  /** One instance for all: a stack trace for each would cost work under overload. */
  readonly #error = new AppError('overloaded', { retryAfterSeconds });
  #stopWatching: (() => void) | undefined;
  #reason: Reason | undefined;
  #beganAtMs = 0;
  #refused = 0;
  /** Refused for want of room for their bodies since the last sample; undefined: none is now. */
  #bodiesRefused: number | undefined;
  #slowSamples = 0;
  #calmSamples = 0;

  constructor(options: LoadGuardOptions) {
    this.#options = options;
    this.#meters = createMeters(options.metrics);
  }

  start(): void {
    this.#stopWatching = this.#options.watchLoad((reading) => this.sample(reading));
  }

  stop(): void {
    this.#stopWatching?.();
  }

  /** Whether one more request may be served. */
  admits(): boolean {
    if (this.#reason !== undefined) return false;
    const { countRequests, limits } = this.#options;
    if (countRequests() <= limits.requestsMax) return true;
    this.#begin('requests', {});
    return false;
  }

  /** What a request that is not admitted is answered with. */
  refuse(): AppError {
    this.#refused += 1;
    this.#meters.refused.inc();
    return this.#error;
  }

  /** The same for a request whose body has no room beside the others. */
  refuseBody(): AppError {
    const { bodies, logger } = this.#options;
    if (this.#bodiesRefused === undefined) {
      logger.warn('load shedding began', { reason: 'bodies', bodyBytes: bodies?.bytesHeld });
    }
    this.#bodiesRefused = (this.#bodiesRefused ?? 0) + 1;
    return this.refuse();
  }

  /** Called twice a second. */
  sample({ loopDelayMs, memoryBytes }: LoadReading): void {
    const { countRequests, limits } = this.#options;
    const requests = countRequests();
    this.#meters.loopDelay.set(loopDelayMs / 1_000);
    this.#meters.memory.set(memoryBytes);
    this.#meters.requests.set(requests);
    this.#sampleBodies();

    const isSlow = loopDelayMs > limits.loopDelayMsMax && requests >= slowRequestsMin;
    this.#slowSamples = isSlow ? this.#slowSamples + 1 : 0;
    const isCalm =
      loopDelayMs < limits.loopDelayMsMax * calmShare.loopDelay &&
      memoryBytes < limits.memoryBytesMax * calmShare.memory &&
      requests < limits.requestsMax * calmShare.requests;
    this.#calmSamples = isCalm ? this.#calmSamples + 1 : 0;

    const fields = { loopDelayMs: Math.round(loopDelayMs), memoryBytes, requests };
    if (this.#reason !== undefined) {
      if (this.#calmSamples >= calmSamplesMin) this.#end(fields);
    } else if (memoryBytes > limits.memoryBytesMax) {
      this.#begin('memory', fields);
    } else if (this.#slowSamples >= slowSamplesMin) {
      this.#begin('loop delay', fields);
    }
  }

  #sampleBodies(): void {
    const { bodies, logger } = this.#options;
    this.#meters.bodies.set(bodies?.bytesHeld ?? 0);
    if (this.#bodiesRefused === 0) {
      this.#bodiesRefused = undefined;
      logger.info('load shedding ended', { reason: 'bodies', bodyBytes: bodies?.bytesHeld });
    } else if (this.#bodiesRefused !== undefined) {
      this.#bodiesRefused = 0;
    }
  }

  #begin(reason: Reason, fields: object): void {
    this.#reason = reason;
    this.#beganAtMs = performance.now();
    this.#refused = 0;
    this.#calmSamples = 0;
    this.#meters.isShedding.set(1);
    this.#options.logger.warn('load shedding began', { reason, ...fields });
  }

  #end(fields: object): void {
    const ms = Math.round(performance.now() - this.#beganAtMs);
    const ended = { reason: this.#reason, ms, refused: this.#refused, ...fields };
    this.#reason = undefined;
    this.#meters.isShedding.set(0);
    this.#options.logger.info('load shedding ended', ended);
  }
}

function createMeters(metrics: Metrics) {
  return {
    isShedding: metrics.gauge('http_load_shedding', '1 while new requests are refused'),
    refused: metrics.counter(
      'http_shed_requests_total',
      'Requests that were refused because of load',
    ),
    requests: metrics.gauge('http_running_requests', 'Requests under way'),
    loopDelay: metrics.gauge('http_loop_delay_seconds', 'Mean delay of the event loop'),
    bodies: metrics.gauge('http_body_bytes', 'Bytes of request bodies held in memory'),
    memory: metrics.gauge('http_memory_bytes', 'Heap and external memory in use'),
  };
}
