import { parseClusterAddress, parseSentinelAddress, redisForms } from '@tollgate/store-address';
import { quote, type EnvReader } from './env-reader';

const name = 'REDIS_URL';

export function readRedisUrl(env: EnvReader): string {
  const url = env.text(name, {
    about:
      'Redis (maxmemory-policy noeviction): redis://user:password@host:port; without a user: the ' +
      'default one; with TLS: rediss://; ' +
      'with Sentinel: redis+sentinel://user:password@host:port,host:port/name; ' +
      'with Redis Cluster: redis+cluster://user:password@host:port,host:port',
    pattern: /^rediss?(\+sentinel|\+cluster)?:\/\//,
  });
  const hosts = url.startsWith('redis') ? listHosts(env, url) : [];
  env.plaintext(name, /^redis[:+]/.test(url) ? hosts : [], 'use rediss://');
  return url;
}

function listHosts(env: EnvReader, url: string): readonly string[] {
  try {
    const several = parseSentinelAddress(url)?.sentinels ?? parseClusterAddress(url)?.servers;
    return several?.map(({ host }) => host) ?? [URL.parse(url)?.hostname ?? ''];
  } catch (error) {
    // The query may contain a password.
    const read = quote(url.replace(/\?.*$/, ''));
    env.faults.push(`${name} ${(error as Error).message}: ${read}; allowed are ${redisForms}`);
    return [];
  }
}
