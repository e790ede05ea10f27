export { attributeNames } from './attribute-names';
export { countLostSpans } from './count-lost-spans';
export { createTracer, type RunningTracer } from './create-tracer';
export { recordSpans, type NotedSpan } from './record-spans';
export {
  describeRequest,
  findActiveSpan,
  findRequestId,
  makeRequestScope,
  runInRequest,
  type RequestScope,
} from './request-scope';
export { parseTraceParent, tracedHeader, traceHeader, type TraceContext } from './trace-context';
export { noSpan, noTracer, type Attributes, type Span, type SpanKind, type Tracer } from './tracer';
