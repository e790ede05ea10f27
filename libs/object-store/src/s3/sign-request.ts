import { AwsV4Signer } from 'aws4fetch';
import type { S3Settings } from '../object-store-settings';

/** Allowed over https, which protects the bytes. */
export const unsignedPayload = 'UNSIGNED-PAYLOAD';
export const emptyPayloadHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

interface RequestToSign {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payloadHash: string;
}

/** The headers with a signature (AWS Signature Version 4) over them. */
export async function signRequest(
  settings: S3Settings,
  request: RequestToSign,
): Promise<Record<string, string>> {
  const signed = await new AwsV4Signer({
    method: request.method,
    url: request.url,
    headers: { ...request.headers, 'x-amz-content-sha256': request.payloadHash },
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey.reveal(),
    service: 's3',
    region: settings.region,
  }).sign();
  return Object.fromEntries(signed.headers.entries());
}
