import type { GrpcClientOptions } from '@tollgate/rpc';

export interface ClientOptions extends GrpcClientOptions {
  /** Replaces the deadline of every method. */
  readonly deadlineMs?: number | undefined;
}
