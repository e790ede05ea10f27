import { inspect } from 'node:util';
import { readDatabaseUrl, readServerSettings } from './common-settings';
import { readRedisUrl } from './redis-url';
import { ConfigError, defineConfig } from './define-config';
import { readEventLogSettings } from './event-log-settings';
import { Secret } from './secret';
import { readGrpcAddress, readServiceCredential } from './service-credential';

const config = defineConfig({
  name: 'example',
  read: (env) => ({
    port: env.number('PORT', { about: 'where it listens', fallback: 8080, min: 1, max: 65_535 }),
    mode: env.choice('MODE', {
      about: 'what it does',
      choices: ['fast', 'safe'],
      fallback: 'safe',
    }),
    token: env.secret('TOKEN', { about: 'who may', lengthMin: 8 }),
    hosts: env.list('HOSTS', { about: 'where to' }),
    isDry: env.boolean('DRY', { about: 'no writes', fallback: false }),
  }),
});

describe('defineConfig', () => {
  it('reads typed values and fallbacks', () => {
    const loaded = config.load({ TOKEN: 'long enough', HOSTS: 'a, b,,', DRY: '1' });
    expect(loaded).toMatchObject({ port: 8080, mode: 'safe', hosts: ['a', 'b'], isDry: true });
    expect(loaded.token.reveal()).toBe('long enough');
  });

  it('reports all faults at once', () => {
    const load = () => config.load({ PORT: '70000', MODE: 'wild', TOKEN: 'short', DRY: 'maybe' });
    expect(load).toThrow(ConfigError);
    try {
      load();
    } catch (error) {
      expect((error as ConfigError).faults).toHaveLength(4);
    }
  });

  it('describes its variables without an environment', () => {
    expect(config.describe().map((variable) => variable.name)).toEqual([
      'PORT',
      'MODE',
      'TOKEN',
      'HOSTS',
      'DRY',
    ]);
  });

  it('wants the address of the chosen event log', () => {
    const eventLog = defineConfig({ name: 'x', read: readEventLogSettings });
    expect(() => eventLog.load({ EVENT_LOG: 'kafka' })).toThrow(/KAFKA_BROKERS is required/);
    expect(() => eventLog.load({})).toThrow(/EVENT_LOG_DATABASE_URL is required/);
  });

  it('refuses brokers with IPv6 addresses, which the client of Kafka cannot read', () => {
    const eventLog = defineConfig({ name: 'x', read: readEventLogSettings });
    expect(() => eventLog.load({ EVENT_LOG: 'kafka', KAFKA_BROKERS: '[::1]:9092' })).toThrow(
      'KAFKA_BROKERS must have no brackets, not "[::1]:9092"',
    );
  });

  it('wants ports for every server', () => {
    const server = defineConfig({ name: 'x', read: readServerSettings });
    expect(() => server.load({})).toThrow(/HTTP_PORT is required[^]*INTERNAL_PORT is required/);
  });
});

describe('a fault of a setting', () => {
  const read = (environment: Record<string, string>): unknown =>
    config.load({ TOKEN: 'long enough', ...environment });

  it.each([
    [{ PORT: '70000' }, 'PORT must be a whole number from 1 to 65535, not "70000"'],
    [{ MODE: 'wild' }, 'MODE must be one of fast, safe, not "wild"'],
    [{ DRY: 'maybe' }, 'DRY must be 1, 0, true or false, not "maybe"'],
    [{ TOKEN: 'short' }, 'TOKEN must have at least 8 characters, not 5'],
  ])('names the variable, what was read and what is allowed: %j', (environment, message) => {
    expect(() => read(environment)).toThrow(message);
  });

  it.each(['hunter2', 'hunt/er@2'])('shows no password: %s', (password) => {
    const database = defineConfig({ name: 'x', read: (env) => ({ url: readDatabaseUrl(env) }) });
    expect(() => database.load({ DATABASE_URL: `mysql://me:${password}@db/x` })).toThrow(
      'not "mysql://me:…@db/x"',
    );
  });
});

describe('settings for development', () => {
  const service = defineConfig({ name: 'x', read: readServiceCredential });
  const random = '4f9d2c81b7e6053a4f9d2c81b7e6053a';

  it.each([
    'x'.repeat(40),
    'change-me-change-me-change-me-0123',
    'my secret for the gateway 012345',
  ])('are refused unless they are named: SERVICE_SECRET=%s', (secret) => {
    const load = (allowed: string): unknown =>
      service.load({ SERVICE_SECRET: secret, DEVELOPMENT_SETTINGS: allowed });
    expect(() => load('')).toThrow(
      'SERVICE_SECRET is a placeholder instead of a random value: refused unless ' +
        'DEVELOPMENT_SETTINGS has SERVICE_SECRET',
    );
    expect(() => load('PAYMENTS_DEV')).toThrow('SERVICE_SECRET');
    expect(load('PAYMENTS_DEV, SERVICE_SECRET')).toBeDefined();
    expect(load('all')).toBeDefined();
  });

  it('are not those of a random secret', () => {
    expect(service.load({ SERVICE_SECRET: random }).secret.reveal()).toBe(random);
  });

  it('take a second secret while the first is replaced', () => {
    const other = [...random].reverse().join('');
    const { otherSecret } = service.load({ SERVICE_SECRET: random, SERVICE_SECRET_OTHER: other });
    expect(otherSecret?.reveal()).toBe(other);
  });
});

describe('REDIS_URL', () => {
  const config = defineConfig({ name: 'x', read: (env) => ({ url: readRedisUrl(env) }) });

  it.each([
    ['redis+sentinel://:word@127.0.0.1:1', 'REDIS_URL names no master'],
    ['redis+sentinel://:word@127.0.0.1:x/till', 'REDIS_URL has a sentinel that is neither'],
    ['redis+cluster://:word@127.0.0.1:1/till', 'REDIS_URL has more than the servers'],
    ['redis+cluster://:word@127.0.0.1:x', 'REDIS_URL has a server that is neither'],
    ['http://127.0.0.1', 'REDIS_URL must match'],
  ])('is refused in one line without its password: %s', (url, fault) => {
    const load = (): unknown => config.load({ REDIS_URL: url });
    expect(load).toThrow(fault);
    expect(load).not.toThrow('word@');
  });
});

const word = '4f9d2c81b7e6053a';

describe('a connection without TLS', () => {
  const stores = defineConfig({
    name: 'x',
    read: (env) => ({
      database: readDatabaseUrl(env),
      redis: readRedisUrl(env),
      grpc: readGrpcAddress(env, 'AUTH_GRPC_ADDRESS', 'auth'),
    }),
  });
  const local = {
    DATABASE_URL: 'postgres://me@127.0.0.1/x',
    REDIS_URL: 'redis://[::1]:6379',
    AUTH_GRPC_ADDRESS: 'localhost:9000',
  };

  it('is allowed on this machine', () => {
    expect(stores.load(local)).toBeDefined();
  });

  it.each([
    [{ DATABASE_URL: `postgres://me:${word}@db.example/x` }, 'DATABASE_URL reaches "db.example"'],
    [{ REDIS_URL: `redis://:${word}@cache:6379` }, 'REDIS_URL reaches "cache"'],
    [
      { REDIS_URL: `redis+sentinel://:${word}@localhost,cache:1/till` },
      'REDIS_URL reaches "cache"',
    ],
    [{ REDIS_URL: `redis+cluster://:${word}@localhost,cache:1` }, 'REDIS_URL reaches "cache"'],
    [{ AUTH_GRPC_ADDRESS: 'ipv4:10.0.0.1:9,10.0.0.2:9' }, 'AUTH_GRPC_ADDRESS reaches "10.0.0.2"'],
  ])('to another machine is refused unless it is named: %j', (environment, message) => {
    const names = 'db.example,cache,10.0.0.1,10.0.0.2';
    expect(() => stores.load({ ...local, ...environment })).toThrow(message);
    expect(stores.load({ ...local, ...environment, PLAINTEXT_HOSTS: names })).toBeDefined();
    expect(stores.load({ ...local, ...environment, PLAINTEXT_HOSTS: '*' })).toBeDefined();
  });

  it('to the host that the driver of the database takes is refused', () => {
    const DATABASE_URL = `postgres://me:${word}@/x?host=db.example`;
    expect(() => stores.load({ ...local, DATABASE_URL })).toThrow(
      'DATABASE_URL reaches "db.example"',
    );
  });

  it.each([
    'postgres://me@/x?host=/var/run/postgresql',
    'postgres://me@%2Fvar%2Frun%2Fpostgresql/x',
  ])('is allowed to a socket of this machine: %s', (DATABASE_URL) => {
    expect(stores.load({ ...local, DATABASE_URL })).toBeDefined();
  });

  it.each(['fd00::1', '[fd00::1]'])(
    'names an IPv6 address with or without brackets: %s',
    (host) => {
      const DATABASE_URL = `postgres://me:${word}@[fd00::1]/x`;
      const REDIS_URL = `redis+cluster://:${word}@[fd00::1]:1`;
      const environment = { ...local, DATABASE_URL, REDIS_URL, PLAINTEXT_HOSTS: host };
      expect(stores.load(environment)).toBeDefined();
    },
  );

  it.each([
    { DATABASE_URL: `postgres://me:${word}@db.example/x?sslmode=verify-full` },
    { REDIS_URL: `rediss://:${word}@cache:6379` },
    { REDIS_URL: `rediss+sentinel://:${word}@cache:1,other:1/till` },
    { REDIS_URL: `rediss+cluster://:${word}@cache:1,other:1` },
    { AUTH_GRPC_ADDRESS: 'dns:///auth:9000', TLS_CERT_FILE: 'auth.crt' },
  ])('is another thing than one with TLS: %j', (environment) => {
    expect(stores.load({ ...local, ...environment })).toBeDefined();
  });
});

describe('the password of a store on another machine', () => {
  const stores = defineConfig({
    name: 'x',
    read: (env) => ({
      database: readDatabaseUrl(env),
      redis: readRedisUrl(env),
      eventLog: readEventLogSettings(env),
    }),
  });
  const good = {
    PLAINTEXT_HOSTS: '*',
    DATABASE_URL: `postgres://me:${word}@db/x`,
    REDIS_URL: `redis://me:${word}@cache:6379`,
    EVENT_LOG: 'kafka',
    KAFKA_BROKERS: 'kafka:9092',
    KAFKA_SASL: 'plain',
    KAFKA_USERNAME: 'me',
    KAFKA_PASSWORD: word,
  };

  it('is accepted when it is hard to guess', () => {
    expect(stores.load(good)).toBeDefined();
  });

  it.each([
    'tollgate-Kx81jfPq02LmZr7v',
    'Kx81jfPq02LmZr7vDefault9Yb',
    'default-Kx81jfPq02LmZr7v',
    'xK8secret9fQ2Lm',
    '%41%zzKx81jfPq02',
  ])('is accepted when it is random, with any word in it: %s', (password) => {
    const DATABASE_URL = `postgres://me:${password}@db/x`;
    const REDIS_URL = `redis://me:${password}@cache:6379`;
    expect(stores.load({ ...good, DATABASE_URL, REDIS_URL, KAFKA_PASSWORD: password })).toEqual(
      expect.objectContaining({ database: DATABASE_URL }),
    );
  });

  it.each([
    [
      'DATABASE_URL',
      'postgres://me@db/x',
      'has no password although the server is on another machine',
    ],
    ['DATABASE_URL', 'postgres://postgres:postgres@db/x', 'has a password that is easy to guess'],
    ['DATABASE_URL', 'postgres://me:1@db1:5432,db2:5432/x', 'has a password that is easy to guess'],
    ['DATABASE_URL', 'postgres://me:p%6Fstgres%21@db/x', 'has a password that is easy to guess'],
    ['DATABASE_URL', 'postgres://me:Postgres2024@db/x', 'has a password that is easy to guess'],
    [
      'REDIS_URL',
      'redis://me%2Dtoo-long9:me-too-long9@cache',
      'has a password that is easy to guess',
    ],
    ['REDIS_URL', 'redis://me:my-secret-9xq@cache', 'has a password that is easy to guess'],
    [
      'REDIS_URL',
      'redis://cache:6379',
      'has no password although the server is on another machine',
    ],
    ['REDIS_URL', 'rediss://me:tollgate-redis-1@cache', 'has a password that is easy to guess'],
    [
      'REDIS_URL',
      'redis+sentinel://s1:1,s2:1/till',
      'has no password although the server is on another machine',
    ],
    ['KAFKA_PASSWORD', 'kafka-secret', 'has a password that is easy to guess'],
  ])('is refused unless %s is named as a setting for development: %s', (name, value, danger) => {
    const environment = { ...good, [name]: value };
    const fault = `${name} ${danger}: refused unless DEVELOPMENT_SETTINGS has ${name}`;
    expect(() => stores.load(environment)).toThrow(fault);
    expect(stores.load({ ...environment, DEVELOPMENT_SETTINGS: name })).toBeDefined();
  });

  it('may be missing on this machine, and where a certificate stands for it', () => {
    const local = { DATABASE_URL: 'postgres:///x', REDIS_URL: 'redis://127.0.0.1:6379' };
    expect(stores.load({ ...good, ...local })).toBeDefined();
    const url = 'postgres://me@db/x?sslmode=verify-full&sslcert=me.crt&sslkey=me.key';
    expect(stores.load({ ...good, DATABASE_URL: url })).toBeDefined();
  });
});

describe('a Secret', () => {
  it('is hidden in logs and JSON', () => {
    const secret = new Secret('hunter2hunter2');
    const shown = [`${secret}`, JSON.stringify({ secret }), inspect({ secret })].join(' ');
    expect(shown).not.toContain('hunter2');
    expect(secret.reveal()).toBe('hunter2hunter2');
  });
});
