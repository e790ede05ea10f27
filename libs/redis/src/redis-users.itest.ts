import { Redis } from 'ioredis';
import { silentLogger } from '@tollgate/observability';
import { redisUsers, type RedisUser } from '@tollgate/store-address';
import { startTestRedis, type TestRedis } from '@tollgate/testing';
import { authInvalidation } from './auth-invalidation';
import { assertNoEviction, createRedis, createSubscriber } from './create-redis';

const { changedAtKey, channel, versionKey } = authInvalidation;
const walletKey = 'till:{w}:wallet';
const countersKey = 'till:{w}:counters';

/** For each service, keys of others that it must not read or write. */
const foreignKeys: Readonly<Record<RedisUser, readonly string[]>> = {
  edge: [walletKey, countersKey, 'till:epoch', 'tollgate:orgs:mails:x', 'tollgate:auth:mails:x'],
  auth: ['till:{w}:holds', 'till:epoch', 'tollgate:rates:calls:{u}', 'tollgate:brake', 'free:{u}'],
  orgs: [walletKey, 'till:{w}:holds', versionKey, 'tollgate:brake', 'tollgate:penalty:{u}'],
  relay: [versionKey, changedAtKey, 'tollgate:brake', 'tollgate:orgs:mails:x'],
  billing: [versionKey, 'tollgate:rates:calls:{u}', 'tollgate:routes:health', 'free:{u}'],
};

const refusedInScript = /NOPERM|The user executing the script can't/;

/** What would harm other services, or reveal a password. */
const administration = [
  ['FLUSHALL'],
  ['FLUSHDB'],
  ['KEYS', '*'],
  ['CONFIG', 'GET', 'requirepass'],
  ['CONFIG', 'SET', 'maxmemory', '1mb'],
  ['ACL', 'LIST'],
  ['ACL', 'SETUSER', 'edge', 'on', '+@all'],
  ['CLIENT', 'LIST'],
  ['CLIENT', 'KILL', 'TYPE', 'normal'],
  ['CLIENT', 'PAUSE', '1000'],
  ['SCRIPT', 'FLUSH'],
  ['FUNCTION', 'FLUSH'],
  ['MONITOR'],
  ['SAVE'],
  ['REPLICAOF', '127.0.0.1', '1'],
  ['MIGRATE', '127.0.0.1', '1', 'x', '0', '1'],
  ['SHUTDOWN'],
];

describe('the users of Redis', () => {
  let server: TestRedis | undefined;
  let admin: Redis | undefined;
  const clients: Redis[] = [];

  beforeAll(async () => {
    server = await startTestRedis();
    admin = new Redis(server.url);
  });
  afterAll(async () => {
    for (const client of clients) client.disconnect();
    admin?.disconnect();
    await server?.stop();
  });

  const makeSettings = (user: RedisUser) => ({
    url: server?.urlOf(user) ?? '',
    name: user,
    logger: silentLogger,
  });

  async function signIn(user: RedisUser): Promise<Redis> {
    const redis = createRedis(makeSettings(user));
    clients.push(redis);
    await redis.connect();
    return redis;
  }

  describe.each(redisUsers)('%s', (user) => {
    it('connects, is ready, and checks the eviction policy', async () => {
      await admin?.call('ACL', 'LOG', 'RESET');
      const redis = await signIn(user);
      expect(await redis.ping()).toBe('PONG');
      await assertNoEviction(redis);
      expect(await server?.listRefused()).toEqual([]);
    });

    it('may run no command of administrators', async () => {
      const redis = await signIn(user);
      for (const [command = '', ...values] of administration) {
        await expect(redis.call(command, ...values)).rejects.toThrow('NOPERM');
      }
    });

    it('may not touch keys of other services, directly or in a script', async () => {
      const redis = await signIn(user);
      const read = "return redis.call('GET', KEYS[1])";
      const hidden = "return redis.call('GET', ARGV[1])";
      for (const key of foreignKeys[user]) {
        await expect(redis.get(key)).rejects.toThrow('NOPERM');
        await expect(redis.set(key, '1')).rejects.toThrow('NOPERM');
        await expect(redis.eval(read, 1, key)).rejects.toThrow('NOPERM');
        await expect(redis.eval(hidden, 0, key)).rejects.toThrow(refusedInScript);
      }
    });

    it('is refused with a wrong password', async () => {
      const url = makeSettings(user).url.replace(/:[^:@]*@/, ':wrong@');
      const redis = new Redis(url, { lazyConnect: true, retryStrategy: null });
      clients.push(redis);
      redis.on('error', () => undefined);
      await expect(redis.connect()).rejects.toThrow();
    });
  });

  it('let the edge read the brake and the version of credentials, and write neither', async () => {
    const edge = await signIn('edge');
    const [auth, billing] = [await signIn('auth'), await signIn('billing')];
    await billing.getset('tollgate:brake', 'off');
    await auth.incr(versionKey);
    await auth.eval("return redis.call('SET', KEYS[1], '7')", 1, changedAtKey);
    expect(await edge.get('tollgate:brake')).toBe('off');
    expect(await edge.mget(versionKey, changedAtKey)).toEqual(['1', '7']);
    for (const key of ['tollgate:brake', versionKey, changedAtKey]) {
      await expect(edge.set(key, 'x')).rejects.toThrow('NOPERM');
    }
  });

  it('let auth read a balance, and change only counters of limits', async () => {
    const auth = await signIn('auth');
    await admin?.hset(walletKey, 'posted', '5');
    expect(await auth.hmget(walletKey, 'posted')).toEqual(['5']);
    expect(await auth.hdel(countersKey, 'x')).toBe(0);
    await expect(auth.hdel(walletKey, 'posted')).rejects.toThrow('NOPERM');
  });

  it.each([
    ['edge', [channel, 'tollgate:brake:changed'], ['tollgate:policy:changed']],
    ['relay', ['tollgate:catalog:changed', 'tollgate:policy:changed'], [channel]],
  ] as const)('let %s subscribe to its own channels only', async (user, own, foreign) => {
    const subscriber = createSubscriber(makeSettings(user));
    clients.push(subscriber);
    await subscriber.subscribe(...own);
    for (const name of foreign) await expect(subscriber.subscribe(name)).rejects.toThrow('NOPERM');
  });

  it.each([
    ['auth', channel, 'tollgate:brake:changed'],
    ['billing', 'tollgate:brake:changed', channel],
    ['orgs', 'tollgate:policy:changed', 'tollgate:catalog:changed'],
  ] as const)('let %s publish on its own channel only', async (user, own, foreign) => {
    const redis = await signIn(user);
    expect(await redis.publish(own, 'x')).toBeGreaterThanOrEqual(0);
    await expect(redis.publish(foreign, 'x')).rejects.toThrow('NOPERM');
  });
});
