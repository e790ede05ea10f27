import { errorCatalogue, isErrorName, type CatalogueEntry, type ErrorName } from './catalogue';

export type ErrorMetadata = Readonly<Record<string, unknown>>;

export interface AppErrorOptions {
  /** Text for the client. Left out: the catalogue's own. Never put secrets or stack traces here. */
  readonly message?: string | undefined;
  /** The request field at fault. */
  readonly param?: string | undefined;
  readonly metadata?: ErrorMetadata | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** Instead of the catalogue's status, where two are allowed (upstream_unavailable: 502, 503). */
  readonly status?: number | undefined;
  /** Instead of the catalogue's type, where one code has two causes (content_filter). */
  readonly type?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly cause?: unknown;
}

/** The one error of the service. Anything else is shown as `internal`. */
export class AppError extends Error {
  readonly reason: ErrorName;
  readonly status: number;
  readonly type: string;
  readonly param: string | undefined;
  readonly metadata: ErrorMetadata | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(reason: ErrorName, options: AppErrorOptions = {}) {
    const entry = errorCatalogue[reason];
    super(options.message ?? entry.message, { cause: options.cause });
    this.name = 'AppError';
    this.reason = reason;
    this.status = options.status ?? entry.status;
    this.type = options.type ?? entry.type;
    this.param = options.param;
    this.metadata = options.metadata;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers;
  }

  get entry(): CatalogueEntry {
    return errorCatalogue[this.reason];
  }

  /** A fault of one request field. */
  static forParam(reason: ErrorName, param: string, message: string): AppError {
    return new AppError(reason, { message, param });
  }

  /** The only place where a caught value becomes an error that can be shown. */
  static from(caught: unknown): AppError {
    if (caught instanceof AppError) return caught;
    return new AppError('internal', { cause: caught });
  }

  static is(caught: unknown, reason?: ErrorName): caught is AppError {
    return caught instanceof AppError && (reason === undefined || caught.reason === reason);
  }
}

/** What crosses a process border: enough to build the same error on the other side. */
export interface ErrorDetail {
  readonly reason: string;
  readonly status: number;
  readonly message: string;
  readonly param?: string | undefined;
  readonly metadata?: ErrorMetadata | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

export function toErrorDetail(error: AppError): ErrorDetail {
  const { reason, status, message, param, metadata, retryAfterSeconds } = error;
  return { reason, status, message, param, metadata, retryAfterSeconds };
}

export function fromErrorDetail(detail: ErrorDetail, cause?: unknown): AppError {
  const { reason, ...options } = detail;
  return new AppError(isErrorName(reason) ? reason : 'internal', { ...options, cause });
}
