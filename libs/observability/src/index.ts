export {
  createLogger,
  silentLogger,
  type LogFields,
  type Logger,
  type LoggerOptions,
  type LogLevel,
} from './logger';
export { createMetrics, secondsBuckets, type Metrics } from './metrics';
export { redactFields, redactText } from './redact';
export {
  continueTrace,
  formatTraceParent,
  parseTraceParent,
  traceHeader,
  type TraceContext,
} from './trace-context';
