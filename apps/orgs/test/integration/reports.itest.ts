import type { Test } from 'supertest';
import { startOrgs, type OrgsUnderTest, type Person } from '../support/start-orgs';

let orgs: OrgsUnderTest;
let orgId = '';
const people: Record<'admin' | 'viewer' | 'member' | 'stranger', Person> = {} as never;
let teamId = '';
const memberIds: Record<string, string> = {};

beforeAll(async () => {
  orgs = await startOrgs();
  for (const name of ['admin', 'viewer', 'member', 'stranger'] as const) {
    people[name] = orgs.addPerson(name === 'member' ? '=Mallory' : name);
  }
  const admin = people.admin.caller;
  const founded = await orgs.send('post', '/api/orgs', admin).send({ name: 'Acme' });
  orgId = (founded.body as { id: string }).id;
  const team = await orgs
    .send('post', `/v1/orgs/${orgId}/teams`, admin)
    .send({ name: '@R&D, "core"', costCenterCode: '=RD-1', monthlyBudget: 200 });
  teamId = (team.body as { id: string }).id;
  const add = async (name: 'viewer' | 'member', role: string): Promise<void> => {
    const body = { email: people[name].email, role, monthlyBudget: 50, teamId };
    const added = await orgs.send('post', `/v1/orgs/${orgId}/members`, admin).send(body);
    expect(added.status).toBe(201);
    memberIds[name] = (added.body as { id: string }).id;
  };
  await add('viewer', 'billing_viewer');
  await add('member', 'member');
  orgs.fakes.teamSpend.set(teamId, 30_000_000_000n);
  orgs.fakes.teamSpend.set('', 11_200_000_001n);
  orgs.fakes.memberSpend.set(memberIds['member'] ?? '', 3_100_000_000n);
  orgs.fakes.memberSpend.set('', 5n);
});
afterAll(() => orgs.stop());

const get = (view: string, who: keyof typeof people = 'admin'): Test =>
  orgs.send('get', `/api/orgs/${orgId}/reports/${view}`, people[who].caller);
const month = 'year=2026&month=11';

describe('reports', () => {
  it('show a month whole and by day', async () => {
    const { body } = await get(`overview?${month}`).expect(200);
    expect(body).toEqual({
      ...{ year: 2026, month: 11, currency: 'USD', totalSpend: 41.200000001 },
      ...{ upstreamCost: 41.200000001, marginRate: 0, requests: 5120, tokens: 9_000_000 },
      previousMonthSpend: 38,
      daily: [{ date: '2026-11-01', spend: 1.400000001, requests: 200 }],
    });
  });

  it('default to this month, except by-model, by-member and export', async () => {
    const now = new Date();
    const { body } = await get('overview').expect(200);
    expect(body).toMatchObject({ year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 });
    expect(orgs.fakes.asked.at(-1)).toMatchObject({ orgId, month: now.getUTCMonth() + 1 });
    await get('by-team').expect(200);
    for (const view of ['by-model', 'by-member', 'export']) {
      for (const [query, param] of [
        ['month=11', 'year'],
        ['year=2026&month=', 'month'],
      ]) {
        const { body: refused, status } = await get(`${view}?${query}`);
        expect([status, refused.error]).toMatchObject([
          400,
          { code: 'missing_required_field', param },
        ]);
      }
    }
  });

  it('show teams with their share, their budget and their models', async () => {
    const { body } = await get(`by-team?${month}`).expect(200);
    expect(body).toEqual({
      ...{ year: 2026, month: 11 },
      teams: [
        {
          ...{ teamId, team: '@R&D, "core"', costCenterCode: '=RD-1', spend: 30, sharePct: 72.8 },
          ...{ budget: 200, budgetUtilizationPct: 15 },
          models: [{ model: 'simulator/chat', spend: 30, sharePct: 100 }],
        },
      ],
      unassigned: { spend: 11.200000001 },
    });
  });

  it('show models with their average price', async () => {
    const { body } = await get(`by-model?${month}`).expect(200);
    expect(body.models).toEqual([
      {
        ...{ model: 'simulator/chat', spend: 20, requests: 900 },
        ...{ promptTokens: 5_000_000, completionTokens: 800_000, avgPricePer1M: 3.448276 },
      },
    ]);
  });

  it('show members and former members', async () => {
    const expected = {
      ...{ memberId: memberIds['member'], name: '=Mallory', email: people.member.email },
      ...{ team: '@R&D, "core"', spend: 3.1, requests: 1, budget: 50, budgetUtilizationPct: 6.2 },
    };
    const { body } = await get(`by-member?${month}`).expect(200);
    expect(body.members).toHaveLength(3);
    expect(body.members[0]).toEqual(expected);
    expect(body.unassigned).toEqual({ spend: 0.000000005, requests: 1 });
    const path = `/v1/orgs/${orgId}/members/${memberIds['member']}`;
    await orgs.send('delete', path, people.admin.caller).expect(204);
    const { body: after } = await get(`by-member?${month}`).expect(200);
    expect(after.members[0]).toMatchObject({ memberId: memberIds['member'], name: '=Mallory' });
  });
});

describe('a report as CSV', () => {
  const read = async (view: string): Promise<string> => {
    const answer = await get(`export?${month}&view=${view}`).buffer(true).expect(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="report-${view}-2026-11.csv"`,
    });
    return answer.text;
  };

  it('has plain decimals, a byte order mark and no formulas', async () => {
    expect(await read('by-team')).toBe(
      '\uFEFFteamId,team,costCenterCode,spend,sharePct,budget,budgetUtilizationPct\r\n' +
        `${teamId},"'@R&D, ""core""",'=RD-1,30,72.8,200,15\r\n` +
        ',unassigned,,11.200000001,27.2,,\r\n',
    );
    expect(await read('overview')).toBe(
      '\uFEFFdate,spend,requests\r\n2026-11-01,1.400000001,200\r\n',
    );
    expect(await read('by-model')).toContain('simulator/chat,20,900,5000000,800000,3.448276\r\n');
    const members = await read('by-member');
    expect(members).toContain(`,'=Mallory,'${people.member.email},`);
    expect(members).toContain(',unassigned,,,0.000000005,1,,\r\n');
  });

  it('is the overview when nothing else is asked for', async () => {
    const { text } = await get(`export?${month}`).buffer(true).expect(200);
    expect(text).toContain('date,spend,requests');
    await get(`export?${month}&view=by-planet`).expect(400);
  });
});

describe('access to reports', () => {
  it.each([
    ['overview', 200],
    ['by-team', 200],
    ['by-model', 200],
    ['by-member', 403],
    ['export', 200],
  ])('a billing_viewer gets %s as %d', async (view, status) => {
    await get(`${view}?${month}`, 'viewer').expect(status);
  });

  it('a billing_viewer gets no members by export either', async () => {
    await get(`export?${month}&view=by-member`, 'viewer').expect(403);
  });

  it('everybody else gets nothing', async () => {
    for (const view of ['overview', 'by-team', 'by-model', 'by-member', 'export']) {
      await get(`${view}?${month}`, 'stranger').expect(404);
    }
  });
});

describe('an invalid month', () => {
  it.each([
    ...['year=999999&month=11', 'year=2026&month=13', 'year=2026&month=0', 'year=1&month=1'],
    ...['year=2026&month=-1', 'year=2026&month=1.5', 'year=0x7e&month=1', 'year=%25&month=1'],
    ...['year=2026&month=1&month=2', 'year=1999&month=1', 'year=2101&month=1', 'year=2026&month=_'],
  ])('is refused: %s', async (query) => {
    for (const view of ['overview', 'by-team', 'by-model', 'by-member', 'export']) {
      const { body, status } = await get(`${view}?${query}`);
      expect([status, body.error.code]).toEqual([400, 'unsupported_param']);
    }
  });
});
