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

const sentinelScheme = /^rediss?\+sentinel:\/\//;
const parts = /^(rediss?)\+sentinel:\/\/([^/?]*@)?([^/?]*)\/([\w.-]+)(\?.*)?$/;
const sentinelPort = 26_379;

export const redisForms =
  'redis://host:port, redis+sentinel://host:port,host:port/name, and with TLS rediss: for redis:';

/** Undefined when the URL names one server. Throws an error that never contains a password. */
export function parseSentinelAddress(url: string): SentinelAddress | undefined {
  if (!sentinelScheme.test(url)) return undefined;
  const [, scheme, credentials = '', hosts = '', name = '', query = ''] = parts.exec(url) ?? [];
  if (name === '') throw new Error('names no master');
  const first = new URL(`redis://${credentials}sentinel${query}`);
  return {
    sentinels: hosts.split(',').map(parseHost),
    name,
    hasTls: scheme === 'rediss',
    username: decode(first.username),
    password: decode(first.password),
    sentinelUsername: first.searchParams.get('sentinelUser') ?? undefined,
    sentinelPassword: first.searchParams.get('sentinelPassword') ?? undefined,
  };
}

/** `host:port`, or `host:port,host:port/name`, for messages. */
export function describeRedisHosts(url: string): string {
  const found = parseSentinelAddress(url);
  if (found === undefined) return new URL(url).host;
  return `${found.sentinels.map(({ host, port }) => `${host}:${port}`).join(',')}/${found.name}`;
}

function parseHost(text: string, index: number): RedisHost {
  const url = URL.parse(`redis://${text}`);
  if (url === null || url.hostname === '') {
    throw new Error(`has a sentinel that is neither host nor host:port: number ${index + 1}`);
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return { host, port: url.port === '' ? sentinelPort : Number(url.port) };
}

function decode(text: string): string | undefined {
  return text === '' ? undefined : decodeURIComponent(text);
}
