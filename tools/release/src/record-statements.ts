import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, createReadStream, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureRedisServer, getFreePort, startPostgres } from '@tollgate/embedded';
import type { Landed } from './list-migrations';
import { ReleaseError } from './prepare-release';
import { writeRecorded } from './recorded-statements';
import { StatementCollector } from './statement-log';

const passwordBytes = 16;
const jest = join('node_modules', 'jest', 'bin', 'jest.js');

/**
 * Runs the integration tests of services as a release had them, on a PostgreSQL that logs
 * statements, and keeps the statements of the services in tools/release/statements.
 */
export async function recordStatements(
  release: Landed,
  schemas: readonly string[],
  note: (line: string) => void,
): Promise<void> {
  const { version } = release;
  const home = mkdtempSync(join(tmpdir(), 'tollgate-statements-'));
  // The server runs as another user where this program runs as root.
  chmodSync(home, 0o777);
  const checkout = join(home, 'checkout');
  try {
    git('worktree', 'add', '--detach', checkout, findCommit(release));
    symlinkSync(resolve('node_modules'), join(checkout, 'node_modules'));
    for (const schema of schemas) {
      const log = join(home, schema);
      mkdirSync(log);
      chmodSync(log, 0o777);
      await runTests({ checkout, log, schema, note });
      const collector = new StatementCollector(schema);
      const input = createReadStream(join(log, 'statements.json'), 'utf8');
      for await (const line of createInterface({ input })) collector.add(line);
      const { statements } = collector;
      if (statements.length === 0) throw new ReleaseError(`${schema} ran no statement`);
      writeRecorded(version, schema, statements);
      note(`${schema}: ${statements.length} statements of ${version}`);
    }
  } finally {
    git('worktree', 'remove', '--force', checkout);
    rmSync(home, { recursive: true, force: true });
  }
}

/** The newest commit that has the migrations of the release and no others. */
function findCommit({ migrations, version }: Landed): string {
  const wanted = Object.entries(migrations).flatMap(([schema, files]) =>
    Object.keys(files).map((name) => `apps/${schema}/migrations/${name}.sql`),
  );
  const isWanted = (commit: string): boolean => {
    const files = git('ls-tree', '-r', '--name-only', commit, 'apps').split('\n');
    const own = files.filter((file) => /\/migrations\/[^/]+\.sql$/.test(file));
    return own.sort().join() === wanted.sort().join();
  };
  const commit = git('log', '--date-order', '--format=%H').split('\n').find(isWanted);
  if (commit !== undefined) return commit;
  throw new ReleaseError(`the history of Git has no commit with the migrations of ${version}`);
}

function git(...given: readonly string[]): string {
  return execFileSync('git', given, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

interface TestRun {
  readonly checkout: string;
  readonly log: string;
  readonly schema: string;
  readonly note: (line: string) => void;
}

/** A test that fails is noted only: the statements of the others are as good. */
async function runTests({ checkout, log, note, schema }: TestRun): Promise<void> {
  const redisServer = await ensureRedisServer(note);
  const postgres = await startPostgres({
    dataDirectory: join(log, 'data'),
    port: await getFreePort(),
    password: randomBytes(passwordBytes).toString('hex'),
    logFile: join(log, 'server.log'),
    settings: {
      ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
      ...{ logging_collector: 'on', log_destination: 'jsonlog', log_directory: log },
      ...{ log_filename: 'statements', log_rotation_age: '0', log_rotation_size: '0' },
      // Logs a statement when it has succeeded, with its parameters.
      log_min_duration_statement: '0',
    },
  });
  try {
    const given = ['--selectProjects', 'integration', '--maxWorkers=2', `apps/${schema}/`];
    const { status } = spawnSync(process.execPath, [jest, ...given], {
      cwd: checkout,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
        TEST_DATABASE_URL: postgres.url,
        TEST_REDIS_SERVER: redisServer,
        TEST_RUN_DIRECTORY: log,
      },
    });
    if (status !== 0) note(`${schema}: some of its tests failed`);
  } finally {
    await postgres.stop();
  }
}
