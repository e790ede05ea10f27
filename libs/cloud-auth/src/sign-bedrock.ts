import type { Authorize } from './authorize';
import { parseAwsCredentials } from './aws-credentials';
import type { CloudAccount } from './cloud-protocols';
import { signAws, type AwsRequest } from './sign-aws';

/** What proves the sender: headers, or how they are made at the moment of sending. */
export interface CloudProof {
  readonly headers: Readonly<Record<string, string>>;
  readonly authorize?: Authorize;
}

/**
 * An API key of Bedrock is sent as a bearer token; credentials of AWS sign the request. Raises
 * CredentialsError.
 */
export function signBedrock({ apiKey, baseUrl }: CloudAccount, request: AwsRequest): CloudProof {
  const credentials = parseAwsCredentials(apiKey, baseUrl);
  if (credentials === undefined) return { headers: { authorization: `Bearer ${apiKey}` } };
  return { headers: {}, authorize: () => signAws(credentials, request) };
}
