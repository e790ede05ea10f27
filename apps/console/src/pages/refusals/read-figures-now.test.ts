import { client } from '../../api/generated/client.gen';
import type { Refusal } from './judge-now';
import { findWindowStart, readFiguresNow } from './read-figures-now';

/** A Wednesday. */
const nowMs = Date.parse('2026-11-18T12:00:00Z');
const viewer = { userId: 'user_1', nowMs };
const own: Refusal = {
  requestId: 'req_1',
  createdAt: '2026-11-18T11:00:00Z',
  route: 'POST /v1/messages',
  model: 'a/b',
  status: 402,
  code: 'spend_limit_exceeded',
  scope: 'key',
  message: '',
  remedy: '',
  figures: null,
  resetsAt: null,
  ruleId: null,
  categories: [],
  leftOut: 0,
  userId: 'user_1',
  keyId: 'key_1',
  orgId: null,
  teamId: null,
  memberId: null,
};
const ofOrg: Refusal = { ...own, orgId: 'org_1', teamId: 'team_1', memberId: 'mem_1' };

/** The API answers these bodies by path, 403 on every other path. */
function serve(answers: Readonly<Record<string, unknown>>): readonly string[] {
  const asked: string[] = [];
  client.setConfig({
    baseUrl: 'http://gateway.example',
    fetch: async (request) => {
      const { pathname, search } = new URL((request as Request).url);
      asked.push(pathname + search);
      const body = answers[pathname];
      if (body === undefined) return Response.json({ error: { message: 'no' } }, { status: 403 });
      return Response.json(body);
    },
  });
  return asked;
}

describe('what decides now about a refused request', () => {
  it('is what the cap of the key has left', async () => {
    const asked = serve({ '/api/account/keys': { keys: [{ limit: 2, limit_remaining: 0.4 }] } });
    expect(await readFiguresNow(own, viewer)).toEqual({ kind: 'limit', limit: 2, used: 1.6 });
    expect(asked).toEqual(['/api/account/keys?id=key_1']);
    serve({ '/api/account/keys': { keys: [{ limit: null, limit_remaining: null }] } });
    expect(await readFiguresNow(own, viewer)).toMatchObject({ limit: null });
  });

  it.each([
    ['minute', { limit: 5, used: 1 }],
    ['hour', { limit: 50, used: 20 }],
  ])('is the breaker of the account, over the %s that tripped', async (window, expected) => {
    serve({
      '/api/account/circuit-breaker': {
        resolvedSettings: { cbEnabled: true, cbMinuteUsd: 5, cbHourlyUsd: 50 },
        liveSpend: { minuteSpend: 1, hourSpend: 20 },
      },
    });
    const figures = { unit: 'usd' as const, window };
    const refusal = { ...own, code: 'spend_breaker', scope: 'account' as const, figures };
    expect(await readFiguresNow(refusal, viewer)).toMatchObject(expected);
    // The breaker of the viewer says nothing about another user.
    expect(await readFiguresNow({ ...refusal, userId: 'user_2' }, viewer)).toBeNull();
  });

  it('has no limit when the breaker was switched off', async () => {
    serve({
      '/api/orgs/org_1/teams/team_1/circuit-breaker': {
        resolvedSettings: { cbEnabled: false, cbMinuteUsd: 1, cbHourlyUsd: 1 },
        liveSpend: { minuteSpend: 9, hourSpend: 9 },
      },
    });
    const refusal = { ...ofOrg, code: 'spend_breaker', scope: 'team' as const };
    expect(await readFiguresNow(refusal, viewer)).toMatchObject({ limit: null });
  });

  it('is the budget of the organization and its spend since Monday', async () => {
    const asked = serve({
      '/v1/orgs/org_1': { settings: { weeklyBudgetUsd: 10, monthlyBudgetUsd: 40 } },
      '/api/orgs/org_1/series': { series: [{ total: 9.5 }] },
    });
    const figures = { unit: 'usd' as const, window: 'weekly' };
    const refusal = { ...ofOrg, code: 'budget_cap_reached', scope: 'org' as const, figures };
    expect(await readFiguresNow(refusal, viewer)).toMatchObject({ limit: 10, used: 9.5 });
    expect(asked[1]).toContain('from=2026-11-16');
  });

  it.each(['team', 'member'] as const)('is the monthly budget of the %s', async (scope) => {
    const budget = { monthlyBudget: 3, spend: { month: 2.5 } };
    serve({
      '/v1/orgs/org_1/teams': { teams: [{ id: 'team_1', ...budget }] },
      '/v1/orgs/org_1/members': { members: [{ id: 'mem_1', ...budget }] },
    });
    const figures = { unit: 'usd' as const, window: 'monthly' };
    const refusal = { ...ofOrg, code: 'budget_cap_reached', scope, figures };
    expect(await readFiguresNow(refusal, viewer)).toMatchObject({ limit: 3, used: 2.5 });
  });

  it('is the balance of who pays, with the credit line of the organization', async () => {
    serve({
      '/v1/credits': { data: { available: 1.5 } },
      '/v1/orgs': { organizations: [{ id: 'org_1', creditBalance: 7 }] },
      '/v1/orgs/org_1': { creditLineUsd: 100, credits: { balance: -40 } },
    });
    const read = (refusal: Refusal, code: string) => readFiguresNow({ ...refusal, code }, viewer);
    expect(await read(own, 'insufficient_credits')).toEqual({ kind: 'funds', available: 1.5 });
    expect(await read(ofOrg, 'insufficient_credits')).toEqual({ kind: 'funds', available: 7 });
    expect(await read(ofOrg, 'credit_limit_exceeded')).toEqual({ kind: 'funds', available: 60 });
  });

  it('is null without access to the figures, and for refusals by a rule', async () => {
    const asked = serve({});
    const figures = { unit: 'usd' as const, window: 'monthly' };
    for (const scope of ['org', 'team', 'member'] as const) {
      const refusal = { ...ofOrg, code: 'budget_cap_reached', scope, figures };
      expect(await readFiguresNow(refusal, viewer)).toBeNull();
    }
    const before = asked.length;
    expect(await readFiguresNow({ ...ofOrg, code: 'model_not_allowed' }, viewer)).toBeNull();
    expect(asked).toHaveLength(before);
  });
});

describe('the window of a budget', () => {
  it.each([
    ['weekly', '2026-11-16T00:00:00Z', '2026-11-16'],
    ['weekly', '2026-11-22T23:59:59Z', '2026-11-16'],
    ['monthly', '2026-11-30T23:59:59Z', '2026-11-01'],
  ] as const)('%s at %s begins on %s', (window, now, start) => {
    expect(findWindowStart(window, Date.parse(now))).toBe(start);
  });
});
