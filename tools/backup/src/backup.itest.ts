import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getFreePort, startPostgres, withClient } from '@tollgate/embedded';
import { readArchiveSettings, waitUntil } from '@tollgate/testing';
import { archiveName, manifestName } from './backup-files';
import { createBackup } from './create-backup';
import { restoreBackup } from './restore-backup';

const password = 'of the backup tests';
type Server = Awaited<ReturnType<typeof startPostgres>>;

let home: string;
let archive: string;
let backup: string;
let beforeLast: Date;
const running: Server[] = [];

const place = (name: string): string => join(home, name);

/** A server with this data directory, which is stopped at the end whatever happens. */
async function startServer(dataDirectory: string): Promise<Server> {
  const server = await startPostgres({
    dataDirectory,
    port: await getFreePort(),
    password,
    logFile: `${dataDirectory}.log`,
    settings: { ...readArchiveSettings(archive).archiving, fsync: 'off' },
  });
  running.push(server);
  return server;
}

const insert = (url: string, name: string): Promise<unknown> =>
  withClient(url, (client) => client.query('INSERT INTO calls VALUES ($1)', [name]));
const readNames = (url: string): Promise<string[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>('SELECT name FROM calls ORDER BY name');
    return rows.map(({ name }) => name);
  });

/** Ends the current file of the log and waits until it is in the archive. */
async function archiveLog(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ file: string }>(
      'SELECT pg_walfile_name(pg_switch_wal()) AS file',
    );
    const file = join(archive, rows[0]?.file ?? '');
    await waitUntil(() => existsSync(file), { timeoutMs: 60_000, what: `${file} in the archive` });
  });
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'tollgate-backup-'));
  // The server runs as another user where the tests run as root.
  chmodSync(home, 0o777);
  archive = place('archive');
  mkdirSync(archive);
  chmodSync(archive, 0o777);
  backup = place('backup');
  const { url } = await startServer(place('original'));
  await withClient(url, (client) => client.query('CREATE TABLE calls (name text)'));
  await insert(url, '1 before the backup');
  await createBackup({ databaseUrl: url, folder: backup, onProgress: () => undefined });
  await insert(url, '2 after the backup');
  beforeLast = await withClient(url, async (client) => {
    const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    return rows[0]?.now ?? new Date(0);
  });
  // A time has milliseconds in JavaScript and microseconds in the log.
  await withClient(url, (client) => client.query('SELECT pg_sleep(0.01)'));
  beforeLast = new Date(beforeLast.getTime() + 5);
  await insert(url, '3 last');
  await archiveLog(url);
});
afterAll(async () => {
  for (const server of running) await server.stop();
  rmSync(home, { recursive: true, force: true });
});

describe('a backup that was made while the server ran', () => {
  it('has the cluster of that moment, without the archived log', async () => {
    const dataDirectory = place('alone');
    expect(await restoreBackup({ folder: backup, dataDirectory })).toBeGreaterThan(500);
    const { url } = await startServer(dataDirectory);
    expect(await readNames(url)).toEqual(['1 before the backup']);
  });

  it('leads to everything that is archived', async () => {
    const dataDirectory = place('all');
    await restoreBackup({ folder: backup, dataDirectory, walFolder: archive });
    const { url } = await startServer(dataDirectory);
    expect(await readNames(url)).toEqual(['1 before the backup', '2 after the backup', '3 last']);
    await insert(url, '4 goes on');
  });

  it('leads to a moment in time', async () => {
    const dataDirectory = place('until');
    await restoreBackup({ folder: backup, dataDirectory, walFolder: archive, until: beforeLast });
    const { url } = await startServer(dataDirectory);
    expect(await readNames(url)).toEqual(['1 before the backup', '2 after the backup']);
  });

  it('is not written over another one, and leaves nothing when the server is away', async () => {
    const [server] = running as [Server];
    const options = { databaseUrl: server.url, onProgress: () => undefined };
    await expect(createBackup({ ...options, folder: backup })).rejects.toThrow(/exists/);
    const databaseUrl = `postgres://postgres:x@127.0.0.1:${await getFreePort()}/postgres`;
    const folder = place('away');
    await expect(createBackup({ ...options, databaseUrl, folder })).rejects.toThrow(/ECONNREFUSED/);
    expect(readdirSync(home).filter((name) => name.startsWith('away'))).toEqual([]);
  });

  it('is not restored over a cluster, or when a file of it was changed', async () => {
    await expect(
      restoreBackup({ folder: backup, dataDirectory: place('original') }),
    ).rejects.toThrow(/is not empty/);
    await expect(
      restoreBackup({ folder: backup, dataDirectory: place('early'), until: beforeLast }),
    ).rejects.toThrow(/--to needs --wal/);
    const damaged = place('damaged');
    mkdirSync(damaged);
    const bytes = readFileSync(join(backup, archiveName));
    const at = bytes.indexOf('PostgreSQL configuration file');
    bytes[at] = 'X'.charCodeAt(0);
    writeFileSync(join(damaged, archiveName), bytes);
    appendFileSync(join(damaged, manifestName), readFileSync(join(backup, manifestName)));
    await expect(restoreBackup({ folder: damaged, dataDirectory: place('never') })).rejects.toThrow(
      /postgresql.conf.* has another content/,
    );
  });
});
