import { readDatabaseUrl } from './common-settings';
import { defineConfig } from './define-config';

const several = 'postgres://me:4f9d2c81b7e6%2C53a@db1:5432,db2:5433/x?sslmode=verify-full';

describe('a database URL with several hosts', () => {
  const config = defineConfig({ name: 'x', read: (env) => ({ url: readDatabaseUrl(env) }) });
  const load = (url: string): unknown => config.load({ DATABASE_URL: url });

  it.each([
    several,
    `${several}&target_session_attrs=read-write`,
    'postgres://me@127.0.0.1:1,127.0.0.1:2/x?target_session_attrs=primary',
  ])('is accepted: %s', (url) => {
    expect(load(url)).toEqual({ url });
  });

  it.each([
    [
      'postgres://me:word@db1:5432,db2:x/x',
      'DATABASE_URL must name its hosts as host:port,host:port, not "postgres://me:…@db1:5432,db2:x',
    ],
    ['postgres://me:word@,db2/x', 'DATABASE_URL must name its hosts as host:port,host:port'],
    [
      `${several}&target_session_attrs=standby`,
      'DATABASE_URL must have target_session_attrs=read-write or primary with several hosts, ' +
        'not "standby"',
    ],
    ['postgres://me@127.0.0.1,db2/x', 'DATABASE_URL reaches "db2" without TLS'],
  ])('is refused: %s', (url, fault) => {
    expect(() => load(url)).toThrow(fault);
    expect(() => load(url)).not.toThrow(/:word|4f9d/);
  });
});
