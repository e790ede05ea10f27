import { Metadata, status as grpcStatus, type ServiceError } from '@grpc/grpc-js';
import {
  AppError,
  fromErrorDetail,
  mapHttpStatusToGrpc,
  toErrorDetail,
  type ErrorDetail,
} from '@tollgate/errors';
import { metadataNames } from './header-names';

export interface GrpcFailure {
  readonly code: number;
  readonly details: string;
  readonly metadata: Metadata;
}

/** The status plus a trailer from which the caller builds the very same error. */
export function encodeError(error: AppError): GrpcFailure {
  const metadata = new Metadata();
  const detail = JSON.stringify(toErrorDetail(error), (_name, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  metadata.set(metadataNames.errorDetail, Buffer.from(detail));
  return { code: mapHttpStatusToGrpc(error.status), details: error.reason, metadata };
}

const retryAfterSecondsWhenAway = 1;

/**
 * The error the other side threw. Without a trailer the transport failed: an absent service is
 * `overloaded`, a late one `timeout`, and a refused service credential is our fault, never a 401.
 */
export function decodeError(failure: ServiceError): AppError {
  const detail = readDetail(failure.metadata);
  if (detail !== undefined) return fromErrorDetail(detail, failure);
  if (failure.code === grpcStatus.UNAVAILABLE) {
    return new AppError('overloaded', {
      retryAfterSeconds: retryAfterSecondsWhenAway,
      cause: failure,
    });
  }
  if (failure.code === grpcStatus.DEADLINE_EXCEEDED) {
    return new AppError('timeout', {
      message: 'An internal service did not answer in time',
      cause: failure,
    });
  }
  return new AppError('internal', { cause: failure });
}

function readDetail(metadata: Metadata | undefined): ErrorDetail | undefined {
  const [value] = metadata?.get(metadataNames.errorDetail) ?? [];
  if (!Buffer.isBuffer(value)) return undefined;
  try {
    return JSON.parse(value.toString('utf8')) as ErrorDetail;
  } catch {
    return undefined;
  }
}
