import { createAuthClient } from '@tollgate/clients';
import { Secret } from '@tollgate/config';
import { silentLogger } from '@tollgate/observability';
import type { Gateway } from './gateway';
import { readSecrets } from './second-edge';

/** A token that signs a user in once, made as the owner of the stack makes it. */
export async function makeSignInToken(gateway: Gateway, userId: string): Promise<string> {
  const auth = createAuthClient({
    address: `127.0.0.1:${gateway.portOf('auth-grpc')}`,
    credential: { secret: new Secret(readSecrets(gateway)('serviceSecret')) },
    logger: silentLogger,
  });
  try {
    return await auth.createSignInToken(userId);
  } finally {
    auth.close();
  }
}
