import { AwsV4Signer } from 'aws4fetch';
import type { AwsCredentials } from './aws-credentials';

export interface AwsRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body: string;
}

const service = 'bedrock';

/**
 * The headers of AWS Signature Version 4. Only the host and the headers of the signature itself
 * are signed, so that a proxy or a trace may add others.
 */
export async function signAws(
  { accessKeyId, region, secretAccessKey, sessionToken }: AwsCredentials,
  { body, method, url }: AwsRequest,
): Promise<Record<string, string>> {
  const signer = new AwsV4Signer({
    method,
    url,
    body,
    service,
    region,
    accessKeyId,
    secretAccessKey,
    ...(sessionToken !== undefined && { sessionToken }),
  });
  const { headers } = await signer.sign();
  return Object.fromEntries(headers.entries());
}
