import type { Invalidator } from './ports';

/** Every secret of a key is cached on its own. */
export async function invalidateKey(
  invalidator: Invalidator,
  keyHashes: readonly string[],
): Promise<void> {
  for (const keyHash of keyHashes) await invalidator.invalidate({ keyHash });
}
