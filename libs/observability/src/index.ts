export { createLogger, silentLogger, type Logger } from './logger';
export { createMetrics, secondsBuckets, type Metrics } from './metrics';
export { shareProcessMetrics } from './process-metrics';
