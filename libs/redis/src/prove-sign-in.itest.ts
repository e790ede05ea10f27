import { Redis } from 'ioredis';
import { createLifecycle } from '@tollgate/lifecycle';
import { silentLogger } from '@tollgate/observability';
import { listRedisNeeds, redisUsers } from '@tollgate/store-address';
import { startTestRedis, type TestRedis } from '@tollgate/testing';
import { createRedis, redisPart } from './create-redis';

describe('the sign-in of a service to Redis', () => {
  let server: TestRedis | undefined;
  let admin: Redis | undefined;
  const clients: Redis[] = [];

  beforeAll(async () => {
    server = await startTestRedis();
    admin = new Redis(server.url);
  });
  afterEach(() => clients.splice(0).forEach((client) => client.disconnect()));
  afterAll(async () => {
    admin?.disconnect();
    await server?.stop();
  });

  const urlOf = (user: (typeof redisUsers)[number]): string => server?.urlOf(user) ?? '';
  const getDefaultUrl = (): string => server?.url ?? '';

  async function signIn(service: (typeof redisUsers)[number], url: string): Promise<Redis> {
    const redis = createRedis({ url, name: service, logger: silentLogger });
    clients.push(redis);
    const lifecycle = createLifecycle({ logger: silentLogger });
    await lifecycle.start([redisPart(redis, 'redis', { service, url })]);
    return redis;
  }

  it.each(redisUsers)('starts %s with its own user, and with the default one', async (service) => {
    await admin?.call('ACL', 'LOG', 'RESET');
    expect(await (await signIn(service, urlOf(service))).ping()).toBe('PONG');
    expect(await (await signIn(service, getDefaultUrl())).ping()).toBe('PONG');
    expect(await server?.listRefused()).toEqual([]);
  });

  it.each(redisUsers)('refuses to start %s with the user of any other service', async (service) => {
    for (const other of redisUsers.filter((user) => user !== service)) {
      const failure = signIn(service, urlOf(other));
      await expect(failure).rejects.toThrow(`has the user "${other}" at 127.0.0.1:`);
      await expect(failure).rejects.toThrow(/which misses [~%&+]/);
      await expect(failure).rejects.toThrow(`the rules of "${service}" in deploy/redis`);
    }
  });

  it('names the rules of a user that are missing, and no password', async () => {
    await admin?.call('ACL', 'SETUSER', 'edge', '-hkeys', '-pttl');
    try {
      const failure = await signIn('edge', urlOf('edge')).catch((error: Error) => error.message);
      const { port } = server ?? {};
      expect(failure).toBe(
        `REDIS_URL (or EDGE__REDIS_URL) has the user "edge" at 127.0.0.1:${port}, ` +
          'which misses +pttl +hkeys; allowed is a user with the rules of "edge" in ' +
          'deploy/redis/user-rules.txt, or one that may do everything',
      );
    } finally {
      await admin?.call('ACL', 'SETUSER', 'edge', '+hkeys', '+pttl');
    }
  });

  it.each(redisUsers)(
    'asks about commands of %s with all arguments that they need',
    async (user) => {
      for (const { command, rule } of listRedisNeeds(user)) {
        const name = rule.startsWith('+') ? rule.slice(1) : command[0];
        const [info] = (await admin?.call('COMMAND', 'INFO', name ?? '')) as [[string, number]];
        expect([rule, info[0]]).toEqual([rule, name]);
        expect(command.length).toBeGreaterThanOrEqual(Math.abs(info[1]));
      }
    },
  );

  it.each([
    ['a wrong password', (url: string) => url.replace(/:[^:@/]*@/, ':some-secret@'), 'WRONGPASS'],
    ['an unknown user', (url: string) => url.replace('//edge:', '//ghost:'), 'WRONGPASS'],
    ['no password', (url: string) => url.replace(/\/\/.*@/, '//'), 'NOAUTH'],
  ])('refuses to start with %s', async (_what, change, code) => {
    const url = change(urlOf('edge'));
    const failure = await signIn('edge', url).catch((error: Error) => error.message);
    expect(failure).toMatch(
      /^REDIS_URL \(or EDGE__REDIS_URL\) has the user "(edge|ghost|default)"/,
    );
    expect(failure).toContain(`which was refused: ${code} `);
    expect(failure).not.toContain('some-secret');
  });

  it('refuses to start with a user that may run no script', async () => {
    await admin?.call('ACL', 'SETUSER', 'plain', 'on', '>word', '~*', '+ping', '+info');
    const url = getDefaultUrl().replace(/\/\/.*@/, '//plain:word@');
    await expect(signIn('edge', url)).rejects.toThrow('which was refused: NOPERM ');
  });

  it('leaves the error of a server that is not reached as it is', async () => {
    const failure = signIn('edge', 'redis://127.0.0.1:1');
    await expect(failure).rejects.not.toThrow('REDIS_URL');
  });
});
