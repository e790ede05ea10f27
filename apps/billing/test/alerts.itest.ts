import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { topics, UsageRecorded } from '@tollgate/contracts';
import { createEventLog, type EventLog } from '@tollgate/event-log';
import { makeUlid } from '@tollgate/ids';
import { silentLogger } from '@tollgate/observability';
import { waitUntil } from '@tollgate/testing';
import { aUsageRecord, type UsageRecordChanges } from './support/a-generation';
import { aCustomer, startBilling, type BillingUnderTest } from './support/start-billing';

interface SentMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

let billing: BillingUnderTest;
let eventLog: EventLog;
beforeAll(async () => {
  billing = await startBilling({}, { jobIntervalMsMax: 100 });
  const databaseUrl = billing.eventLogUrl;
  const settings = { adapter: 'postgres', databaseUrl, kafkaBrokers: [] } as const;
  eventLog = createEventLog({ settings, clientId: 'relay', logger: silentLogger });
});
afterAll(async () => {
  await eventLog.close();
  await billing.stop();
});

async function grant(userId: string, amountUsd: number): Promise<void> {
  const body = { userId, amountUsd, reason: 'test' };
  const answer = await billing.operate('post', '/api/admin/credits/grants').send(body);
  expect(answer.status).toBe(201);
}
/** Publishes calls as a relay would and waits until they are posted. */
async function spend(walletId: string, ...calls: UsageRecordChanges[]): Promise<void> {
  const records = calls.map((call) =>
    aUsageRecord({ walletId, userId: walletId, keyId: `key_${walletId}`, ...call }),
  );
  await publish(records);
  const ulids = records.map(({ generationUlid }) => generationUlid);
  await waitUntil(
    async () => {
      const { rows } = await billing.sql.query<{ count: bigint }>(
        'SELECT count(*) FROM generations WHERE ulid = ANY($1)',
        [ulids],
      );
      return Number(rows[0]?.count) === new Set(ulids).size;
    },
    { timeoutMs: 30_000, what: 'the postings' },
  );
}
const publish = (records: readonly UsageRecorded[]): Promise<void> =>
  eventLog.publish(
    topics.usage,
    records.map((record) => ({
      id: makeUlid(),
      key: record.walletId,
      payload: UsageRecorded.encode(record).finish(),
    })),
  );
async function listMails(userId: string): Promise<SentMail[]> {
  const names = await readdir(billing.mailDirectory).catch(() => []);
  const texts = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .toSorted()
      .map((name) => readFile(join(billing.mailDirectory, name), 'utf8')),
  );
  return texts
    .map((text) => JSON.parse(text) as SentMail)
    .filter(({ to }) => to === `${userId.toLowerCase()}@example.com`);
}
const waitForMails = (userId: string, count: number): Promise<SentMail[]> =>
  waitUntil(
    async () => {
      const mails = await listMails(userId);
      return mails.length >= count ? mails : undefined;
    },
    { timeoutMs: 30_000, what: `${count} mails` },
  );
const usd = 1_000_000_000n;

describe('a mail about credit', () => {
  it('comes at 50, 80 and 95 % of what was there, once each', async () => {
    const { userId } = aCustomer();
    await grant(userId, 10);
    await spend(userId, { costNanos: 4n * usd });
    await spend(userId, { costNanos: 1n * usd });
    const [first] = await waitForMails(userId, 1);
    expect(first).toMatchObject({
      subject: '50 % of your credit is used',
      text: expect.stringContaining('USD 5 of USD 10. USD 5 is left.'),
    });
    await spend(userId, { costNanos: 1n * usd }, { costNanos: 1n * usd });
    await spend(userId, { costNanos: 1n * usd });
    await waitForMails(userId, 2);
    await spend(userId, { costNanos: 2n * usd });
    const subjects = (await waitForMails(userId, 3)).map(({ subject }) => subject);
    expect(subjects).toEqual([50, 80, 95].map((percent) => `${percent} % of your credit is used`));
  });

  it('is listed for the owner of the wallet, newest first, and for no other', async () => {
    const [owner, stranger] = [aCustomer(), aCustomer()];
    await grant(owner.userId, 10);
    await spend(owner.userId, { costNanos: 5n * usd });
    await spend(owner.userId, { costNanos: 4n * usd });
    await waitForMails(owner.userId, 2);
    const list = (query: string, caller = owner.caller) =>
      billing.send('get', `/api/billing/alerts${query}`, caller);
    const { body: first } = await list('?limit=1');
    expect(first.items).toMatchObject([
      { scope: 'wallet', window: 'balance', thresholdPercent: 80, limitUsd: 10, usedUsd: 9 },
    ]);
    const { body: second } = await list(`?limit=1&cursor=${first.nextCursor}`);
    expect(second.items).toMatchObject([{ thresholdPercent: 50, usedUsd: 5 }]);
    expect((await list('', stranger.caller)).body).toEqual({ items: [], nextCursor: null });
    expect((await list('?limit=0')).status).toBe(400);
  });

  it('of an organization goes to all of its admins', async () => {
    const orgId = billing.orgs.addOrg();
    const [ada, bob, viewer] = [aCustomer(), aCustomer(), aCustomer()];
    billing.orgs.addMember(orgId, ada.userId, 'org_admin');
    billing.orgs.addMember(orgId, bob.userId, 'org_admin');
    billing.orgs.addMember(orgId, viewer.userId, 'billing_viewer');
    const body = { orgId, amountUsd: 10, reason: 'test' };
    await billing.operate('post', '/api/admin/credits/grants').send(body).expect(201);
    await spend(orgId, { costNanos: 5n * usd });
    for (const { userId } of [ada, bob]) {
      const [mail] = await waitForMails(userId, 1);
      expect(mail?.subject).toBe("50 % of your organization's credit is used");
    }
    expect(await listMails(viewer.userId)).toEqual([]);
  });

  it('is one when several thresholds are passed at once', async () => {
    const { userId } = aCustomer();
    await grant(userId, 10);
    const call = aUsageRecord({ walletId: userId, userId, costNanos: 97n * (usd / 10n) });
    await publish([call]);
    await publish([call, call]);
    await waitForMails(userId, 1);
    await spend(userId, { costNanos: 1n });
    const { rows } = await billing.sql.query<{ threshold: number; tries: number }>(
      'SELECT threshold, tries FROM alerts WHERE wallet_id = $1 ORDER BY threshold',
      [userId],
    );
    expect(rows.map(({ threshold }) => threshold)).toEqual([50, 80, 95]);
    expect(rows.map(({ tries }) => tries)).toEqual([0, 0, 1]);
    expect((await listMails(userId)).map(({ subject }) => subject)).toEqual([
      '95 % of your credit is used',
    ]);
  });

  it('starts again with new credit, but not after credit was taken back', async () => {
    const { userId } = aCustomer();
    await grant(userId, 10);
    await grant(userId, -6);
    await spend(userId, { costNanos: 1n * usd });
    await grant(userId, 17);
    await spend(userId, { costNanos: 9n * usd });
    await spend(userId, { costNanos: 1n * usd });
    const [mail] = await waitForMails(userId, 1);
    expect(mail?.text).toContain('USD 10 of USD 20.');
    expect(await listMails(userId)).toHaveLength(1);
  });

  it('is retried when it could not be sent, and given up without a recipient', async () => {
    const { userId } = aCustomer();
    await grant(userId, 1);
    billing.unknownUsers.add(userId);
    await spend(userId, { costNanos: usd / 2n });
    const readTries = async (): Promise<number | undefined> => {
      const { rows } = await billing.sql.query<{ tries: number }>(
        'SELECT tries FROM alerts WHERE wallet_id = $1',
        [userId],
      );
      return rows[0]?.tries;
    };
    await waitUntil(async () => (await readTries()) === 10, { timeoutMs: 30_000 });
    await billing.sql.query('UPDATE alerts SET tries = 1, next_at = now() WHERE wallet_id = $1', [
      userId,
    ]);
    billing.unknownUsers.delete(userId);
    await waitForMails(userId, 1);
  });
});

describe('a mail about a spend limit', () => {
  it('names the key, its window and when it ends', async () => {
    const { userId } = aCustomer();
    await grant(userId, 1_000);
    const limit = {
      keyName: 'ci',
      spendCounters: [`key|key_${userId}|monthly`, `user|${userId}|minute`],
      spendLimitsNanos: [10n * usd, 1n * usd],
    };
    await spend(userId, { ...limit, costNanos: 3n * usd });
    await spend(userId, { ...limit, costNanos: 2n * usd });
    await spend(userId, { ...limit, costNanos: 2n * usd }, { ...limit, costNanos: 1n * usd });
    const mails = await waitForMails(userId, 2);
    expect(mails.map(({ subject }) => subject)).toEqual(
      [50, 80].map((percent) => `${percent} % of the monthly spend limit of the key "ci" is used`),
    );
    expect(mails[1]?.text).toMatch(/USD 8 of USD 10\..*\n.*refused until \d{4}-\d\d-01T00:00:00/);
    const raised = { ...limit, spendLimitsNanos: [18n * usd, 0n] };
    await spend(userId, { ...raised, costNanos: 1n * usd });
    expect((await waitForMails(userId, 3))[2]?.text).toContain('USD 9 of USD 18.');
  });

  it('is not sent for counters without a limit, of unknown scopes or of a past window', async () => {
    const { userId } = aCustomer();
    await grant(userId, 1_000);
    const spendCounters = [
      `key|key_${userId}|daily`,
      'planet|earth|daily',
      'nonsense',
      '\0|x|daily',
    ];
    const spendLimitsNanos = [0n, 1n, 1n, 1n];
    await spend(userId, { spendCounters, spendLimitsNanos, costNanos: usd });
    await spend(userId, {
      generationUlid: makeUlid(Date.now() - 40 * 24 * 3_600_000),
      spendCounters: [`key|key_${userId}|monthly`],
      spendLimitsNanos: [1n],
      costNanos: usd,
    });
    const { rows } = await billing.sql.query('SELECT 1 FROM alerts WHERE wallet_id = $1', [userId]);
    expect(rows).toEqual([]);
  });
});
