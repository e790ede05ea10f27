import { HealthClient as HealthServiceClient } from '@tollgate/contracts';
import { createPromiseClient, type GrpcClientOptions } from '@tollgate/rpc';

/** The standard gRPC health service, which every service has. */
export interface HealthClient {
  /** Throws when the service does not answer. */
  check(): Promise<void>;
  close(): void;
}

export function createHealthClient(options: GrpcClientOptions): HealthClient {
  const rpc = createPromiseClient(HealthServiceClient, options, { check: 800 });
  return {
    async check() {
      await rpc.check({ service: '' });
    },
    close: rpc.close,
  };
}
