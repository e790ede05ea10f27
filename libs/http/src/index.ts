export { BodyBudget } from './body-budget';
export { guardHandler } from './guard-handler';
export { createHttpPart, createInnerHttpPart, probePath, type HttpPart } from './http-part';
export { createInternalPart, type InternalRoute } from './internal-part';
export { createLoadGuard, getMemoryLimit } from './create-load-guard';
export type { LoadGuard } from './load-guard';
export { checkReadiness, type HealthCheck, type ReadinessOptions } from './readiness';
export { assignRequestId, getRequestId } from './request-id';
export { cleanHeader, readAttribution } from './read-attribution';
export {
  parseJsonObject,
  describeBodyLimit,
  jsonBodyBytesMax,
  readBody,
  readJsonBody,
  readJsonBytes,
  readJsonText,
} from './read-body';
export { createErrorHandler, sendError } from './error-handler';
export { getSpan, traceRequests } from './trace-requests';
export { makeNoRouteError, notFoundHandler } from './not-found';
export { readPage, type ListPage } from './read-page';
export {
  cursorField,
  decodeCursor,
  encodeCursor,
  endless,
  orderField,
  pickSorted,
  readSortedPage,
  readSortedQuery,
  searchField,
  type CursorRules,
  type Position,
  type Positioned,
  type SortedPage,
  type SortedQuery,
  type SortOrder,
} from './sorted-list';
export { validate, validateQuery } from './validate';
export { watchClient } from './watch-client';
export { runOut } from './run-out';
export type { Answer, Method, Operation, Operations } from './operation';
export { defineOperations } from './define-operations';
export { mountOperations, type Handlers } from './mount-operations';
export { describeKeys, describeRoutes } from './describe-routes';
export { buildDocument, type RouteFacts } from './build-document';
export type { Example, Examples } from './example';
export { forbidCaching } from './forbid-caching';
export { getPathParameter } from './path-parameter';
export {
  countField,
  emailField,
  normalizeEmail,
  pageOf,
  printable,
  textField,
  timeField,
  usdField,
} from './fields';
export { usdSchema } from './usd-schema';
export { formatTime } from './format-time';
