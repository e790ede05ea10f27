import { AsyncLocalStorage } from 'node:async_hooks';
import { noSpan, type Span } from './tracer';

/** The request that some code runs for. */
export interface RequestScope {
  /** Empty where the caller sent none. */
  readonly requestId: string;
  readonly span: Span;
  /**
   * Set at the end of the request. Connections and timers that it opened live on in its scope, and
   * their log lines must not name it.
   */
  isOver: boolean;
}

const storage = new AsyncLocalStorage<RequestScope>();

export function makeRequestScope(requestId: string, span: Span = noSpan): RequestScope {
  return { requestId, span, isOver: false };
}

/** Makes the request known to all that `run` starts, for log lines and calls of other services. */
export function runInRequest<Result>(scope: RequestScope, run: () => Result): Result {
  return storage.run(scope, run);
}

/** The span of the running request; undefined where none is traced. */
export function findActiveSpan(): Span | undefined {
  const span = findScope()?.span;
  return span?.isRecorded === true ? span : undefined;
}

/** What a log line says of the running request; undefined outside of requests. */
export function describeRequest(): Readonly<Record<string, string | undefined>> | undefined {
  const scope = findScope();
  return scope && { requestId: scope.requestId || undefined, traceId: scope.span.traceId };
}

/** Undefined outside of requests. */
export function findRequestId(): string | undefined {
  return findScope()?.requestId || undefined;
}

function findScope(): RequestScope | undefined {
  const scope = storage.getStore();
  return scope?.isOver === false ? scope : undefined;
}
