/** An error answer of the API. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** The field of the request that was refused. */
  readonly param: string | undefined;
  readonly requestId: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** How long to wait before the request may be repeated, if the answer says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, body: unknown, headers?: Headers) {
    const error = readError(body);
    super(error.message ?? `The server answered ${status}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = String(error.code ?? status);
    this.param = error.param ?? undefined;
    this.metadata = error.metadata ?? {};
    this.retryAfterSeconds = readSeconds(headers?.get('retry-after'));
    const { request_id: requestId } = this.metadata;
    this.requestId = typeof requestId === 'string' ? requestId : undefined;
  }
}

/** The gateway always answers seconds, never a date. */
function readSeconds(text: string | null | undefined): number | undefined {
  return text != null && /^\d+$/.test(text) ? Number(text) : undefined;
}

interface ErrorBody {
  readonly message?: string;
  readonly code?: string | number;
  readonly param?: string | null;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

function readError(body: unknown): ErrorBody {
  if (typeof body !== 'object' || body === null || !('error' in body)) return {};
  const { error } = body;
  if (typeof error === 'string') return { message: error };
  return typeof error === 'object' && error !== null ? error : {};
}
