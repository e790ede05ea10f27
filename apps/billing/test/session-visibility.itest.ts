import type { CallerIdentity } from '@tollgate/identity';
import { makeUlid } from '@tollgate/ids';
import { aGeneration } from './support/a-generation';
import { startReports, type ReportsUnderTest } from './support/start-reports';

const nowMs = Date.UTC(2026, 10, 14, 9);
const withKey = (keyId: string) =>
  aGeneration({
    ulid: makeUlid(nowMs),
    walletId: 'user_a',
    userId: 'user_a',
    keyId,
    costNanos: 1_000n,
  });
const calls = [withKey('key_1'), withKey('key_2')];
const ofOrg = aGeneration({
  ulid: makeUlid(nowMs),
  walletId: 'org_1',
  orgId: 'org_1',
  memberId: 'mem_a',
  userId: 'user_a',
  keyId: 'key_org',
  costNanos: 1_000n,
});
const sessionOf = (userId: string): Partial<CallerIdentity> => ({
  kind: 'session',
  userId,
  sessionId: `sess_${userId}`,
});

let reports: ReportsUnderTest;
beforeAll(async () => {
  reports = await startReports();
  reports.setNowMs(nowMs);
  await reports.store.postCharges([...calls, ofOrg]);
});
afterAll(() => reports.stop());

const readStatus = async (ulid: string, caller: Partial<CallerIdentity>): Promise<number> =>
  (await reports.get(`/v1/generation?id=gen-${ulid}`, caller)).status;

describe('a session', () => {
  it('reads the calls of every key of its own wallet', async () => {
    const { body } = await reports.get('/v1/usage', sessionOf('user_a')).expect(200);
    expect(body.totals.requests).toBe(2);
    expect(body.byKey.map(({ keyId }: { keyId: string }) => keyId).sort()).toEqual([
      'key_1',
      'key_2',
    ]);
    for (const { ulid } of calls) expect(await readStatus(ulid, sessionOf('user_a'))).toBe(200);
  });

  it('reads no call that its user made for an organization', async () => {
    expect(await readStatus(ofOrg.ulid, sessionOf('user_a'))).toBe(404);
  });

  it('of another user gets the answer that a foreign key gets', async () => {
    const [call] = calls;
    const path = `/v1/generation?id=gen-${call?.ulid}`;
    const [session, key] = await Promise.all([
      reports.get(path, sessionOf('user_b')),
      reports.get(path, { userId: 'user_b', keyId: 'key_b' }),
    ]);
    expect([session.status, session.body]).toEqual([404, key.body]);
    const { body } = await reports.get('/v1/usage', sessionOf('user_b')).expect(200);
    expect(body.totals).toMatchObject({ requests: 0, spend: 0 });
  });
});
