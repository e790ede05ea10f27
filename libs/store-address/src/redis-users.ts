/** The services that use Redis. Each signs in as the user of its name. */
export const redisUsers = ['edge', 'auth', 'orgs', 'relay', 'billing'] as const;
export type RedisUser = (typeof redisUsers)[number];

export function isRedisUser(name: string): name is RedisUser {
  return redisUsers.some((user) => user === name);
}

/** Keys and channels are glob patterns of Redis; commands are in lower case. */
export interface RedisRights {
  readonly keys: readonly string[];
  /** Keys that are read and never written. A key of a script must not be among them. */
  readonly readKeys?: readonly string[];
  readonly channels: readonly string[];
  readonly commands: readonly string[];
  /** On Redis Cluster on top. */
  readonly clusterCommands?: readonly string[];
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** What every client does when it connects and when its readiness is asked, and scripts. */
const common = words('ping info client|setname eval evalsha time');

/** What every client of Redis Cluster asks, to learn which server has a key. */
const clusterCommon = words('cluster|info cluster|slots');

/** What the scripts of the till do, see libs/till. */
const tillCommands = words(`
  exists expire hdel hexists hget hgetall hincrby hmget hset hsetnx hvals
  zadd zrange zrangebyscore zrem sadd smembers srem scan`);

const rights: Readonly<Record<RedisUser, RedisRights>> = {
  edge: {
    keys: ['tollgate:rates:*', 'tollgate:refusals:*', 'tollgate:penalty:*'],
    readKeys: ['tollgate:brake', 'tollgate:auth:version', '{tollgate:auth:version}:at'],
    channels: ['tollgate:brake:changed', 'tollgate:auth:invalidate'],
    commands: words('get set mget expireat pttl hdel hincrby hkeys hset subscribe unsubscribe'),
  },
  auth: {
    keys: ['tollgate:auth:*', '{tollgate:auth:version}:at', 'till:{*}:counters'],
    readKeys: ['till:{*}:wallet'],
    channels: ['tollgate:auth:invalidate'],
    commands: words(`
      get set getdel del incr decr pexpire pttl hdel hmget publish
      zadd zcard zremrangebyscore zrevrange zscore`),
  },
  orgs: {
    keys: ['tollgate:orgs:*', 'till:{*}:counters'],
    channels: ['tollgate:policy:changed'],
    commands: words('incr pexpire pttl hdel hmget publish zadd zcard zremrangebyscore zscore'),
  },
  relay: {
    keys: [
      'till:*',
      '{till:epoch}:server',
      'free:*',
      'tollgate:once:*',
      'tollgate:penalty:*',
      'tollgate:routes:*',
      'tollgate:session-use:*',
    ],
    channels: ['tollgate:catalog:changed', 'tollgate:policy:changed'],
    commands: [
      ...tillCommands,
      ...words(`
        get set mget decrby unlink lindex llen lpush lrange ltrim rpush multi exec
        publish subscribe unsubscribe`),
    ],
    // The epoch of the till depends on the slots of a server.
    clusterCommands: words('cluster|nodes'),
  },
  billing: {
    keys: ['till:*', 'tollgate:brake'],
    channels: ['tollgate:brake:changed'],
    commands: [...tillCommands, ...words('getset publish')],
  },
};

/** With the commands that all users may run. */
export function getRedisRights(user: RedisUser): Required<RedisRights> {
  const { clusterCommands = [], commands, readKeys = [], ...others } = rights[user];
  return {
    ...others,
    readKeys,
    commands: [...common, ...commands],
    clusterCommands: [...clusterCommon, ...clusterCommands],
  };
}

/**
 * The rules of a user as Redis writes them: `~` are keys, `%R~` keys to read, `&` channels and `+`
 * commands. Everything else is refused.
 */
export function listRedisRules(user: RedisUser): readonly string[] {
  const { channels, clusterCommands, commands, keys, readKeys } = getRedisRights(user);
  return [
    ...keys.map((key) => `~${key}`),
    ...readKeys.map((key) => `%R~${key}`),
    ...channels.map((channel) => `&${channel}`),
    ...[...commands, ...clusterCommands].map((command) => `+${command}`),
  ];
}

/** The line of redis.conf, or of an ACL file, that makes the user and replaces a former one. */
export function formatRedisUser(user: RedisUser, password: string): string {
  return ['user', user, 'reset', 'on', `>${password}`, ...listRedisRules(user)].join(' ');
}

/** The URL of one server with another user. */
export function changeRedisUser(url: string, user: RedisUser, password: string): string {
  const changed = new URL(url);
  changed.username = user;
  changed.password = password;
  return changed.href;
}
