import { createHash, type Hash } from 'node:crypto';
import type { CallerIdentity } from '@tollgate/identity';
import type { ReceivedCall } from '../receive/received-call';
import type { KeyedCall } from './call-keys';

export type IdentifiedCall = Pick<
  ReceivedCall,
  'bodyText' | 'caller' | 'clientHeaders' | 'files' | 'ulid'
>;

/** The key of a call and what it is compared by. Only its own credential finds it again. */
export async function identifyCall(
  call: IdentifiedCall,
  path: string,
  key: string,
): Promise<KeyedCall> {
  const id = hash(listScope(call.caller), path, key).digest('base64url');
  return { id, fingerprint: await fingerprint(call), ulid: call.ulid };
}

function listScope({ keyId, kind, sessionId, userId }: CallerIdentity): string {
  return JSON.stringify([kind, userId, keyId, sessionId]);
}

/**
 * Of the contents and not of the bytes of a form: a client that sends it again chooses another
 * boundary.
 */
async function fingerprint({
  bodyText,
  clientHeaders,
  files = [],
}: IdentifiedCall): Promise<string> {
  const sum = hash(bodyText, JSON.stringify(Object.entries(clientHeaders).sort()));
  for (const file of files) {
    const { bytes, contentType, fieldName, fileName } = file;
    add(sum, JSON.stringify([fieldName, fileName, contentType, bytes]));
    for await (const chunk of file.open()) sum.update(chunk as Buffer);
  }
  return sum.digest('base64url');
}

function hash(...texts: readonly string[]): Hash {
  const sum = createHash('sha256');
  for (const text of texts) add(sum, text);
  return sum;
}

/** With their lengths, so that two texts never run into each other. */
function add(sum: Hash, text: string): void {
  sum.update(`${Buffer.byteLength(text)}:`).update(text);
}
