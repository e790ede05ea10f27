import { formatGenerationId, makeId, makeUlid } from '@tollgate/ids';
import { foundOrg, operator, type TestOrg } from '../support/organization';
import { startOrgs, type OrgsUnderTest, type Person } from '../support/start-orgs';

interface Found {
  readonly results: readonly {
    readonly kind: string;
    readonly id: string;
    readonly title: string;
    readonly detail: string;
    readonly org: { readonly id: string } | null;
  }[];
  readonly unavailable: readonly string[];
}

let orgs: OrgsUnderTest;
let ada: Person;
let org: TestOrg;

beforeAll(async () => {
  orgs = await startOrgs();
});
afterAll(() => orgs.stop());
beforeEach(async () => {
  orgs.fakes.away.clear();
  orgs.fakes.call = undefined;
  orgs.fakes.callLookups.length = 0;
  orgs.fakes.keys.length = 0;
  orgs.fakes.catalog.length = 0;
  ada = orgs.addPerson('Ada');
  org = await foundOrg(orgs, ada);
});

async function search(text: string, caller = ada.caller): Promise<Found> {
  const answer = await orgs.send('get', `/api/search?q=${encodeURIComponent(text)}`, caller);
  expect([text, answer.status]).toEqual([text, 200]);
  return answer.body as Found;
}

async function findTitles(text: string, kind: string, caller = ada.caller): Promise<string[]> {
  const { results } = await search(text, caller);
  return results.filter((result) => result.kind === kind).map(({ title }) => title);
}

const findMembers = (text: string, caller = ada.caller) => findTitles(text, 'member', caller);
const findOrgs = (text: string, caller = ada.caller) => findTitles(text, 'organization', caller);

describe('the search', () => {
  it('finds keys, models, own organizations and members by a part of the name', async () => {
    orgs.fakes.keys.push({ keyId: 'key_1', name: 'acme', prefix: 'sk-1', suffix: '9z', orgId: '' });
    orgs.fakes.catalog.push('acme/large', 'other/large');
    const bob = orgs.addPerson('Bob-Acmeson');
    const bobId = await org.add(bob);
    const { results, unavailable } = await search('acme');
    const place = { id: org.id, name: 'Acme' };
    expect(results).toEqual([
      { kind: 'key', id: 'key_1', title: 'acme', detail: 'sk-1…9z', org: null },
      { kind: 'organization', id: org.id, title: 'Acme', detail: 'org_admin', org: null },
      { kind: 'member', id: bobId, title: 'Bob-Acmeson', detail: bob.email, org: place },
      { kind: 'model', id: 'acme/large', title: 'acme/large', detail: 'acme/large', org: null },
    ]);
    expect(unavailable).toEqual([]);
    expect(await findOrgs(org.id)).toEqual(['Acme']);
    expect(await findMembers(bob.email.toUpperCase())).toEqual(['Bob-Acmeson']);
  });

  it('returns at most 5 results of each kind', async () => {
    for (let made = 0; made < 7; made++) {
      orgs.fakes.keys.push({
        keyId: `key_${made}`,
        name: 'many',
        prefix: '',
        suffix: '',
        orgId: '',
      });
      orgs.fakes.catalog.push(`many/${made}`);
    }
    await orgs.send('patch', `/api/admin/orgs/${org.id}`, operator).send({ seats: 99 });
    for (let made = 0; made < 7; made++) await org.add(orgs.addPerson(`many-${made}`));
    const { results } = await search('many');
    const kinds = results.map(({ kind }) => kind);
    for (const kind of ['key', 'member', 'model']) {
      expect([kind, kinds.filter((each) => each === kind).length]).toEqual([kind, 5]);
    }
  });

  it('shows organizations to their members alone', async () => {
    const eve = orgs.addPerson('Eve');
    expect(await findOrgs('Acme', eve.caller)).toEqual([]);
    expect(await findOrgs(org.id, eve.caller)).toEqual([]);
    const bob = orgs.addPerson('Bob');
    const bobId = await org.add(bob);
    expect(await findOrgs('Acme', bob.caller)).toEqual(['Acme']);
    await orgs.send('delete', `/v1/orgs/${org.id}/members/${bobId}`, ada.caller).expect(204);
    expect(await findOrgs('Acme', bob.caller)).toEqual([]);
  });

  it('shows members to an org_admin, and those of the team to a team_admin', async () => {
    const teamId = await org.addTeam({ name: 'R&D' });
    const [tom, fay, mia] = ['Tom', 'Fay', 'Mia'].map((name) => orgs.addPerson(name)) as [
      Person,
      Person,
      Person,
    ];
    await org.add(tom, { role: 'team_admin', teamId });
    await org.add(fay, { role: 'billing' });
    await org.add(mia);
    const everyone = '@example.com';
    expect(await findMembers(everyone)).toEqual(['Ada', 'Tom', 'Fay', 'Mia']);
    expect(await findMembers(everyone, tom.caller)).toEqual(['Tom']);
    expect(await findMembers(everyone, fay.caller)).toEqual([]);
    expect(await findMembers(everyone, mia.caller)).toEqual([]);
    const change = { suspended: true };
    await orgs.send('patch', `/api/admin/orgs/${org.id}`, operator).send(change).expect(200);
    expect(await findMembers(everyone)).toEqual([]);
  });

  it('shows keys of an organization to the roles that may list them', async () => {
    const teamId = await org.addTeam({ name: 'R&D' });
    const key = { keyId: 'key_org', name: 'org key', prefix: 'sk-o', suffix: '7q', orgId: org.id };
    orgs.fakes.keys.push(key);
    const place = { id: org.id, name: 'Acme' };
    const result = { kind: 'key', id: 'key_org', title: 'org key', detail: 'sk-o…7q', org: place };
    const all = [{ orgId: org.id, team: undefined }];
    expect((await search('org key')).results).toEqual([result]);
    expect(orgs.fakes.keyScopes).toEqual(all);

    const findKeys = async (name: string, role: object) => {
      const person = orgs.addPerson(name);
      const id = await org.add(person, role);
      const titles = await findTitles('org key', 'key', person.caller);
      return { id, titles, scopes: orgs.fakes.keyScopes };
    };
    const viewer = await findKeys('Fay', { role: 'billing' });
    expect(viewer).toMatchObject({ titles: ['org key'], scopes: all });
    const leader = await findKeys('Tom', { role: 'team_admin', teamId });
    const team = { teamId, memberIds: [leader.id] };
    expect(leader).toMatchObject({ titles: ['org key'], scopes: [{ orgId: org.id, team }] });
    for (const role of ['member', 'teacher']) {
      expect(await findKeys(role, { role, teamId })).toMatchObject({ titles: [], scopes: [] });
    }
    const outsider = orgs.addPerson('Eve');
    orgs.fakes.operators.add(outsider.userId);
    expect(await findTitles('org key', 'key', outsider.caller)).toEqual([]);
    expect(orgs.fakes.keyScopes).toEqual([]);
    const change = { suspended: true };
    await orgs.send('patch', `/api/admin/orgs/${org.id}`, operator).send(change).expect(200);
    expect(await findTitles('org key', 'key')).toEqual([]);
  });

  it('shows users and other organizations to operators alone', async () => {
    const root = orgs.addPerson('Root');
    expect(await search('Ada', root.caller)).toEqual({ results: [], unavailable: [] });
    expect(await findOrgs(org.id, root.caller)).toEqual([]);
    orgs.fakes.operators.add(root.userId);
    expect(await findTitles('Ada', 'user', root.caller)).toContain('Ada');
    expect(await findOrgs(org.id, root.caller)).toEqual(['Acme']);
    orgs.fakes.operators.add(ada.userId);
    expect(await findOrgs(org.id)).toEqual(['Acme']);
  });

  it('asks billing for a call id only, within the scopes of the caller', async () => {
    const id = formatGenerationId(makeUlid());
    orgs.fakes.call = { generationId: id, walletId: ada.userId, model: 'acme/large' };
    const own = { kind: 'call', id, title: id, detail: 'acme/large', org: null };
    expect((await search(id)).results).toEqual([own]);
    const scopes = [{ walletId: ada.userId }, { walletId: org.id }];
    expect(orgs.fakes.callLookups).toEqual([{ generationId: id, scopes }]);
    orgs.fakes.call = { ...orgs.fakes.call, walletId: org.id };
    expect((await search(id)).results).toEqual([{ ...own, org: { id: org.id, name: 'Acme' } }]);
    for (const text of ['gen', 'gen-123', `${id}x`]) await search(text);
    expect(orgs.fakes.callLookups).toHaveLength(2);
  });

  it('names a service that is away and returns the results of the others', async () => {
    orgs.fakes.catalog.push('acme/large');
    orgs.fakes.keys.push({ keyId: 'key_1', name: 'acme', prefix: '', suffix: '', orgId: '' });
    const readKinds = async (text: string) => {
      const { results, unavailable } = await search(text);
      return [results.map(({ kind }) => kind), unavailable];
    };
    orgs.fakes.away.add('auth');
    expect(await readKinds('cme')).toEqual([['organization', 'model'], ['auth']]);
    orgs.fakes.away.clear();
    orgs.fakes.away.add('relay');
    expect(await readKinds('cme')).toEqual([['key', 'organization'], ['relay']]);
    orgs.fakes.away.add('billing').add('auth');
    const [, unavailable] = await readKinds(formatGenerationId(makeUlid()));
    expect(new Set(unavailable)).toEqual(new Set(['auth', 'billing', 'relay']));
  });

  it('refuses bad texts and names the field', async () => {
    for (const query of ['', 'q=', 'q=%20', `q=${'x'.repeat(201)}`, 'q=a%00b', 'q=a&q=b']) {
      const answer = await orgs.send('get', `/api/search?${query}`, ada.caller);
      const { error } = answer.body as { error: { param: string } };
      expect([query, answer.status, error.param]).toEqual([query, 400, 'q']);
    }
    expect((await search('%')).results).toEqual([]);
    expect((await search("'; DROP TABLE members; --")).results).toEqual([]);
  });

  it('refuses callers without a session', async () => {
    for (const kind of ['anonymous', 'management_key', 'operator'] as const) {
      await orgs.send('get', '/api/search?q=a', { ...ada.caller, kind }).expect(401);
    }
  });
});

describe('the names for operators', () => {
  interface Named {
    readonly names: readonly {
      readonly id: string;
      readonly kind: string;
      readonly name: string;
      readonly org: { readonly id: string; readonly name: string } | null;
    }[];
  }

  async function readNames(ids: readonly string[]): Promise<Named['names']> {
    const answer = await orgs.send('get', `/api/admin/names?ids=${ids.join(',')}`, operator);
    expect(answer.status).toBe(200);
    return (answer.body as Named).names;
  }

  it('are those of users and organizations; other ids are left out', async () => {
    const unknown = ['user', 'team', 'member'].map((kind) => makeId(kind as 'user'));
    expect(
      await readNames([ada.userId, org.id, ...unknown, 'key_1', ada.userId, "'", '%00']),
    ).toEqual([
      { id: ada.userId, kind: 'user', name: 'Ada', org: null },
      { id: org.id, kind: 'organization', name: 'Acme', org: null },
    ]);
  });

  it('are those of teams and members with their organization, also of former ones', async () => {
    const teamId = await org.addTeam({ name: 'Red' });
    const memberId = await org.add(orgs.addPerson('Bob'));
    await orgs.send('delete', `/v1/orgs/${org.id}/teams/${teamId}`, ada.caller).expect(204);
    const place = { id: org.id, name: 'Acme' };
    expect(await readNames([memberId, teamId])).toEqual([
      { id: teamId, kind: 'team', name: 'Red', org: place },
      { id: memberId, kind: 'member', name: 'Bob', org: place },
    ]);
  });

  it('are at most 100 at once', async () => {
    const read = (count: number) => {
      const ids = Array.from({ length: count }, () => makeId('organization'));
      return orgs.send('get', `/api/admin/names?ids=${ids.join(',')}`, operator);
    };
    expect((await read(100)).body).toEqual({ names: [] });
    expect((await read(101)).status).toBe(400);
    expect((await orgs.send('get', '/api/admin/names', operator)).status).toBe(400);
  });
});
