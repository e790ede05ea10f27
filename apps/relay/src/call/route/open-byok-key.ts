import type { Logger } from '@tollgate/observability';
import type { ByokKey } from '@tollgate/policy';
import { KeyRing } from '@tollgate/secret-box';
import type { OpenByokKey } from './byok-candidates';

/**
 * Each key is decrypted once per policy. A key that cannot be decrypted does not affect the others.
 */
export function createByokOpener(masterKeys: string, logger: Logger): OpenByokKey {
  const ring = new KeyRing(masterKeys);
  const opened = new WeakMap<ByokKey, { readonly secret: string | undefined }>();
  const open = ({ id, masterKeyId: keyId, orgId, sealedKey: bytes }: ByokKey) => {
    try {
      return { secret: ring.open({ keyId, bytes }, `${orgId}|${id}`) };
    } catch (error) {
      logger.error('byok key not opened', { byokId: id, masterKeyId: keyId, error });
      return { secret: undefined };
    }
  };
  return (key) => {
    const known = opened.get(key) ?? open(key);
    opened.set(key, known);
    return known.secret;
  };
}
