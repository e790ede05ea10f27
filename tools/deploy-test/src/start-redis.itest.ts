import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findRedisServer, getFreePort, pingRedis, waitUntil } from '@tollgate/embedded';
import { silentLogger } from '@tollgate/observability';
import { assertNoEviction, createRedis, type Redis } from '@tollgate/redis';
import { redisUsers } from '@tollgate/store-address';

const folder = join('deploy', 'redis');
const passwords: Readonly<Record<string, string>> = Object.fromEntries(
  redisUsers.map((user) => [`${user.toUpperCase()}_REDIS_PASSWORD`, `word-of-${user}`]),
);

describe('deploy/redis', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-redis-'));
  const clients: Redis[] = [];
  let server: ChildProcess | undefined;
  let port = 0;

  beforeAll(async () => {
    // The script starts redis-server, which may be valkey-server here.
    const program = process.env['TEST_REDIS_SERVER'] ?? findRedisServer() ?? '';
    symlinkSync(resolve(program), join(directory, 'redis-server'));
    port = await getFreePort();
    const place = ['--bind', '127.0.0.1', '--port', String(port), '--dir', directory];
    server = spawn('sh', [join(folder, 'start-redis.sh'), ...place], {
      stdio: 'ignore',
      env: {
        PATH: `${directory}:${process.env['PATH'] ?? ''}`,
        REDIS_PASSWORD: 'word-of-default',
        REDIS_PASSWORD_OTHER: 'next-word-of-default',
        EDGE_REDIS_PASSWORD_OTHER: 'next-word-of-edge',
        ...passwords,
      },
    });
    const isUp = (): Promise<boolean> => pingRedis({ port, password: 'word-of-default' });
    await waitUntil(isUp, { timeoutMs: 60_000, what: 'Redis' });
  });

  afterAll(async () => {
    for (const client of clients) client.disconnect();
    if (server?.exitCode === null) {
      const exited = once(server, 'exit');
      server.kill();
      await exited;
    }
    rmSync(directory, { recursive: true, force: true });
  });

  async function signIn(user: string, password = `word-of-${user}`): Promise<Redis> {
    const url = `redis://${user}:${password}@127.0.0.1:${port}`;
    const redis = createRedis({ url, name: user, logger: silentLogger });
    clients.push(redis);
    await redis.connect();
    return redis;
  }

  it.each(redisUsers)('makes a user for %s that cannot empty the server', async (user) => {
    const redis = await signIn(user);
    expect(await redis.ping()).toBe('PONG');
    await expect(redis.flushall()).rejects.toThrow('NOPERM');
  });

  it('keeps nothing on disk and evicts nothing', async () => {
    const admin = await signIn('default');
    expect(await admin.config('GET', 'save')).toEqual(['save', '']);
    await assertNoEviction(admin);
  });

  it.each(['default', 'edge'])(
    'accepts both passwords of %s while one is replaced',
    async (user) => {
      for (const password of [`word-of-${user}`, `next-word-of-${user}`]) {
        expect(await (await signIn(user, password)).ping()).toBe('PONG');
      }
    },
  );

  it('accepts no empty password where none is replaced', () => {
    const env = { PATH: process.env['PATH'], ...passwords, AUTH_REDIS_PASSWORD_OTHER: '' };
    const given = { env, encoding: 'utf8' } as const;
    const { stdout } = spawnSync('sh', [join(folder, 'make-acl.sh')], given);
    for (const line of stdout.trim().split('\n'))
      expect(line.match(/ #[0-9a-f]{64}/g)).toHaveLength(1);
  });

  it('refuses a wrong password', async () => {
    expect(await pingRedis({ port, password: 'wrong' })).toBe(false);
  });

  it('prints hashes and no passwords', () => {
    const env = { PATH: process.env['PATH'], ...passwords };
    const { stdout, status } = spawnSync('sh', [join(folder, 'make-acl.sh')], {
      env,
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(redisUsers.length);
    expect(stdout).not.toContain('word-of');
  });

  it('names the password that is missing', () => {
    const { RELAY_REDIS_PASSWORD: _left, ...others } = passwords;
    const env = { PATH: process.env['PATH'], ...others };
    const { stderr, status } = spawnSync('sh', [join(folder, 'make-acl.sh')], {
      env,
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr.trim()).toBe(
      'RELAY_REDIS_PASSWORD must be set: the password of the Redis user relay',
    );
  });
});
