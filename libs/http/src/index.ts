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
export {
  type Answer,
  type Method,
  type Operation,
  type OperationKey,
  type Operations,
  type OperationTag,
} from './operation';
export { defineOperations } from './define-operations';
export { mountOperations, type Handlers } from './mount-operations';
export { describeKeys, describeRoutes } from './describe-routes';
export { buildDocument, type DocumentOptions, type RouteFacts } from './build-document';
export type { FieldDescriptions } from './describe-fields';
export type { Example, Examples } from './example';
export { forbidCaching } from './forbid-caching';
export { getPathParameter } from './path-parameter';
export { countField, pageOf, timeField, usdField } from './fields';
export { usdSchema } from './usd-schema';
export { formatTime } from './format-time';
