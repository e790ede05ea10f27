import { listServers, type Redis } from '@tollgate/redis';
import { holdsKeyGlob, parseHoldsKey } from './keys';

const scanStep = 500;

/** On all servers of a cluster; walks the keys in small steps and never blocks Redis. */
export async function listWalletsWithHolds(redis: Redis): Promise<string[]> {
  const wallets = new Set<string>();
  for (const server of listServers(redis)) await addWalletsWithHolds(server, wallets);
  return [...wallets];
}

async function addWalletsWithHolds(server: Redis, wallets: Set<string>): Promise<void> {
  let cursor = '0';
  do {
    const [next, keys] = await server.scan(cursor, 'MATCH', holdsKeyGlob, 'COUNT', scanStep);
    for (const key of keys) {
      const walletId = parseHoldsKey(key);
      if (walletId !== undefined) wallets.add(walletId);
    }
    cursor = next;
  } while (cursor !== '0');
}
