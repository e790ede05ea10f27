export interface RedisHost {
  readonly host: string;
  readonly port: number;
}

/** Sentinels, which know the master of that name. */
export interface SentinelAddress {
  readonly sentinels: readonly RedisHost[];
  readonly name: string;
  readonly hasTls: boolean;
  /** Of the Redis servers. */
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly sentinelUsername: string | undefined;
  readonly sentinelPassword: string | undefined;
}

/** Some servers of a Redis Cluster, which know the others. */
export interface ClusterAddress {
  readonly servers: readonly RedisHost[];
  readonly hasTls: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
}

const sentinelScheme = /^rediss?\+sentinel:\/\//;
const sentinelParts = /^(rediss?)\+sentinel:\/\/([^/?]*@)?([^/?]*)\/([\w.-]+)(\?.*)?$/;
const sentinelPort = 26_379;
const clusterScheme = /^rediss?\+cluster:\/\//;
const clusterParts = /^(rediss?)\+cluster:\/\/([^/?]*@)?([^/?]*)\/?$/;
const serverPort = 6_379;

export const redisForms =
  'redis://host:port, redis+sentinel://host:port,host:port/name, ' +
  'redis+cluster://host:port,host:port, and with TLS rediss: for redis:';

/** Undefined when the URL names no sentinels. Throws an error that never contains a password. */
export function parseSentinelAddress(url: string): SentinelAddress | undefined {
  if (!sentinelScheme.test(url)) return undefined;
  const found = sentinelParts.exec(url) ?? [];
  const [, scheme, credentials = '', hosts = '', name = '', query = ''] = found;
  if (name === '') throw new Error('names no master');
  const first = new URL(`redis://${credentials}sentinel${query}`);
  return {
    sentinels: parseHosts(hosts, 'sentinel', sentinelPort),
    name,
    hasTls: scheme === 'rediss',
    username: decode(first.username),
    password: decode(first.password),
    sentinelUsername: first.searchParams.get('sentinelUser') ?? undefined,
    sentinelPassword: first.searchParams.get('sentinelPassword') ?? undefined,
  };
}

/** Undefined when the URL names no cluster. Throws an error that never contains a password. */
export function parseClusterAddress(url: string): ClusterAddress | undefined {
  if (!clusterScheme.test(url)) return undefined;
  const [, scheme, credentials = '', hosts] = clusterParts.exec(url) ?? [];
  if (hosts === undefined) throw new Error('has more than the servers of a cluster');
  const first = new URL(`redis://${credentials}cluster`);
  return {
    servers: parseHosts(hosts, 'server', serverPort),
    hasTls: scheme === 'rediss',
    username: decode(first.username),
    password: decode(first.password),
  };
}

/** `host:port`, `host:port,host:port/name` or `host:port,host:port`, for messages. */
export function describeRedisHosts(url: string): string {
  const sentinel = parseSentinelAddress(url);
  if (sentinel !== undefined) return `${joinHosts(sentinel.sentinels)}/${sentinel.name}`;
  const cluster = parseClusterAddress(url);
  return cluster === undefined ? new URL(url).host : joinHosts(cluster.servers);
}

function joinHosts(hosts: readonly RedisHost[]): string {
  return hosts.map(({ host, port }) => `${host}:${port}`).join(',');
}

function parseHosts(text: string, what: string, defaultPort: number): readonly RedisHost[] {
  return text.split(',').map((each, index) => {
    const url = URL.parse(`redis://${each}`);
    if (url === null || url.hostname === '') {
      throw new Error(`has a ${what} that is neither host nor host:port: number ${index + 1}`);
    }
    const host = url.hostname.replace(/^\[|\]$/g, '');
    return { host, port: url.port === '' ? defaultPort : Number(url.port) };
  });
}

function decode(text: string): string | undefined {
  return text === '' ? undefined : decodeURIComponent(text);
}
