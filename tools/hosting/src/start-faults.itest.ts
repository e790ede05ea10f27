import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@tollgate/testing';

interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

const random = '4f9d2c81b7e6053a'.repeat(4);
const timeoutMs = 20_000;

/** The built program of a service, with nothing in its environment but what is given. */
function run(service: string, env: Readonly<Record<string, string>>): Promise<Ended> {
  const file = join('dist', 'apps', service, 'main.js');
  return new Promise((resolve) => {
    const options = { env, timeout: timeoutMs };
    execFile(process.execPath, [file], options, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ exitCode, stdout, stderr });
    });
  });
}

let database: TestDatabase<'audit'>;
let directory: string;
let good: Readonly<Record<string, string>>;

beforeAll(async () => {
  database = await createTestDatabase({ schemas: ['audit'] });
  directory = mkdtempSync(join(tmpdir(), 'tollgate-start-'));
  good = {
    HTTP_PORT: '0',
    GRPC_PORT: '0',
    INTERNAL_PORT: '0',
    DATABASE_URL: database.urlOf('audit'),
    REDIS_URL: 'redis://127.0.0.1:1',
    EVENT_LOG: 'kafka',
    KAFKA_BROKERS: '127.0.0.1:1',
    SERVICE_SECRET: random,
    IDENTITY_SECRET: random,
    SECRETS_KEY: random,
    BYOK_MASTER_KEY: random,
    EVIDENCE_KEY: random,
    ORGS_GRPC_ADDRESS: '127.0.0.1:1',
    BILLING_GRPC_ADDRESS: '127.0.0.1:1',
    SPOOL_DIR: join(directory, 'spool'),
    OBJECT_DIR: join(directory, 'objects'),
  };
});
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
  await database?.drop();
});

/** One line for the service and one for the setting, and no log of a failed start. */
function expectFault({ exitCode, stderr, stdout }: Ended, service: string, fault: RegExp): void {
  const [head, line = '', ...rest] = stderr.split('\n');
  expect([exitCode, head, rest]).toEqual([1, `${service} cannot start:`, ['']]);
  expect(line).toMatch(fault);
  expect(stdout).not.toContain('failed to start');
}

describe('a service that cannot start ends with 1 and one line', () => {
  it('for a setting that is not well formed', async () => {
    const ended = await run('audit', { ...good, KAFKA_BROKERS: 'kafka' });
    expectFault(ended, 'audit', /^ {2}- KAFKA_BROKERS must be a comma list .*, not "kafka"$/);
    expect(ended.stdout).toBe('');
  });

  it('for a port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = String((other.address() as AddressInfo).port);
    const ended = await run('audit', { ...good, INTERNAL_PORT: port });
    other.close();
    const fault = `^ {2}- INTERNAL_PORT must be a free port, not ${port}: .*\\(EADDRINUSE\\) already$`;
    expectFault(ended, 'audit', new RegExp(fault));
  });

  it('for a wrong password of PostgreSQL, without the password', async () => {
    const url = new URL(database.urlOf('audit'));
    url.password = 'a-wrong-word';
    const ended = await run('audit', { ...good, DATABASE_URL: url.href });
    expectFault(
      ended,
      'audit',
      /^ {2}- DATABASE_URL .* has the role "audit.*\(28P01\); allowed is /,
    );
    expect(ended.stderr).not.toContain('a-wrong-word');
  });

  it('for a spool directory that cannot be used', async () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    const ended = await run('relay', { ...good, SPOOL_DIR: join(file, 'spool') });
    expectFault(ended, 'relay', /^ {2}- SPOOL_DIR must be a directory .*\/file\/spool": ENOTDIR/);
  });
});
