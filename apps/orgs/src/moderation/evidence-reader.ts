import { inflateSync } from 'node:zlib';
import type { Logger } from '@tollgate/observability';
import type { KeyRing } from '@tollgate/secret-box';
import type { Evidence } from './moderation';

const textBytesMax = 64 * 1024 * 1024;

/** Reads what a relay has sealed; null when the key for it is gone. */
export function createEvidenceReader(
  ring: KeyRing,
  logger: Logger,
): (evidence: Evidence) => string | null {
  return ({ id, sealKeyId: keyId, sealedText: bytes }) => {
    try {
      const packed = Buffer.from(ring.open({ keyId, bytes }, id), 'base64');
      return inflateSync(packed, { maxOutputLength: textBytesMax }).toString('utf8');
    } catch (error) {
      logger.error('evidence cannot be opened', { id, error });
      return null;
    }
  };
}
