import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { withClient } from '@tollgate/embedded';
import { createTestDatabase, type TestDatabase } from '@tollgate/testing';

const schemas = ['auth', 'billing', 'orgs', 'relay', 'video', 'audit'] as const;
type Schema = (typeof schemas)[number];

interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A built program, with nothing in its environment but what is given. */
function run(program: string, given: readonly string[], env: Record<string, string>) {
  const file = join('dist', 'apps', program);
  return new Promise<Ended>((resolve) => {
    execFile(process.execPath, [file, ...given], { env }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ exitCode, stdout, stderr });
    });
  });
}

let database: TestDatabase<Schema>;
beforeEach(async () => {
  database = await createTestDatabase({ schemas: [...schemas] });
});
afterEach(() => database?.drop());

const countFiles = (schema: string): number =>
  readdirSync(join('apps', schema, 'migrations')).filter((name) => name.endsWith('.sql')).length;

function countApplied(schema: Schema): Promise<number> {
  return withClient(database.urlOf(schema), async (client) => {
    const { rows } = await client.query<{ count: string }>(
      `SELECT count(*) FROM ${schema}.schema_migrations`,
    );
    return Number(rows[0]?.count);
  });
}

describe.each(schemas)('the program of %s with the argument migrate', (schema) => {
  const migrate = (env: Record<string, string>) => run(`${schema}/main.js`, ['migrate'], env);

  it('applies all migrations with DATABASE_URL alone, and none when it is run again', async () => {
    const env = { DATABASE_URL: database.urlOf(schema) };
    expect(await migrate(env)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await countApplied(schema)).toBe(countFiles(schema));
    const second = await migrate(env);
    expect(second).toMatchObject({ exitCode: 0, stderr: '' });
    expect(second.stdout).toContain('no migrations to apply');
    expect(await countApplied(schema)).toBe(countFiles(schema));
  });

  it('ends with 1 and one line without DATABASE_URL', async () => {
    const ended = await migrate({});
    expect(ended.exitCode).toBe(1);
    expect(ended.stderr).toMatch(new RegExp(`^${schema} cannot migrate: DATABASE_URL [^\\n]+\\n$`));
  });
});

describe('the argument migrate', () => {
  it('can be run by several instances at once', async () => {
    const env = { DATABASE_URL: database.urlOf('billing') };
    const all = await Promise.all(
      Array.from({ length: 3 }, () => run('billing/main.js', ['migrate'], env)),
    );
    expect(all.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
      [0, ''],
      [0, ''],
      [0, ''],
    ]);
    expect(await countApplied('billing')).toBe(countFiles('billing'));
  });

  it('migrates every schema of a process that several services share', async () => {
    const services = ['billing', 'auth', 'orgs', 'video', 'audit'] as const;
    const urls = services.map((name) => [
      `${name.toUpperCase()}__DATABASE_URL`,
      database.urlOf(name),
    ]);
    const env = { SERVICES: services.join(','), ...Object.fromEntries(urls) };
    expect(await run('host/office.main.js', ['migrate'], env)).toMatchObject({ exitCode: 0 });
    for (const name of services) expect(await countApplied(name)).toBe(countFiles(name));
  });

  it('names the schema whose database does not answer and migrates the others', async () => {
    const env = {
      SERVICES: 'auth,audit',
      AUTH__DATABASE_URL: 'postgres://auth:wrong@127.0.0.1:1/tollgate',
      AUDIT__DATABASE_URL: database.urlOf('audit'),
    };
    const ended = await run('host/office.main.js', ['migrate'], env);
    expect(ended.exitCode).toBe(1);
    expect(ended.stderr).toMatch(/^auth cannot migrate: [^\n]*ECONNREFUSED[^\n]*\n$/);
    expect(await countApplied('audit')).toBe(countFiles('audit'));
  });

  it('is the only argument that a service knows', async () => {
    const ended = await run('audit/main.js', ['migrat'], {});
    expect(ended).toMatchObject({ exitCode: 2, stdout: '' });
    expect(ended.stderr).toBe(
      'unknown argument "migrat": use no argument to serve, or "migrate" to apply migrations ' +
        'and exit\n',
    );
  });
});
