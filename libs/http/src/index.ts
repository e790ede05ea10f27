export { BodyBudget } from './body-budget';
export { guardHandler, type GuardHandlerOptions } from './guard-handler';
export { createHttpPart, type HttpPart, type HttpPartOptions } from './http-part';
export { createInternalPart, type InternalPartOptions, type InternalRoute } from './internal-part';
export { createLoadGuard, getMemoryLimit, type LoadGuardSettings } from './create-load-guard';
export type { LoadGuard } from './load-guard';
export {
  checkReadiness,
  type HealthCheck,
  type ReadinessOptions,
  type ReadinessReport,
} from './readiness';
export { assignRequestId, getRequestId, requestIdHeader } from './request-id';
export { cleanHeader, readAttribution, type Attribution } from './read-attribution';
export {
  parseJsonObject,
  describeBodyLimit,
  jsonBodyBytesMax,
  readBody,
  readJsonBody,
  readJsonBytes,
  readJsonText,
  type ReadBodyOptions,
} from './read-body';
export { createErrorHandler, sendError } from './error-handler';
export { makeNoRouteError, notFoundHandler } from './not-found';
export { validate, validateQuery } from './validate';
export { watchClient } from './watch-client';
export { runOut } from './run-out';
