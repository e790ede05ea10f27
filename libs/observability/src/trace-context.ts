import { randomBytes } from 'node:crypto';

/** W3C Trace Context, version 00. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

export const traceHeader = 'traceparent';

const pattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const zeros = /^0+$/;

export function parseTraceParent(header: string | undefined): TraceContext | undefined {
  const match = header === undefined ? null : pattern.exec(header);
  if (!match) return undefined;
  const [, traceId = '', spanId = '', flags = '00'] = match;
  if (zeros.test(traceId) || zeros.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function formatTraceParent(context: TraceContext): string {
  return `00-${context.traceId}-${context.spanId}-${context.isSampled ? '01' : '00'}`;
}

/** The caller's trace with a span of our own, or a new trace. */
export function continueTrace(header: string | undefined): TraceContext {
  const parent = parseTraceParent(header);
  return {
    traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    isSampled: parent?.isSampled ?? false,
  };
}
