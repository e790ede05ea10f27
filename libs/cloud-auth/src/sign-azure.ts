import { parseAzureCredentials } from './azure-credentials';
import type { CloudAccount } from './cloud-protocols';
import type { CloudProof } from './sign-bedrock';

/** A key has its own header; an application exchanges its secret for a bearer token. */
export function signAzure({ apiKey, baseUrl }: CloudAccount): CloudProof {
  const { proof } = parseAzureCredentials(apiKey, baseUrl);
  if (proof.kind === 'key') return { headers: { 'api-key': proof.apiKey } };
  const { exchange } = proof;
  return {
    headers: {},
    authorize: async (tokens) => ({ authorization: `Bearer ${await tokens.getToken(exchange)}` }),
  };
}
