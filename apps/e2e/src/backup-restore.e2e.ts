import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withClient } from '@tollgate/embedded';
import { readArchiveSettings, waitUntil } from '@tollgate/testing';
import { openAccounts, type Account } from '../test/support/accounts';
import { killParts } from '../test/support/crash';
import { startGateway } from '../test/support/gateway';
import { startLoad, type CallRecord } from '../test/support/load';
import { allGood, judge, readCharges, waitForRest } from '../test/support/oracle';
import { watchUpstream } from '../test/support/upstream-log';

type Running = Awaited<ReturnType<typeof startGateway>>;

const run = promisify(execFile);
const environment = { SHAPE: 'together' };
const accountCount = 5;
const callsPerStep = 40;
const testTimeoutMs = 300_000;

let home: string;
let gateway: Running | undefined;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'tollgate-backup-e2e-'));
  // The server runs as another user where the tests run as root.
  chmodSync(home, 0o777);
  mkdirSync(join(home, 'archive'));
  chmodSync(join(home, 'archive'), 0o777);
});
afterAll(async () => {
  await gateway?.end();
  rmSync(home, { recursive: true, force: true });
});

const archive = (): string => join(home, 'archive');
const backup = (): string => join(home, 'backup');

async function runProgram(
  [program, ...args]: readonly [string, ...string[]],
  settings: Readonly<Record<string, string>> = {},
): Promise<string> {
  const env = { PATH: process.env['PATH'], ...settings };
  const { stdout } = await run(process.execPath, [join('dist', program), ...args], { env });
  return stdout;
}

const query = (text: string): Promise<unknown> =>
  withClient(gateway?.credentials().databaseUrl ?? '', (client) => client.query(text));

/** Every file of the log is copied from now on. */
async function startArchive(running: Running): Promise<void> {
  for (const [name, value] of Object.entries(readArchiveSettings(archive()).archiving)) {
    await query(`ALTER SYSTEM SET ${name} = '${value}'`);
  }
  await killParts(running, 'postgres');
  await waitUntil(
    () =>
      query('SELECT 1').then(
        () => true,
        () => false,
      ),
    { timeoutMs: 60_000, what: 'the database' },
  );
}

/** What happens after this moment is in no backup. */
async function endArchive(): Promise<void> {
  // A file that is still being copied has no final name.
  const countFiles = (): number =>
    readdirSync(archive()).filter((name) => !name.endsWith('.part')).length;
  const files = countFiles();
  await query('SELECT pg_switch_wal()');
  await waitUntil(() => countFiles() > files, {
    timeoutMs: 60_000,
    what: 'the last file of the log',
  });
  await query("ALTER SYSTEM SET archive_command = '/bin/false'");
  await query('SELECT pg_reload_conf()');
}

/** The disk of the database is gone, and Redis with it. What is left: backup, archive, spool. */
async function loseStores({ dataDirectory, stack }: Running): Promise<string> {
  await stack.stop();
  const cluster = realpathSync(join(dataDirectory, 'postgres'));
  for (const name of readdirSync(cluster)) rmSync(join(cluster, name), { recursive: true });
  rmSync(join(dataDirectory, 'redis'), { recursive: true, force: true });
  return cluster;
}

async function startAgain({ dataDirectory }: Running): Promise<Running> {
  gateway = undefined;
  gateway = await startGateway({ dataDirectory, environment });
  return gateway;
}

async function listLost(running: Running, records: readonly CallRecord[]): Promise<string[]> {
  const titles = new Set((await readCharges(running)).map(({ title }) => title));
  const answered = records.filter(({ outcome }) => outcome === 'answered');
  return answered.map(({ id }) => id).filter((id) => !titles.has(id));
}

describe('a stack whose database is lost', () => {
  it(
    'is restored from backup, archived log and spool: no call is lost or charged twice',
    async () => {
      gateway = await startGateway({ environment });
      let running = gateway;
      const accounts: readonly Account[] = await openAccounts(running, accountCount);
      await startArchive(running);
      const upstream = await watchUpstream(running);
      const load = startLoad(running, { accounts, parallel: 4 });
      let records: readonly CallRecord[];
      try {
        await load.waitForCalls(callsPerStep);
        const databaseUrl = running.credentials().databaseUrl;
        const args = ['tools/backup/main.js', 'create', backup()] as const;
        expect(await runProgram(args, { DATABASE_URL: databaseUrl })).toMatch(
          /^backup: \d+ MB in/m,
        );
        await load.waitForCalls(callsPerStep);
        await endArchive();
        await load.waitForCalls(callsPerStep);
      } finally {
        records = await load.stop();
      }
      const { answered: upstreamAnswered } = await upstream.stop();
      await waitForRest(running, accounts, records);
      expect(await listLost(running, records)).toEqual([]);

      const cluster = await loseStores(running);
      await runProgram(['tools/backup/main.js', 'restore', backup(), cluster, '--wal', archive()]);
      running = await startAgain(running);
      // The book ends where the archive ended.
      const lost = await listLost(running, records);
      expect(lost.length).toBeGreaterThan(0);
      expect(lost.length).toBeLessThan(records.length - callsPerStep);

      await running.stack.stop();
      const spool = { SPOOL_DIR: join(running.dataDirectory, 'spool', 'relay') };
      const said = await runProgram(['apps/relay/replay-spool.main.js'], spool);
      expect(said).toMatch(/: [1-9]\d* segments with [1-9]\d* bytes will be published again/);
      running = await startAgain(running);
      await waitForRest(running, accounts, records);
      const evidence = { records, upstreamAnswered, earlier: [] };
      expect(await judge(running, accounts, evidence)).toEqual(allGood);
      expect(existsSync(join(cluster, 'recovery.signal'))).toBe(false);
    },
    testTimeoutMs,
  );
});
