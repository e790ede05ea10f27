import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getFreePort, startPostgres, waitUntil, withClient } from '@tollgate/embedded';

const run = promisify(execFile);
type Server = Awaited<ReturnType<typeof startPostgres>>;

/** A primary and a standby that follows it; a commit waits for both. */
export interface PostgresPair {
  /** Of the superuser, with both hosts. */
  readonly url: string;
  readonly primaryUrl: string;
  readonly standbyUrl: string;
  /** Ends the primary and all its sessions at once, like a loss of power. */
  readonly killPrimary: () => Promise<void>;
  /** The standby accepts writes when this resolves. */
  readonly promote: () => Promise<void>;
  /** Ends both and removes their data. */
  readonly stop: () => Promise<void>;
}

const password = 'of-the-pair';
const patienceMs = 60_000;

export async function startPostgresPair(): Promise<PostgresPair> {
  const home = mkdtempSync(join(tmpdir(), 'tollgate-pair-'));
  // The servers run as another user where the tests run as root.
  chmodSync(home, 0o777);
  const servers: Server[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const primaryPort = await getFreePort();
    const standbyPort = await getFreePort();
    // A cluster is copied while its server is stopped.
    const first = await startServer(home, 'primary', primaryPort, {});
    servers.push(first);
    await first.stop();
    await copyCluster(join(home, 'primary'), join(home, 'standby'));
    const primary = await startServer(home, 'primary', primaryPort, {});
    servers.push(primary);
    const conninfo = `host=127.0.0.1 port=${primaryPort} user=postgres password=${password}`;
    const standby = await startServer(home, 'standby', standbyPort, { primary_conninfo: conninfo });
    servers.push(standby);
    await waitForBoth(primary.url);
    return {
      url: primary.url.replace(`:${primaryPort}`, `:${primaryPort},127.0.0.1:${standbyPort}`),
      primaryUrl: primary.url,
      standbyUrl: standby.url,
      killPrimary: () => killServer(primary),
      promote: async () => {
        await withClient(standby.url, (client) => client.query('SELECT pg_promote()'));
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function startServer(
  home: string,
  name: string,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<Server> {
  return startPostgres({
    dataDirectory: join(home, name),
    port,
    password,
    logFile: join(home, `${name}.log`),
    settings,
  });
}

/** A data directory for the standby. */
async function copyCluster(from: string, to: string): Promise<void> {
  await run('cp', ['-a', from, to]);
  const signal = join(to, 'standby.signal');
  writeFileSync(signal, '');
  const { gid, uid } = statSync(join(to, 'PG_VERSION'));
  chownSync(signal, uid, gid);
}

/** From now on a commit is acknowledged when the standby has it on disk, too. */
async function waitForBoth(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await client.query('SELECT pg_reload_conf()');
    const isSynchronous = async (): Promise<boolean> => {
      const { rows } = await client.query<{ sync_state: string }>(
        'SELECT sync_state FROM pg_stat_replication',
      );
      return rows[0]?.sync_state === 'sync';
    };
    await waitUntil(isSynchronous, { timeoutMs: patienceMs, what: 'a synchronous standby' });
  });
}

async function killServer(server: Server): Promise<void> {
  const sessions = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8');
  process.kill(server.pid, 'SIGKILL');
  for (const pid of sessions.trim().split(' ')) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It noticed the end of its parent and is gone.
    }
  }
  await server.exited;
}
