import { AppError } from '@tollgate/errors';
import { TokenRefusedError, type TokenCache, type TokenExchange } from '@tollgate/cloud-auth';
import type { UpstreamRequest } from '@tollgate/model-spec';

export interface AuthorizedRequest {
  readonly request: UpstreamRequest;
  /** Drops the tokens that it carries; false: it carries none. */
  forgetTokens(): boolean;
}

/** Raises upstream_auth_failed when the credentials are refused. */
export async function authorizeRequest(
  request: UpstreamRequest,
  tokens: TokenCache,
): Promise<AuthorizedRequest> {
  const used = new Map<string, string>();
  const getToken = async (exchange: TokenExchange): Promise<string> => {
    const token = await tokens.getToken(exchange);
    used.set(exchange.id, token);
    return token;
  };
  try {
    const headers = { ...request.headers, ...(await request.authorize?.({ getToken })) };
    return {
      request: { ...request, headers },
      forgetTokens: () => {
        for (const [id, token] of used) tokens.forget(id, token);
        return used.size > 0;
      },
    };
  } catch (error) {
    if (!(error instanceof TokenRefusedError)) throw error;
    throw new AppError('upstream_auth_failed', { cause: error });
  }
}
