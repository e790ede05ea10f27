import type { CloudAccount } from './cloud-protocols';
import { parseGoogleCredentials } from './google-credentials';
import type { CloudProof } from './sign-bedrock';

/** An API key has its own header; a service account exchanges an assertion for a token. */
export function signGoogle({ apiKey, baseUrl }: CloudAccount): CloudProof {
  const credentials = parseGoogleCredentials(apiKey, baseUrl);
  if (credentials === undefined) return { headers: { 'x-goog-api-key': apiKey } };
  const { exchange } = credentials;
  return {
    headers: {},
    authorize: async (tokens) => ({ authorization: `Bearer ${await tokens.getToken(exchange)}` }),
  };
}
