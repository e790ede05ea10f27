import {
  parseClusterAddress,
  parseSentinelAddress,
  redisForms,
  type RedisHost,
  type SentinelAddress,
} from '@tollgate/store-address';
import { checkPassword, readCredentials, type StorePassword } from './check-password';
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
  const servers = url.startsWith('redis') ? readServers(env, url) : undefined;
  env.plaintext(name, /^redis[:+]/.test(url) ? (servers?.hosts ?? []) : [], 'use rediss://');
  if (servers !== undefined) checkPassword(env, name, servers);
  return url;
}

function readServers(env: EnvReader, url: string): StorePassword | undefined {
  try {
    const sentinel = parseSentinelAddress(url);
    if (sentinel !== undefined) return describe(sentinel, sentinel.sentinels);
    const cluster = parseClusterAddress(url);
    if (cluster !== undefined) return describe(cluster, cluster.servers);
    const one = parseOne(url);
    return { hosts: [one.hostname], ...readCredentials(one) };
  } catch (error) {
    // The query may contain a password.
    const read = quote(url.replace(/\?.*$/, ''));
    env.faults.push(`${name} ${(error as Error).message}: ${read}; allowed are ${redisForms}`);
    return undefined;
  }
}

function parseOne(url: string): URL {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.hostname === '') throw new Error('is neither host nor host:port');
  return parsed;
}

function describe(
  { password = '', username = '' }: Pick<SentinelAddress, 'password' | 'username'>,
  servers: readonly RedisHost[],
): StorePassword {
  return { hosts: servers.map(({ host }) => host), user: username, password };
}
