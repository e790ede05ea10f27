import { execFile } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getFreePort, startPostgres, withClient } from '@tollgate/embedded';
import { readArchiveSettings, waitUntil, type ArchiveSettings } from '@tollgate/testing';
import { archiveName } from './backup-files';
import { createBackup } from './create-backup';

const run = promisify(execFile);
const password = 'of the archive tests';
const segmentBytes = 16 * 1024 * 1024;
const otherContent = 'the log of another server';
const patience = { timeoutMs: 60_000, pollMs: 100 };
type Server = Awaited<ReturnType<typeof startPostgres>>;

let home: string;
let archive: string;
let settings: ArchiveSettings;
let url: string;
const running: Server[] = [];

const place = (name: string): string => join(home, name);
const inArchive = (file: string): string => join(archive, file);

async function startServer(name: string, given: Readonly<Record<string, string>>): Promise<string> {
  const server = await startPostgres({
    ...{ dataDirectory: place(name), port: await getFreePort(), password },
    logFile: place(`${name}.log`),
    settings: { ...given, fsync: 'off' },
  });
  running.push(server);
  return server.url;
}

async function readValue(text: string, address = url): Promise<string> {
  const { rows } = await withClient(address, (client) => client.query<{ value: string }>(text));
  return rows[0]?.value ?? '';
}

/** Writes a row and ends the file of the log that it is in. */
async function writeFileOfLog(row: string): Promise<string> {
  await withClient(url, (client) => client.query('INSERT INTO calls VALUES ($1)', [row]));
  return readValue('SELECT pg_walfile_name(pg_switch_wal()) AS value');
}

function waitForArchived(file: string): Promise<unknown> {
  const query = 'SELECT last_archived_wal AS value FROM pg_stat_archiver';
  const isArchived = async (): Promise<boolean> => (await readValue(query)) >= file;
  return waitUntil(isArchived, { ...patience, what: `${file} in the archive` });
}

function waitForRefusal(file: string): Promise<unknown> {
  const query = 'SELECT last_failed_wal AS value FROM pg_stat_archiver';
  const isRefused = async (): Promise<boolean> => (await readValue(query)) === file;
  return waitUntil(isRefused, { ...patience, what: `a failure for ${file}` });
}

const isWhole = (file: string): boolean => statSync(inArchive(file)).size === segmentBytes;

/** What the page says after `docker compose exec`: a data directory made by hand. */
async function restore(name: string, given: Readonly<Record<string, string>>): Promise<string> {
  const directory = place(name);
  mkdirSync(directory, { mode: 0o700 });
  await run('tar', ['-x', '-f', join(place('backup'), archiveName), '-C', directory]);
  const lines = Object.entries(given).map(([setting, value]) => `${setting} = '${value}'\n`);
  appendFileSync(join(directory, 'postgresql.auto.conf'), lines.join(''));
  writeFileSync(join(directory, 'recovery.signal'), '');
  const { gid, uid } = statSync(join(directory, 'PG_VERSION'));
  for (const file of [directory, join(directory, 'recovery.signal')]) chownSync(file, uid, gid);
  const address = await startServer(name, {});
  const isOpen = async (): Promise<boolean> =>
    (await readValue('SELECT pg_is_in_recovery()::text AS value', address)) === 'false';
  await waitUntil(isOpen, { ...patience, what: 'the end of the recovery' });
  return readValue("SELECT string_agg(name, ', ' ORDER BY name) AS value FROM calls", address);
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'tollgate-archive-'));
  // The server runs as another user where the tests run as root.
  chmodSync(home, 0o777);
  archive = place('archive');
  mkdirSync(archive);
  chmodSync(archive, 0o777);
  settings = readArchiveSettings(archive);
  url = await startServer('original', settings.archiving);
  await withClient(url, (client) => client.query('CREATE TABLE calls (name text)'));
  await createBackup({ databaseUrl: url, folder: place('backup'), onProgress: () => undefined });
});
afterAll(async () => {
  for (const server of running) await server.stop();
  rmSync(home, { recursive: true, force: true });
});

describe('the settings of deploy/backup/README.md', () => {
  it('are the same for a server and for compose', () => {
    expect(Object.keys(settings.archiving).sort()).toEqual([
      'archive_command',
      'archive_mode',
      'archive_timeout',
    ]);
    expect(settings.archivingWithCompose).toEqual(settings.archiving);
    expect(settings.archiving['archive_command']).toContain(archive);
  });

  it('archive each file of the log under its name', async () => {
    const file = await writeFileOfLog('1');
    await waitForArchived(file);
    expect([isWhole(file), existsSync(inArchive(`${file}.part`))]).toEqual([true, false]);
  });

  it('refuse a file that is in the archive with another content', async () => {
    await withClient(url, (client) => client.query("INSERT INTO calls VALUES ('2')"));
    const file = await readValue('SELECT pg_walfile_name(pg_current_wal_insert_lsn()) AS value');
    writeFileSync(inArchive(file), otherContent);
    expect(await readValue('SELECT pg_walfile_name(pg_switch_wal()) AS value')).toBe(file);
    await waitForRefusal(file);
    expect(readFileSync(inArchive(file), 'utf8')).toBe(otherContent);

    rmSync(inArchive(file));
    // The server pauses for a minute after three attempts, or until the next file.
    await waitForArchived(await writeFileOfLog('3'));
    expect(isWhole(file)).toBe(true);
  });

  it('repeat a copy that failed, also over the rest of one that was cut short', async () => {
    chmodSync(archive, 0o555);
    const file = await writeFileOfLog('4');
    await waitForRefusal(file);
    expect(existsSync(inArchive(file))).toBe(false);

    chmodSync(archive, 0o777);
    writeFileSync(inArchive(`${file}.part`), 'half of a file');
    chmodSync(inArchive(`${file}.part`), 0o666);
    await waitForArchived(await writeFileOfLog('5'));
    expect([isWhole(file), existsSync(inArchive(`${file}.part`))]).toEqual([true, false]);
  });

  it('accept a file again that is in the archive already', async () => {
    const file = await writeFileOfLog('6');
    await waitForArchived(file);
    const again = place('again');
    copyFileSync(inArchive(file), again);
    const command = settings.archiving['archive_command'] ?? '';
    const runCommand = (path: string): Promise<unknown> =>
      run('sh', ['-c', command.replaceAll('%p', path).replaceAll('%f', file)]);
    await expect(runCommand(again)).resolves.toBeDefined();
    appendFileSync(again, 'more');
    await expect(runCommand(again)).rejects.toMatchObject({ code: 1 });
  });

  it('restore everything that is archived, or what there was at a moment', async () => {
    const beforeLast = await readValue('SELECT clock_timestamp()::text AS value');
    await withClient(url, (client) => client.query('SELECT pg_sleep(0.01)'));
    await waitForArchived(await writeFileOfLog('7'));

    const all = { restore_command: settings.restoring['restore_command'] ?? '' };
    expect(await restore('all', all)).toBe('1, 2, 3, 4, 5, 6, 7');
    expect(Object.keys(settings.restoring)).toContain('recovery_target_time');
    const moment = { ...settings.restoring, recovery_target_time: beforeLast };
    expect(await restore('moment', moment)).toBe('1, 2, 3, 4, 5, 6');
  });
});
