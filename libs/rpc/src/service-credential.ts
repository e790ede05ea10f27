import { createHash, timingSafeEqual } from 'node:crypto';
import type { Metadata } from '@grpc/grpc-js';
import type { Secret } from '@tollgate/config';
import { metadataNames } from './header-names';

/** Whether a call comes from one of our services, in equal time for every wrong value. */
export function createCredentialCheck(secret: Secret): (metadata: Metadata) => boolean {
  const expected = digest(secret.reveal());
  return (metadata) => {
    const [given] = metadata.get(metadataNames.service);
    return timingSafeEqual(digest(typeof given === 'string' ? given : ''), expected);
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
