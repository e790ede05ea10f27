/** W3C Trace Context, version 00. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

export const traceHeader = 'traceparent';
/** Beside it between our services: the sender records this trace. */
export const tracedHeader = 'x-tollgate-traced';

const pattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const zeros = /^0+$/;

export function parseTraceParent(header: string | undefined): TraceContext | undefined {
  const match = header === undefined ? null : pattern.exec(header);
  if (!match) return undefined;
  const [, traceId = '', spanId = '', flags = '00'] = match;
  if (zeros.test(traceId) || zeros.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
