import type { ServiceCredential } from '@tollgate/config';
import { AuthServiceService, type AuthServiceServer } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { createMetrics, silentLogger } from '@tollgate/observability';
import { createGrpcPart, unaryHandler, type GrpcPart } from '@tollgate/rpc';

const refuse = unaryHandler(() => Promise.reject(new AppError('unauthenticated')));

/** A real gRPC server that knows every user but those in `unknown`. */
export function createFakeAuth(
  credential: ServiceCredential,
  {
    suspended = new Set(),
    unknown = new Set(),
  }: { readonly unknown?: ReadonlySet<string>; readonly suspended?: ReadonlySet<string> } = {},
): GrpcPart {
  const implementation: AuthServiceServer = {
    authenticateKey: refuse,
    authenticateSession: refuse,
    getContact: unaryHandler(async ({ userId }) => {
      if (unknown.has(userId)) throw new AppError('not_found');
      const email = `${userId.toLowerCase()}@example.com`;
      return { email, name: 'Ada', isSuspended: suspended.has(userId) };
    }),
    createSignInToken: unaryHandler(() => Promise.reject(new AppError('forbidden'))),
    countUsers: unaryHandler(async () => ({
      total: 7n,
      suspended: 1n,
      verified: 5n,
      createdLastDay: 2n,
    })),
  };
  return createGrpcPart({
    name: 'auth',
    host: '127.0.0.1',
    port: 0,
    services: [{ definition: AuthServiceService, implementation }],
    credential,
    logger: silentLogger,
    metrics: createMetrics('fake-auth'),
  });
}
