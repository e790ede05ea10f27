export type SpanKind = 'internal' | 'server' | 'client' | 'consumer';

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** One step of a traced request. Never holds a prompt, an answer or a credential. */
export interface Span {
  /** False: it is not traced or has ended, and the other members do nothing. */
  readonly isRecorded: boolean;
  /** Undefined where nothing is recorded. */
  readonly traceId: string | undefined;
  /** The W3C header that makes spans of others children of this one. */
  readonly traceParent: string | undefined;
  rename(name: string): void;
  set(attributes: Attributes): void;
  startChild(name: string, kind: SpanKind): Span;
  /** A failure is the code of an error, never its text. */
  end(failure?: string): void;
}

/** Why spans did not get to the collector. */
export const lossReasons = ['queue_full', 'export_failed'] as const;
export type LossReason = (typeof lossReasons)[number];
export type OnLost = (reason: LossReason, spans: number) => void;

export interface Tracer {
  /**
   * For the service that clients call: decides by the ratio whether a request is traced. The
   * sampled flag of the client's header counts only where it is trusted.
   */
  startTrace(name: string, clientParent: string | undefined, isFlagTrusted: boolean): Span;
  /** Continues the trace of another service. Nothing is recorded unless that service records. */
  continueTrace(name: string, kind: SpanKind, traceParent: string | undefined): Span;
  /** Calls the listener for spans that are lost from now on. There is one listener. */
  listenForLosses(onLost: OnLost): void;
}

/** One object for all requests that are not traced: it costs no allocation. */
export const noSpan: Span = Object.freeze({
  isRecorded: false,
  traceId: undefined,
  traceParent: undefined,
  rename: () => undefined,
  set: () => undefined,
  startChild: () => noSpan,
  end: () => undefined,
});

/** For services without a collector. */
export const noTracer: Tracer = Object.freeze({
  startTrace: () => noSpan,
  continueTrace: () => noSpan,
  listenForLosses: () => undefined,
});
