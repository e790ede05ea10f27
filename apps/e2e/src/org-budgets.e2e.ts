import { randomBytes } from 'node:crypto';
import { usdNumberToNanos } from '@tollgate/money';
import { waitUntil } from '@tollgate/testing';
import { readCredits } from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import type { ApiAnswer, Json } from '../test/support/api-call';
import { chat as callChat, type ChatAnswer } from '../test/support/chat';
import { getSharedGateway, type Gateway } from '../test/support/gateway';
import { openOrgDesk, waitForStatus, type OrgDesk } from '../test/support/org-desk';
import { readGeneration } from '../test/support/read-generation';
import type { SecondEdge } from '../test/support/second-edge';
import { startSecondRelay } from '../test/support/second-relay';

const gateway = getSharedGateway();
const model = `budget-${randomBytes(4).toString('hex')}/chat`;
let second: SecondEdge;

beforeAll(async () => {
  const prices = { prompt: '0', completion: '100000' };
  await addModel(gateway, { id: model, prices, upstreamModel: 'chat' });
  second = await startSecondRelay(gateway);
});
afterAll(() => second.stop());

/** Costs one dollar: ten tokens at ten cents. */
const spendDollar = (
  bearer: string,
  through: Gateway = gateway,
  script = '',
): Promise<ChatAnswer> =>
  callChat(through, {
    bearer,
    content: `[[sim:tokens=10${script}]]`,
    body: { model, max_tokens: 10 },
  });

async function spendDollars(bearer: string, count: number): Promise<void> {
  for (let call = 0; call < count; call++) {
    expect((await spendDollar(bearer)).status).toBe(200);
  }
}

/** As decisions are made about time: in UTC. */
function getNextMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString();
}

function getNextMonday(): string {
  const now = new Date();
  const days = ((8 - now.getUTCDay()) % 7) + (now.getUTCDay() === 1 ? 7 : 0);
  const date = now.getUTCDate() + days;
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), date)).toISOString();
}

function expectReached(answer: ChatAnswer, metadata: object): void {
  expect(answer.status).toBe(402);
  expect(answer.error).toMatchObject({ type: 'billing_error', code: 'budget_cap_reached' });
  expect(answer.error.metadata).toMatchObject(metadata);
}

describe('a budget', () => {
  let desk: OrgDesk;
  let memberKey: string;
  let colleagueKey: string;
  let otherKey: string;
  const resets = { resets_at: getNextMonth(), window: 'monthly' };
  const patch = (path: string, body: object): Promise<Json> =>
    desk.v1(path, { method: 'PATCH', body });
  const estimate = async (bearer: string): Promise<Json> => {
    const messages = [{ role: 'user', content: 'x' }];
    const body = { endpoint: 'chat', model, max_tokens: 10, messages };
    return (await gateway.call('/v1/estimate', { bearer, body })).json;
  };

  beforeAll(async () => {
    desk = await openOrgDesk(gateway);
    [memberKey, colleagueKey, otherKey] = (await Promise.all(
      [desk.member, desk.teamAdmin, desk.otherMember].map(({ memberId }) =>
        desk.makeKey({ memberId }),
      ),
    )) as [string, string, string];
  });

  it('of a member ends with the last dollar, and leaves the team its own', async () => {
    await patch(`/members/${desk.member.memberId}`, { monthlyBudget: 2 });
    await spendDollars(memberKey, 2);
    const refused = await waitForStatus(() => spendDollar(memberKey), 402);
    expectReached(refused, { scope: 'member', limit: 2, spent: 2, ...resets });
    await spendDollars(colleagueKey, 1);
  });

  it('of a team applies to its members only', async () => {
    await patch(`/teams/${desk.ownTeamId}`, { monthlyBudget: 4 });
    const teamKey = await desk.makeKey({ teamId: desk.ownTeamId });
    // The relay has this organization's policy cached: a call before the update would pass.
    await waitUntil(
      async () => {
        const { limits } = await estimate(teamKey);
        return limits.some(({ limit, scope }: Json) => scope === 'team' && limit === 4);
      },
      { timeoutMs: 30_000, what: 'the budget of the team' },
    );
    await spendDollars(teamKey, 1);
    for (const key of [teamKey, colleagueKey]) {
      const refused = await waitForStatus(() => spendDollar(key), 402);
      expectReached(refused, { scope: 'team', limit: 4, spent: 4, ...resets });
    }
    // The narrowest one that is reached is named.
    expectReached(await spendDollar(memberKey), { scope: 'member' });
    await spendDollars(otherKey, 1);
  });

  it('of the organization is for everybody, by the month and by the week', async () => {
    const orgKey = await desk.makeKey();
    await patch('', { settings: { monthlyBudgetUsd: 5 } });
    for (const key of [orgKey, otherKey]) {
      const refused = await waitForStatus(() => spendDollar(key), 402);
      expectReached(refused, { scope: 'org', limit: 5, ...resets });
    }
    await patch('', { settings: { monthlyBudgetUsd: null, weeklyBudgetUsd: 1 } });
    const weekly = { scope: 'org', limit: 1, window: 'weekly', resets_at: getNextMonday() };
    await waitUntil(async () => (await spendDollar(orgKey)).error?.metadata.window === 'weekly', {
      timeoutMs: 30_000,
      what: 'the weekly budget',
    });
    expectReached(await spendDollar(orgKey), weekly);
    await patch('', { settings: { weeklyBudgetUsd: null } });
    await waitForStatus(() => spendDollar(orgKey), 200);
  });

  it('is shown by an estimate as by a refusal', async () => {
    const json = await estimate(memberKey);
    expect(json.would).toBe('402 budget_cap_reached');
    expect(json.limits).toContainEqual(
      expect.objectContaining({ scope: 'member', window: 'monthly', limit: 2, remaining: 0 }),
    );
  });
});

describe('50 calls at once over two relays', () => {
  it.each(['member', 'team', 'org'] as const)('stay in the budget of a %s', async (scope) => {
    const desk = await openOrgDesk(gateway);
    const { memberId } = desk.member;
    const paths = { member: `/members/${memberId}`, team: `/teams/${desk.ownTeamId}`, org: '' };
    const limit = 5;
    const budget =
      scope === 'org' ? { settings: { monthlyBudgetUsd: limit } } : { monthlyBudget: limit };
    await desk.v1(paths[scope], { method: 'PATCH', body: budget });
    const key = await desk.makeKey({ memberId });
    const calls = Array.from({ length: 50 }, (_, index) =>
      spendDollar(key, index % 2 === 0 ? gateway : second.gateway, ',delay_ms=300'),
    );
    const answers = await Promise.all(calls);
    const paid = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status !== 200);
    // What is held counts, so that not even the calls under way exceed it.
    expect(paid).toHaveLength(limit);
    for (const answer of refused) expectReached(answer, { scope, limit });
    const { credits } = await waitUntil(
      async () => {
        const detail = await desk.v1('');
        return (detail.credits.totalUsage as number) >= limit ? detail : undefined;
      },
      { timeoutMs: 30_000, what: 'the charges' },
    );
    expect(credits).toMatchObject({ totalUsage: limit, balance: 100 - limit });
  });
});

describe('a call with the key of a member', () => {
  let desk: OrgDesk;
  let key: string;
  let answer: ChatAnswer;
  const see = (bearer: string, path = ''): Promise<ApiAnswer> =>
    gateway.call(path || `/v1/generation?id=${answer.generationId}`, { bearer });

  beforeAll(async () => {
    desk = await openOrgDesk(gateway);
    key = await desk.makeKey({ memberId: desk.member.memberId });
  });

  it('is paid by the organization, to the nano-dollar, and not by the member', async () => {
    const { account } = desk.member;
    const before = await readCredits(gateway, account.key);
    answer = await callChat(gateway, { bearer: key, content: 'Hello' });
    expect(answer.costNanos).toBeGreaterThan(0n);
    const usage = await waitUntil(
      async () => {
        const { totalUsage } = (await desk.v1('')).credits;
        return totalUsage > 0 ? usdNumberToNanos(totalUsage as number) : undefined;
      },
      { timeoutMs: 30_000, what: 'the charge' },
    );
    expect(usage).toBe(answer.costNanos);
    expect(await readCredits(gateway, account.key)).toEqual(before);
  });

  it('is shown to the member and to an admin only', async () => {
    const own = await readGeneration(gateway, answer, { key });
    expect(own).toMatchObject({ id: answer.generationId, billing_outcome: 'charged' });
    const { memberId } = desk.member;
    const another = await desk.makeKey({ memberId });
    expect((await see(another)).status).toBe(200);
    const { key: manager } = await desk.api('/keys', {
      body: { name: 'manager', keyType: 'management' },
    });
    expect((await see(manager as string)).status).toBe(200);
    const strangers = [
      await desk.makeKey({ memberId: desk.otherMember.memberId }),
      desk.member.account.key,
      desk.stranger.key,
    ];
    for (const bearer of strangers) expect((await see(bearer)).status).toBe(404);
  });

  it('counts for the member and its team, and for no other', async () => {
    const cost = answer.json.usage.cost as number;
    const find = (list: Json[], id: string): Json => list.find((one: Json) => one.id === id);
    await waitUntil(
      async () => {
        const { members } = await desk.v1('/members');
        return find(members, desk.member.memberId).spend.month > 0;
      },
      { timeoutMs: 30_000, what: 'the spend of the member' },
    );
    const { members } = await desk.v1('/members');
    const { teams } = await desk.v1('/teams');
    expect(find(members, desk.member.memberId).spend.month).toBe(cost);
    expect(find(members, desk.teamAdmin.memberId).spend.month).toBe(0);
    expect(find(teams, desk.ownTeamId).spend.month).toBe(cost);
    expect(find(teams, desk.otherTeamId).spend.month).toBe(0);
  });

  it('is refused at once on both relays when the member is removed', async () => {
    expect((await spendDollar(key, second.gateway)).status).toBe(200);
    await desk.v1(`/members/${desk.member.memberId}`, { method: 'DELETE' });
    expect((await spendDollar(key)).status).toBe(401);
    // A message away from the edge that did not pass the change on.
    await waitUntil(async () => (await spendDollar(key, second.gateway)).status === 401, {
      timeoutMs: 500,
      pollMs: 5,
      what: '401 of the other edge',
    });
  });
});
