import { installPackage } from '../processes/install-package';
import { findRedisServer } from './find-redis-server';

const redisPackage = {
  title: 'redis-server',
  names: { 'apt-get': 'redis-server', dnf: 'redis', apk: 'redis', brew: 'redis' },
} as const;

/** The Redis server of this machine; installs the system's package when it may. */
export async function ensureRedisServer(onProgress: (line: string) => void): Promise<string> {
  const found = findRedisServer();
  if (found !== undefined) return found;
  try {
    await installPackage(redisPackage, onProgress);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const advice = `Redis is missing. Either ${reason}\nor set REDIS_URL to a running Redis.`;
    throw new Error(advice, { cause: error });
  }
  const installed = findRedisServer();
  if (installed === undefined) throw new Error('Redis was installed, but is not on the PATH');
  return installed;
}
