import type { handleUnaryCall, Metadata } from '@grpc/grpc-js';
import { AppError } from '@tollgate/errors';
import { encodeError } from './error-trailer';
import { metadataNames } from './header-names';

export interface CallContext {
  readonly requestId: string;
  /** Aborted when the caller gave up or its deadline passed. */
  readonly signal: AbortSignal;
}

export type UnaryFunction<Req, Res> = (request: Req, context: CallContext) => Promise<Res>;

/** An async function as a gRPC handler; what it throws reaches the caller as the same AppError. */
export function unaryHandler<Req, Res>(run: UnaryFunction<Req, Res>): handleUnaryCall<Req, Res> {
  return (call, callback) => {
    const abort = new AbortController();
    call.on('cancelled', () => abort.abort());
    const requestId = readText(call.metadata, metadataNames.requestId) ?? '';
    const context = { requestId, signal: abort.signal };
    // A synchronous throw must not escape into the server's event loop either.
    Promise.resolve()
      .then(() => run(call.request, context))
      .then(
        (response) => callback(null, response),
        (error: unknown) => callback(toFailure(error)),
      );
  };
}

/** Undefined when the caller did not send it. */
export function readText(metadata: Metadata, name: string): string | undefined {
  const [value] = metadata.get(name);
  return typeof value === 'string' ? value : undefined;
}

function toFailure(caught: unknown): Error & ReturnType<typeof encodeError> {
  const error = AppError.from(caught);
  return Object.assign(new Error(error.message, { cause: error }), encodeError(error));
}
