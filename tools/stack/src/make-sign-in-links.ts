import { createAuthClient } from '@tollgate/clients';
import type { ServiceCredential } from '@tollgate/config';
import { silentLogger } from '@tollgate/observability';

export interface SignInLink {
  readonly email: string;
  readonly url: string;
}

/**
 * One link per account, by the gRPC port of auth: it takes the service secret of this stack, which
 * only its owner has, and no public route makes a link for another user.
 */
export async function makeSignInLinks(
  accounts: readonly { readonly email: string; readonly userId: string }[],
  options: {
    readonly siteUrl: string;
    readonly address: string;
    readonly credential: ServiceCredential;
  },
): Promise<readonly SignInLink[]> {
  const { address, credential } = options;
  const auth = createAuthClient({ address, credential, logger: silentLogger });
  try {
    return await Promise.all(
      accounts.map(async ({ email, userId }) => {
        const token = await auth.createSignInToken(userId);
        return { email, url: `${options.siteUrl}/sign-in-link?token=${token}` };
      }),
    );
  } finally {
    auth.close();
  }
}
