import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Pool } from 'pg';
import { databaseUrl, getFreePort, startPostgres, withClient } from '@tollgate/embedded';
import { silentLogger } from '@tollgate/observability';
import { runMigrations } from '@tollgate/postgres';
import { waitUntil } from '@tollgate/testing';

const run = promisify(execFile);
const script = join('deploy', 'postgres', 'create-roles.sh');
const services = ['auth', 'billing', 'orgs', 'relay', 'video', 'audit', 'eventlog'] as const;
const database = 'tollgate';
const password = 'of the superuser';
const [firstPassword, secondPassword] = ['word-of-audit', 'next-word-of-audit'];
const patience = { timeoutMs: 30_000 };
// The images of PostgreSQL have psql, with which the script works; this machine may not.
const hasPsql = spawnSync('psql', ['--version']).status === 0;

type Server = Awaited<ReturnType<typeof startPostgres>>;

let home: string;
let server: Server;

const adminUrl = (): string => databaseUrl(server.url, { database });
const urlOf = (role: string, word: string): string =>
  databaseUrl(server.url, { database, owner: { role, schema: 'audit', password: word } });
const query = (url: string, text: string): Promise<{ readonly rows: readonly unknown[] }> =>
  withClient(url, (client) => client.query(text));

function runScript(): Promise<unknown> {
  const { hostname, port } = new URL(server.url);
  const words = services.map((name) => [`${name.toUpperCase()}_DB_PASSWORD`, `word-of-${name}`]);
  const env = {
    ...{ PATH: process.env['PATH'], PGHOST: hostname, PGPORT: port, PGPASSWORD: password },
    ...{ POSTGRES_USER: 'postgres', POSTGRES_DB: database, ...Object.fromEntries(words) },
  };
  return run('bash', [script], { env });
}

/** An instance of a service: writes without a pause, every other time on a new connection. */
function startInstance(url: string) {
  const pool = new Pool({ connectionString: url, max: 2 });
  pool.on('error', () => undefined);
  const faults: string[] = [];
  let written = 0;
  let isStopped = false;
  const write = async (): Promise<void> => {
    const text = 'INSERT INTO rotation_test VALUES (current_user, session_user)';
    while (!isStopped) {
      try {
        await (written % 2 === 0 ? pool.query(text) : query(url, text));
        written += 1;
      } catch (error) {
        faults.push((error as Error).message);
        return;
      }
    }
  };
  const writing = write();
  return {
    faults,
    waitForWrites: async (count: number): Promise<void> => {
      const goal = written + count;
      await waitUntil(() => written >= goal || faults.length > 0, { ...patience, what: 'writes' });
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      await writing;
      await pool.end();
    },
  };
}

const migrate = (url: string): Promise<unknown> =>
  runMigrations({
    databaseUrl: url,
    schema: 'audit',
    directory: join('apps', 'audit', 'migrations'),
    logger: silentLogger,
  });

(hasPsql ? describe : describe.skip)('deploy/postgres/create-roles.sh', () => {
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'tollgate-roles-'));
    // The server runs as another user where the tests run as root.
    chmodSync(home, 0o777);
    server = await startPostgres({
      ...{ dataDirectory: join(home, 'data'), port: await getFreePort(), password },
      ...{ logFile: join(home, 'log'), settings: { fsync: 'off' } },
    });
    await query(server.url, `CREATE DATABASE ${database}`);
    await runScript();
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(home, { recursive: true, force: true });
  });

  it.each(services)('makes a login for %s, and a second one without a password', async (name) => {
    const { rows } = await query(
      adminUrl(),
      `SELECT rolname, rolcanlogin, rolpassword IS NULL AS "isClosed"
         FROM pg_authid WHERE rolname IN ('${name}', '${name}_b') ORDER BY rolname`,
    );
    expect(rows).toEqual([
      { rolname: name, rolcanlogin: true, isClosed: false },
      { rolname: `${name}_b`, rolcanlogin: true, isClosed: true },
    ]);
  });

  it('replaces a password while statements run: none fails, and one role owns everything', async () => {
    await migrate(urlOf('audit', firstPassword));
    const create = 'CREATE TABLE rotation_test (acting name, login name)';
    await query(urlOf('audit', firstPassword), create);
    const old = startInstance(urlOf('audit', firstPassword));
    await old.waitForWrites(20);

    await query(adminUrl(), `ALTER ROLE audit_b PASSWORD '${secondPassword}'`);
    const next = startInstance(urlOf('audit_b', secondPassword));
    await Promise.all([old.waitForWrites(20), next.waitForWrites(20)]);
    await migrate(urlOf('audit_b', secondPassword));
    await query(urlOf('audit_b', secondPassword), 'CREATE TABLE made_by_second (id int)');
    await query(urlOf('audit_b', secondPassword), 'ALTER TABLE rotation_test ADD COLUMN id int');
    await query(urlOf('audit', firstPassword), 'ALTER TABLE made_by_second ADD COLUMN name text');

    await old.stop();
    await query(adminUrl(), 'ALTER ROLE audit PASSWORD NULL');
    await next.waitForWrites(20);
    await expect(query(urlOf('audit', firstPassword), 'SELECT 1')).rejects.toMatchObject({
      code: '28P01',
    });
    await next.stop();
    expect([old.faults, next.faults]).toEqual([[], []]);

    const { rows: writers } = await query(
      adminUrl(),
      'SELECT DISTINCT acting, login FROM audit.rotation_test ORDER BY login',
    );
    expect(writers).toEqual([
      { acting: 'audit', login: 'audit' },
      { acting: 'audit', login: 'audit_b' },
    ]);
    const { rows: owners } = await query(
      adminUrl(),
      "SELECT DISTINCT tableowner AS owner FROM pg_tables WHERE schemaname = 'audit'",
    );
    expect(owners).toEqual([{ owner: 'audit' }]);
  });

  it('gives the second login no more than the first has', async () => {
    const url = urlOf('audit_b', secondPassword);
    for (const text of [
      'CREATE TABLE auth.x (id int)',
      'CREATE TABLE public.x (id int)',
      'SET ROLE auth',
    ]) {
      await expect(query(url, text)).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('adds what is missing when it is run again, and keeps passwords', async () => {
    await query(adminUrl(), 'DROP ROLE video_b');
    await runScript();
    const { rows } = await query(adminUrl(), "SELECT 1 FROM pg_roles WHERE rolname = 'video_b'");
    expect(rows).toHaveLength(1);
    await expect(query(urlOf('audit_b', secondPassword), 'SELECT 1')).resolves.toBeDefined();
    await expect(query(urlOf('audit', firstPassword), 'SELECT 1')).rejects.toMatchObject({
      code: '28P01',
    });
  });
});
