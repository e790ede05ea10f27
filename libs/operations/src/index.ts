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
