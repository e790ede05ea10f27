import { parseTraceParent } from './trace-context';
import { noSpan, type Attributes, type Span, type Tracer } from './tracer';

export interface NotedSpan {
  name: string;
  readonly kind: string;
  /** The number of the span, counted from 1; 0: not one of these. */
  readonly parent: number;
  readonly attributes: Record<string, Attributes[string]>;
  failure?: string | undefined;
  isEnded: boolean;
}

const traceId = '0af7651916cd43dd8448eb211c80319c';

/** For tests: a tracer that keeps its spans in memory and records every request. */
export function recordSpans(): { readonly tracer: Tracer; readonly spans: readonly NotedSpan[] } {
  const spans: NotedSpan[] = [];
  const start = (name: string, kind: string, parent: number): Span => {
    const noted: NotedSpan = { name, kind, parent, attributes: {}, isEnded: false };
    const number = spans.push(noted);
    return {
      get isRecorded() {
        return !noted.isEnded;
      },
      traceId,
      traceParent: `00-${traceId}-${number.toString(16).padStart(16, '0')}-01`,
      rename: (next) => (noted.name = next),
      set: (attributes) => Object.assign(noted.attributes, attributes),
      startChild: (child, childKind) => start(child, childKind, number),
      end: (failure) => Object.assign(noted, { failure, isEnded: true }),
    };
  };
  const tracer: Tracer = {
    startTrace: (name) => start(name, 'server', 0),
    continueTrace: (name, kind, traceParent) => {
      const parent = parseTraceParent(traceParent);
      return parent?.isSampled === true ? start(name, kind, Number(`0x${parent.spanId}`)) : noSpan;
    },
    listenForLosses: () => undefined,
  };
  return { tracer, spans };
}
