import { createHash, timingSafeEqual } from 'node:crypto';
import type { PeerCertificate } from 'node:tls';
import type { Metadata } from '@grpc/grpc-js';
import type { ServiceCredential } from '@tollgate/config';
import { metadataNames } from './header-names';

/** Whether a call comes from one of our services, in equal time for every wrong value. */
export function createCredentialCheck(
  credential: Pick<ServiceCredential, 'otherSecret' | 'secret'>,
): (metadata: Metadata) => boolean {
  const { otherSecret, secret } = credential;
  const expected = digest(secret.reveal());
  const other = otherSecret === undefined ? expected : digest(otherSecret.reveal());
  return (metadata) => {
    const [text] = metadata.get(metadataNames.service);
    const given = digest(typeof text === 'string' ? text : '');
    const isExpected = timingSafeEqual(given, expected);
    return timingSafeEqual(given, other) || isExpected;
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * The services for which a certificate was made: the first part of each of its host names. A
 * process with several services has one certificate with all of their names.
 */
export function readServiceNames(certificate: PeerCertificate): readonly string[] {
  return (certificate.subjectaltname ?? '')
    .split(', ')
    .filter((name) => name.startsWith('DNS:'))
    .map((name) => name.slice('DNS:'.length).split('.')[0] ?? '');
}
