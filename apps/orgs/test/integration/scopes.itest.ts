import { silentLogger } from '@tollgate/observability';
import { createRedis, type Redis } from '@tollgate/redis';
import { foundOrg, type TestOrg } from '../support/organization';
import { startOrgs, type OrgsUnderTest, type Person } from '../support/start-orgs';

let orgs: OrgsUnderTest;
let redis: Redis;
let ada: Person;
let tom: Person;
let org: TestOrg;
let teamId: string;
let memberId: string;

beforeAll(async () => {
  orgs = await startOrgs();
  redis = createRedis({ url: orgs.redis.url, name: 'test', logger: silentLogger });
  await redis.connect();
});
afterAll(async () => {
  redis.disconnect();
  await orgs.stop();
});
beforeEach(async () => {
  [ada, tom] = [orgs.addPerson('Ada'), orgs.addPerson('Tom')];
  org = await foundOrg(orgs, ada);
  teamId = await org.addTeam({ name: 'R&D' });
  memberId = await org.add(tom, { role: 'team_admin', teamId });
});

const counters = (): string => `till:{${org.id}}:counters`;

type Scope = 'org' | 'team' | 'member';

function pathOf(scope: Scope, what: string): string {
  const inner = { org: '', team: `/teams/${teamId}`, member: `/members/${memberId}` };
  return `/api/orgs/${org.id}${inner[scope]}/${what}`;
}

async function read(scope: Scope, what: string): Promise<unknown> {
  return (await orgs.send('get', pathOf(scope, what), ada.caller).expect(200)).body;
}

function write(scope: Scope, what: string, body: object, caller = ada.caller) {
  return orgs.send('patch', pathOf(scope, what), caller).send(body);
}

describe('allowed models', () => {
  const models = 'allowed-models';

  it('are all models until a layer restricts them, then what all layers allow', async () => {
    expect(await read('member', models)).toEqual({
      allowedModels: [],
      effective: [],
      unrestricted: true,
      inheritsFrom: null,
    });
    await write('org', models, { allowedModels: ['openai/*', 'simulator/chat'] }).expect(200);
    expect(await read('member', models)).toMatchObject({
      allowedModels: [],
      effective: ['openai/*', 'simulator/chat'],
      unrestricted: false,
      inheritsFrom: 'org',
    });
    await write('team', models, { allowedModels: ['openai/gpt-4o', 'other/x'] }).expect(200);
    const { body } = await write('member', models, { allowedModels: ['openai/*'] }).expect(200);
    expect(body).toEqual({
      allowedModels: ['openai/*'],
      effective: ['openai/gpt-4o'],
      unrestricted: false,
      inheritsFrom: null,
    });
    await write('team', models, { allowedModels: [] }).expect(200);
    expect(await read('member', models)).toMatchObject({ effective: ['openai/*'] });
  });

  it.each([
    ['a capital', ['OpenAI/*'], 'unsupported_param'],
    ['everything', ['*'], 'unsupported_param'],
    ['no provider', ['gpt-4o'], 'unsupported_param'],
    ['an entry that is too long', [`openai/${'x'.repeat(100)}`], 'unsupported_param'],
    ['too many entries', Array.from({ length: 201 }, (_, i) => `a/${i}`), 'unsupported_param'],
    ['no list', undefined, 'missing_required_field'],
  ])('are refused with %s', async (_case, allowedModels, code) => {
    const { body, status } = await write('org', models, { allowedModels });
    expect([status, body]).toMatchObject([400, { error: { code } }]);
  });

  it('are for org_admins', async () => {
    for (const scope of ['org', 'team', 'member'] as const) {
      await write(scope, models, { allowedModels: [] }, tom.caller).expect(403);
      await orgs.send('get', pathOf(scope, models), tom.caller).expect(403);
    }
    teamId = 'team_01J9ZK3V5X7Y8W9T0R1S2ABCDE';
    await write('team', models, { allowedModels: [] }).expect(404);
  });
});

describe('a spend breaker', () => {
  const breaker = 'circuit-breaker';

  it('inherits each setting from the nearest layer that has it', async () => {
    const nothing = { cbEnabled: null, cbMinuteUsd: null, cbHourlyUsd: null };
    expect(await read('member', breaker)).toEqual({
      settings: nothing,
      resolvedSettings: { cbEnabled: false, cbMinuteUsd: 5, cbHourlyUsd: 20 },
      liveSpend: { minuteSpend: 0, hourSpend: 0 },
    });
    await write('org', breaker, { cbEnabled: true, cbMinuteUsd: 3 }).expect(200);
    await write('team', breaker, { cbHourlyUsd: 9.5 }).expect(200);
    const { body } = await write('member', breaker, { cbMinuteUsd: 1 }).expect(200);
    expect(body).toMatchObject({
      settings: { ...nothing, cbMinuteUsd: 1 },
      resolvedSettings: { cbEnabled: true, cbMinuteUsd: 1, cbHourlyUsd: 9.5 },
    });
    await write('member', breaker, { cbMinuteUsd: null }).expect(200);
    expect(await read('member', breaker)).toMatchObject({
      resolvedSettings: { cbEnabled: true, cbMinuteUsd: 3, cbHourlyUsd: 9.5 },
    });
  });

  it('shows what the till has counted for its scope', async () => {
    await write('team', breaker, { cbEnabled: true }).expect(200);
    const seconds = (windowMs: number) => Math.floor(Date.now() / windowMs) * (windowMs / 1_000);
    await redis.hset(counters(), {
      [`team|${teamId}|minute`]: `${seconds(60_000)}|1500000000`,
      [`team|${teamId}|hour`]: `${seconds(3_600_000)}|2500000000`,
    });
    expect(await read('team', breaker)).toMatchObject({
      liveSpend: { minuteSpend: 1.5, hourSpend: 2.5 },
    });
  });

  it('reloads the counters of every scope that inherits from it', async () => {
    const field = `member|${memberId}|hour`;
    await redis.hset(counters(), { [field]: '0|1' });
    await write('org', breaker, { cbEnabled: true }).expect(200);
    expect(await redis.hget(counters(), field)).toBeNull();
  });

  it('takes amounts from one cent, and is refused to others than admins of the scope', async () => {
    await write('org', breaker, { cbMinuteUsd: 0 }).expect(400);
    await write('org', breaker, { cbHourlyUsd: 0.001 }).expect(400);
    await write('org', breaker, { cbEnabled: 'yes' }).expect(400);
    await write('org', breaker, { cbMinuteUsd: 1 }, tom.caller).expect(403);
    await write('team', breaker, { cbMinuteUsd: 1 }, tom.caller).expect(200);
    await write('member', breaker, { cbMinuteUsd: 1 }, tom.caller).expect(200);
    const own = teamId;
    teamId = await org.addTeam({ name: 'Other' });
    await write('team', breaker, { cbMinuteUsd: 1 }, tom.caller).expect(403);
    teamId = own;
    memberId = org.founderId;
    await write('member', breaker, { cbMinuteUsd: 1 }, tom.caller).expect(403);
  });
});

describe('an institution', () => {
  const edu = 'edu-config';
  const defaults = {
    allowedDomains: [],
    sessionTtlSeconds: 86_400,
    verificationTtlSeconds: 900,
    maxSessionsPerEmailPerKey: 5,
    sessionQuota: { requests: null, tokens: null, usd: null },
  };

  it('sets domains, session times and quotas', async () => {
    expect(await read('org', edu)).toEqual({ eduConfig: defaults });
    const eduConfig = { allowedDomains: ['Uni.edu', 'uni.edu'], sessionQuota: { usd: 2.5 } };
    const { body } = await write('org', edu, { eduConfig }).expect(200);
    const sessionQuota = { requests: null, tokens: null, usd: 2.5 };
    const expected = { ...defaults, allowedDomains: ['uni.edu'], sessionQuota };
    expect(body).toEqual({ eduConfig: expected });
    expect(await read('org', edu)).toEqual({ eduConfig: expected });
  });

  it.each([
    [{ sessionTtlSeconds: 299 }],
    [{ sessionTtlSeconds: 2_592_001 }],
    [{ verificationTtlSeconds: 59 }],
    [{ verificationTtlSeconds: 3_601 }],
    [{ maxSessionsPerEmailPerKey: 0 }],
    [{ allowedDomains: ['*.edu'] }],
    [{ allowedDomains: ['a@uni.edu'] }],
    [{ allowedDomains: ['unì.edu'] }],
    [{ sessionQuota: { requests: 0 } }],
  ])('is not shown %j', async (eduConfig) => {
    await write('org', edu, { eduConfig }).expect(400);
  });

  it('needs its config by name, and an org_admin', async () => {
    await write('org', edu, {}).expect(400);
    await write('org', edu, { eduConfig: {} }, tom.caller).expect(403);
  });
});
