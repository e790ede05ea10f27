import type { AppError } from './app-error';

/** Waits longer than this would hang a client that obeys Retry-After without a bound. */
const retryAfterSecondsForClients = 60;

/** The response headers of an error, in every dialect. */
export function renderErrorHeaders(error: AppError): Record<string, string> {
  const headers: Record<string, string> = { ...error.headers };
  if (error.retryAfterSeconds !== undefined) {
    headers['retry-after'] = String(Math.max(1, Math.ceil(error.retryAfterSeconds)));
  }
  if (headers['x-should-retry'] === undefined && !isWorthRetrying(error)) {
    headers['x-should-retry'] = 'false';
  }
  return headers;
}

/** A retry gets the same answer, unless the error has a time to retry. */
const finalStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 422]);

/**
 * Some clients retry any error: the official SDKs retry 409 and sleep any Retry-After, coding
 * agents repeat a wrong key for a minute. This header stops them.
 */
function isWorthRetrying(error: AppError): boolean {
  if (error.status === 409) return false;
  if (finalStatuses.has(error.status)) return error.retryAfterSeconds !== undefined;
  const isWait = error.status === 429 || error.status === 503;
  return !(isWait && (error.retryAfterSeconds ?? 0) > retryAfterSecondsForClients);
}

export interface OpenAiErrorBody {
  readonly error: {
    readonly message: string;
    readonly type: string;
    readonly code: string | number;
    readonly param?: string;
    readonly metadata?: Readonly<Record<string, unknown>>;
  };
}

/** The service envelope, on every route but Messages. */
export function renderOpenAiError(error: AppError, requestId?: string): OpenAiErrorBody {
  const metadata = {
    ...(requestId === undefined ? {} : { request_id: requestId }),
    ...error.metadata,
  };
  return {
    error: {
      message: error.message,
      type: error.type,
      code: getShownCode(error),
      ...(error.param === undefined ? {} : { param: error.param }),
      ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    },
  };
}

export interface MessagesErrorBody extends OpenAiErrorBody {
  readonly type: 'error';
  readonly request_id: string;
}

/** The service envelope plus what Anthropic clients look for. */
export function renderMessagesError(error: AppError, requestId: string): MessagesErrorBody {
  return { type: 'error', ...renderOpenAiError(error), request_id: requestId };
}

function getShownCode(error: AppError): string | number {
  const { code } = error.entry;
  return typeof code === 'number' ? error.status : code;
}

const messagesPaths = /^(?:\/api)?\/v1\/messages(?:\/|\?|$)/;

/**
 * Bodies of these are equal byte for byte, so that they do not reveal whether a credential or
 * another account's resource exists. The request id is in the headers as always.
 */
const uniformStatuses = new Set([401, 403, 404, 405]);

/** The envelope is chosen by path, so that it is right even before the request is routed. */
export function renderErrorBody(error: AppError, path: string, requestId: string): OpenAiErrorBody {
  if (messagesPaths.test(path)) return renderMessagesError(error, requestId);
  return renderOpenAiError(error, uniformStatuses.has(error.status) ? undefined : requestId);
}
