import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKey, type Account } from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import type { Json } from '../test/support/api-call';
import { chat, type ChatAnswer } from '../test/support/chat';
import { getSharedGateway, type Gateway } from '../test/support/gateway';
import { openOrgDesk, waitForEntries, waitForStatus, type OrgDesk } from '../test/support/org-desk';
import type { SecondEdge } from '../test/support/second-edge';
import { startSecondRelay } from '../test/support/second-relay';

const gateway = getSharedGateway();
const model = `breaker-${randomBytes(4).toString('hex')}/chat`;
const minuteMs = 60_000;
let second: SecondEdge;

beforeAll(async () => {
  const prices = { prompt: '0', completion: '100000' };
  await addModel(gateway, { id: model, prices, upstreamModel: 'chat' });
  second = await startSecondRelay(gateway);
});
afterAll(() => second.stop());

/** Costs one dollar: ten tokens at ten cents. */
const spendDollar = (bearer: string, through: Gateway = gateway): Promise<ChatAnswer> =>
  chat(through, { bearer, content: '[[sim:tokens=10]]', body: { model, max_tokens: 10 } });

async function spendDollars(bearer: string, count: number): Promise<void> {
  for (let call = 0; call < count; call++) {
    expect((await spendDollar(bearer)).status).toBe(200);
  }
}

/** These tests count within one clock minute: near its end they wait for the next. */
async function waitForRoomInMinute(): Promise<void> {
  const leftMs = minuteMs - (Date.now() % minuteMs);
  if (leftMs < 20_000) await sleep(leftMs + 100);
}

const getHour = (): number => Math.floor(Date.now() / (60 * minuteMs));

const waitForNextMinute = (): Promise<void> => sleep(minuteMs - (Date.now() % minuteMs) + 100);

function expectTripped(answer: ChatAnswer, metadata: Record<string, unknown>): void {
  expect(answer.status).toBe(429);
  expect(answer.error).toMatchObject({ type: 'rate_limit_error', code: 429 });
  expect(answer.error.metadata).toMatchObject(metadata);
  const { scope, window } = metadata;
  const start = `Spend breaker tripped: ${String(scope)} scope, ${String(window)} window (limit $`;
  expect(answer.error.message).toContain(start);
  // By the clock of the answer: of many at once the last is looked at long after it was sent.
  const sentMs = Date.parse(answer.headers.get('date') ?? '');
  const secondsLeft = (Date.parse(answer.error.metadata.resets_at as string) - sentMs) / 1_000;
  const retryAfter = Number(answer.headers.get('retry-after'));
  // The edge dates the answer, which may be some seconds after the relay has made it.
  expect(Math.abs(retryAfter - secondsLeft)).toBeLessThan(8);
  expect(answer.headers.get('x-should-retry')).toBe('false');
  const names = [...answer.headers.keys()].filter((name) => name.startsWith('x-ratelimit'));
  expect(names).toEqual([]);
}

const openSpender = async (): Promise<[OrgDesk, (memberId: string) => Promise<string>]> => {
  const desk = await openOrgDesk(gateway, 200);
  return [desk, (memberId) => desk.makeKey({ memberId })];
};

describe('breakers of an organization', () => {
  let desk: OrgDesk;
  let memberKey: string;
  let otherKey: string;
  let trippedHour: number;

  beforeAll(async () => {
    const [opened, makeKey] = await openSpender();
    desk = opened;
    memberKey = await makeKey(desk.member.memberId);
    otherKey = await makeKey(desk.otherMember.memberId);
  });

  it('inherit field by field, and say what they inherited', async () => {
    const untouched = await desk.api('/circuit-breaker');
    expect(untouched.resolvedSettings).toEqual({
      ...{ cbEnabled: false, cbMinuteUsd: 5, cbHourlyUsd: 20 },
    });
    const settings = { cbEnabled: true, cbMinuteUsd: 3, cbHourlyUsd: 1_000 };
    await desk.set('/circuit-breaker', settings);
    await desk.set(`/teams/${desk.ownTeamId}/circuit-breaker`, { cbMinuteUsd: 2 });
    const member = await desk.set(`/members/${desk.member.memberId}/circuit-breaker`, {
      cbHourlyUsd: 900,
    });
    expect(member).toMatchObject({
      settings: { cbEnabled: null, cbMinuteUsd: null, cbHourlyUsd: 900 },
      resolvedSettings: { cbEnabled: true, cbMinuteUsd: 2, cbHourlyUsd: 900 },
    });
    const other = await desk.api(`/members/${desk.otherMember.memberId}/circuit-breaker`);
    expect(other.resolvedSettings).toEqual(settings);
  });

  it('trip each on its own spend, and the widest is named', async () => {
    await waitForRoomInMinute();
    trippedHour = getHour();
    await spendDollars(memberKey, 2);
    // Member and team have reached their two dollars, the organization has three.
    const byTeam = await waitForStatus(() => spendDollar(memberKey), 429);
    expectTripped(byTeam, { scope: 'team', window: 'minute', limit: 2, spent: 2 });
    await spendDollars(otherKey, 1);
    for (const key of [otherKey, memberKey, await desk.makeKey()]) {
      const byOrg = await waitForStatus(() => spendDollar(key), 429);
      expectTripped(byOrg, { scope: 'org', window: 'minute', limit: 3, spent: 3 });
    }
    const live = await desk.api(`/teams/${desk.ownTeamId}/circuit-breaker`);
    expect(live.liveSpend).toEqual({ minuteSpend: 2, hourSpend: 2 });
    // Every tripped breaker is announced, not only the one in the error.
    const hit = { window: 'minute', limitUsd: 2, spentUsd: 2 };
    const { memberId } = desk.member;
    expect(await waitForEntries(desk, 'org_member.cb.tripped', 1)).toMatchObject([
      { target: { type: 'member', id: memberId }, after: hit, actor: { type: 'system' } },
    ]);
    expect(await waitForEntries(desk, 'team.cb.tripped', 1)).toMatchObject([
      { target: { type: 'team', id: desk.ownTeamId }, after: hit },
    ]);
    expect(await waitForEntries(desk, 'org.cb.tripped', 1)).toMatchObject([
      { target: { type: 'org', id: desk.orgId }, after: { limitUsd: 3, spentUsd: 3 } },
    ]);
  });

  it('close again by themselves when the minute is over', async () => {
    await waitForRoomInMinute();
    // Should a minute have ended since, they trip again first.
    await waitForStatus(() => spendDollar(memberKey), 429);
    const againHour = getHour();
    await waitForNextMinute();
    expect((await spendDollar(memberKey)).status).toBe(200);
    // Tripped again in the same hour: that is no news. Only this test may meet two of them.
    await spendDollars(memberKey, 1);
    await waitForStatus(() => spendDollar(memberKey), 429);
    const hours = new Set([trippedHour, againHour, getHour()]);
    const entries = await waitForEntries(desk, 'team.cb.tripped', hours.size);
    expect(entries).toHaveLength(hours.size);
  });

  it('let calls pass again when they are switched off', async () => {
    await waitForStatus(() => spendDollar(memberKey), 429);
    await desk.set('/circuit-breaker', { cbEnabled: false });
    await waitForStatus(() => spendDollar(memberKey), 200);
  });
});

describe('the personal breaker of a member', () => {
  it('counts what the member spends for the organization, and stops no other member', async () => {
    const [desk, makeKey] = await openSpender();
    const { account, memberId } = desk.member;
    const body = { cbEnabled: true, cbMinuteUsd: 1_000, cbHourlyUsd: 1 };
    await gateway.call('/api/account/circuit-breaker', {
      ...{ method: 'PATCH', cookie: account.cookie, body },
    });
    await waitForRoomInMinute();
    const keys = await Promise.all([makeKey(memberId), makeKey(memberId)]);
    await spendDollars(keys[0], 1);
    const refused = await waitForStatus(() => spendDollar(keys[1]), 429);
    expectTripped(refused, { scope: 'user', window: 'hour', limit: 1, spent: 1 });
    await spendDollars(await makeKey(desk.teamAdmin.memberId), 1);
    await spendDollars(await desk.makeKey(), 1);
    // Another wallet is another count.
    await spendDollars(await makeOwnKey(account), 1);
    const entries = await waitForEntries(desk, 'user.cb.tripped', 1);
    expect(entries).toMatchObject([{ target: { type: 'user', id: account.userId } }]);
  });

  async function makeOwnKey({ cookie }: Account): Promise<string> {
    return (await createKey(gateway, cookie, { name: 'own' })).key;
  }
});

describe('50 connections to two relays', () => {
  let desk: OrgDesk;
  let memberKey: string;

  beforeAll(async () => {
    const [opened, makeKey] = await openSpender();
    desk = opened;
    memberKey = await makeKey(desk.member.memberId);
  });

  it('trip every breaker above them, each announced once for its window and hour', async () => {
    const both = { cbEnabled: true, cbMinuteUsd: 1, cbHourlyUsd: 1 };
    await desk.set('/circuit-breaker', both);
    await waitForRoomInMinute();
    await spendDollars(memberKey, 1);
    await waitForStatus(() => spendDollar(memberKey, second.gateway), 429);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        spendDollar(memberKey, index % 2 === 0 ? gateway : second.gateway),
      ),
    );
    for (const answer of answers) expectTripped(answer, { scope: 'org', window: 'hour' });
    for (const action of trips) await expectWindows(action, 1);
    await passLog();
    await expectWindows('org_member.cb.tripped', 3);
    await expectWindows('team.cb.tripped', 1);
    await expectWindows('org.cb.tripped', 1);
  });

  const trips = ['org_member.cb.tripped', 'team.cb.tripped', 'org.cb.tripped'];

  async function expectWindows(action: string, scopes: number): Promise<void> {
    const entries = await waitForEntries(desk, action, 2 * scopes);
    const told = entries.map(({ after, target }) => `${target.id} ${after.window}`);
    expect([action, told.length, new Set(told).size]).toEqual([action, 2 * scopes, 2 * scopes]);
  }

  /** Two members trip theirs, one by each relay: what was sent before them has arrived. */
  async function passLog(): Promise<void> {
    await desk.set('/circuit-breaker', { cbEnabled: false });
    const late = [
      [gateway, desk.teamAdmin],
      [second.gateway, desk.otherMember],
    ] as const;
    for (const [relay, { memberId }] of late) {
      await desk.set(`/members/${memberId}/circuit-breaker`, { cbEnabled: true });
      const key = await desk.makeKey({ memberId });
      await waitForStatus(() => spendDollar(key, relay), 200);
      await waitForStatus(() => spendDollar(key, relay), 429);
    }
  }

  it('change settings at the same time, and the log is consistent and without gaps', async () => {
    const known = (await desk.listEntries('org.cb.update')).length;
    const { settings: first } = await desk.api('/circuit-breaker');
    const changes = Array.from({ length: 20 }, (_, index) =>
      desk.set('/circuit-breaker', { cbMinuteUsd: 100 + index }),
    );
    await Promise.all(changes);
    const all = await waitForEntries(desk, 'org.cb.update', known + changes.length);
    const entries = all.slice(0, changes.length);
    const { settings: last } = await desk.api('/circuit-breaker');
    expect(followChain(entries, first)).toEqual(last);
    for (const { actor, ip } of entries) {
      expect(actor).toMatchObject({ type: 'user', id: desk.orgAdmin.account.userId });
      expect(ip).toEqual(expect.any(String));
    }
  });

  /** Every change begins where the one before has ended. */
  function followChain(entries: readonly Json[], first: Json): Json {
    const left = new Map<string, Json>(
      entries.map(({ after, before }) => [JSON.stringify(before), after]),
    );
    expect(left.size).toBe(entries.length);
    let state = first;
    for (let step = 0; step < entries.length; step++) {
      const key = JSON.stringify(state);
      expect(left.has(key)).toBe(true);
      state = left.get(key);
      left.delete(key);
    }
    return state;
  }
});
