export { errorCatalogue, isErrorName, type CatalogueEntry, type ErrorName } from './catalogue';
export {
  AppError,
  fromErrorDetail,
  toErrorDetail,
  type ErrorDetail,
  type ErrorMetadata,
} from './app-error';
export {
  renderErrorBody,
  renderErrorHeaders,
  renderMessagesError,
  renderOpenAiError,
} from './render-http';
export { mapHttpStatusToGrpc } from './grpc-status';
export { explainSchemaIssue, findValue, formatPath, type SchemaIssue } from './explain-issue';
