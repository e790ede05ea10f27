import { silentLogger } from '@tollgate/observability';
import { startPostgresPair, waitUntil, type PostgresPair } from '@tollgate/testing';
import { createDatabase, createListener, openClient, type Database } from './index';

const setupTimeoutMs = 120_000;
const patience = { timeoutMs: 60_000, what: 'the promoted standby' };

describe('a database with a primary and a standby', () => {
  let pair: PostgresPair | undefined;
  const databases: Database[] = [];
  beforeAll(async () => {
    pair = await startPostgresPair();
  }, setupTimeoutMs);
  afterAll(async () => {
    await Promise.all(databases.map((database) => database.close()));
    await pair?.stop();
  });

  function open(url: string): Database {
    const database = createDatabase({ url, name: 'test', logger: silentLogger });
    databases.push(database);
    return database;
  }

  /** The URL with the standby as its first host. */
  function standbyFirst(url: string): string {
    return url.replace(/@([^/,]+),([^/,]+)/, '@$2,$1');
  }

  it('is written to on the primary, whichever host is named first', async () => {
    const { url = '' } = pair ?? {};
    const database = open(standbyFirst(url));
    await database.query('CREATE TABLE notes (text text)');
    await database.withTransaction((transaction) =>
      transaction.query("INSERT INTO notes VALUES ('before')"),
    );
    const client = await openClient(standbyFirst(url), {}, () => undefined);
    const { rows } = await client.query('SELECT text FROM notes');
    await client.end();
    expect(rows).toEqual([{ text: 'before' }]);
  });

  it('gives a transaction on a standby another connection the next time', async () => {
    const database = open(pair?.standbyUrl ?? '');
    const readPid = (): Promise<number> =>
      database.withTransaction(async (transaction) => {
        const { rows } = await transaction.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        return rows[0]?.pid ?? 0;
      });
    const pid = await readPid();
    expect(await readPid()).toBe(pid);
    const write = database.withTransaction((transaction) =>
      transaction.query("INSERT INTO notes VALUES ('refused')"),
    );
    await expect(write).rejects.toMatchObject({ code: '25006' });
    expect(await readPid()).not.toBe(pid);
  });

  it('is used on the promoted standby after the primary was killed', async () => {
    const { url = '', killPrimary, promote } = pair as PostgresPair;
    const database = open(url);
    const heard: string[] = [];
    const listener = createListener({
      url,
      name: 'test',
      channel: 'notes',
      logger: silentLogger,
      onNotification: (payload) => heard.push(payload),
    });
    listener.start();
    try {
      await waitUntil(() => listener.isListening(), patience);
      await database.query("INSERT INTO notes VALUES ('last')");
      await killPrimary();
      await expect(database.query("INSERT INTO notes VALUES ('lost')")).rejects.toThrow();
      await promote();
      await database.query("INSERT INTO notes VALUES ('after')");
      const { rows } = await database.query('SELECT text FROM notes');
      expect(rows.map((row) => (row as { text: string }).text)).toEqual([
        'before',
        'last',
        'after',
      ]);
      await waitUntil(() => listener.isListening(), patience);
      await database.query("NOTIFY notes, 'heard'");
      await waitUntil(() => heard.includes('heard'), patience);
    } finally {
      await listener.stop();
    }
  });
});
