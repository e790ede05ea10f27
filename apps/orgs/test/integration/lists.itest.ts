import { foundOrg, operator, type TestOrg } from '../support/organization';
import { startOrgs, type OrgsUnderTest, type Person } from '../support/start-orgs';

interface MemberList {
  readonly members: readonly { readonly id: string; readonly user: { readonly name: string } }[];
  readonly nextCursor: string | null;
}

interface OrgList {
  readonly items: readonly { readonly id: string; readonly name: string }[];
  readonly nextCursor: string | null;
}

let orgs: OrgsUnderTest;
let ada: Person;
let org: TestOrg;

beforeAll(async () => {
  orgs = await startOrgs();
});
afterAll(() => orgs.stop());
beforeEach(async () => {
  ada = orgs.addPerson('Ada');
  org = await foundOrg(orgs, ada);
  orgs.fakes.isAway = false;
});

async function read<T>(path: string, caller: Person['caller']): Promise<T> {
  const answer = await orgs.send('get', path, caller);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.body as T;
}

function list(query: string, caller = ada.caller): Promise<MemberList> {
  return read(`/v1/orgs/${org.id}/members?${query}`, caller);
}

async function walk(query: string, onPage = async (): Promise<void> => undefined) {
  const names: string[] = [];
  let cursor: string | null = '';
  for (let pages = 0; cursor !== null && pages < 50; pages++) {
    const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page: MemberList = await list(`limit=2&${query}${more}`);
    names.push(...page.members.map(({ user }) => user.name));
    cursor = page.nextCursor;
    await onPage();
  }
  return names;
}

describe('the list of members', () => {
  it('is whole and oldest first without parameters', async () => {
    for (const name of ['Cyd', 'Bob']) await org.add(orgs.addPerson(name));
    const { members, nextCursor } = await list('');
    expect(members.map(({ user }) => user.name)).toEqual(['Ada', 'Cyd', 'Bob']);
    expect(nextCursor).toBeNull();
  });

  it('is ordered by name, address, role, spend and time, in both directions', async () => {
    const cyd = await org.add(orgs.addPerson('cyd'), { role: 'billing' });
    const bob = await org.add(orgs.addPerson('Bob'));
    orgs.fakes.memberSpend.set(cyd, 9_000_000_000n);
    orgs.fakes.memberSpend.set(bob, 10_000_000_000n);
    expect(await walk('sort=name')).toEqual(['Ada', 'Bob', 'cyd']);
    expect(await walk('sort=name&order=desc')).toEqual(['cyd', 'Bob', 'Ada']);
    expect(await walk('sort=role')).toEqual(['cyd', 'Bob', 'Ada']);
    expect(await walk('sort=spend')).toEqual(['Ada', 'cyd', 'Bob']);
    expect(await walk('order=desc')).toEqual(['Bob', 'cyd', 'Ada']);
    const emails = (await walk('sort=email')).toReversed();
    expect(await walk('sort=email&order=desc')).toEqual(emails);
  });

  it('is searched by a part of name or address, in any case', async () => {
    const bob = orgs.addPerson('Bob-100%');
    await org.add(bob);
    const find = async (text: string) =>
      (await list(`search=${encodeURIComponent(text)}`)).members.map(({ user }) => user.name);
    expect(await find('OB-1')).toEqual(['Bob-100%']);
    expect(await find('%')).toEqual(['Bob-100%']);
    expect(await find(bob.email.toUpperCase().slice(1))).toEqual(['Bob-100%']);
    expect(await find('no such text')).toEqual([]);
  });

  it.each(['joinedAt', 'name', 'email', 'role', 'spend'])(
    'by %s shows every member once while others join and leave',
    async (sort) => {
      await orgs.send('patch', `/api/admin/orgs/${org.id}`, operator).send({ seats: 99 });
      const names = Array.from({ length: 9 }, (_, index) => `member-${index}`);
      for (const name of names) await org.add(orgs.addPerson(name));
      let rounds = 0;
      const seen = await walk(`sort=${sort}&search=m`, async () => {
        const id = await org.add(orgs.addPerson(`more-${sort}-${++rounds}`));
        if (rounds % 2 === 0) {
          await orgs.send('delete', `/v1/orgs/${org.id}/members/${id}`, ada.caller).expect(204);
        }
      });
      const own = seen.filter((name) => names.includes(name));
      expect(own.toSorted()).toEqual(names);
    },
  );

  it('shows a team_admin the own team alone', async () => {
    const teamId = await org.addTeam({ name: 'R&D' });
    const tom = orgs.addPerson('Tom');
    await org.add(tom, { role: 'team_admin', teamId });
    await org.add(orgs.addPerson('Tim'));
    for (const sort of ['joinedAt', 'name', 'spend']) {
      const { members } = await list(`sort=${sort}&search=t`, tom.caller);
      expect(members.map(({ user }) => user.name)).toEqual(['Tom']);
    }
    const stranger = orgs.addPerson('Eve');
    await orgs.send('get', `/v1/orgs/${org.id}/members?search=t`, stranger.caller).expect(404);
  });

  it('refuses bad values and names the field', async () => {
    await org.add(orgs.addPerson('Bob'));
    const { nextCursor } = await list('sort=name&limit=1');
    for (const [query, param] of [
      ['sort=shoe', 'sort'],
      ['order=up', 'order'],
      ['limit=201', 'limit'],
      ['limit=0', 'limit'],
      [`search=${'x'.repeat(201)}`, 'search'],
      ['cursor=x', 'cursor'],
      [`cursor=${nextCursor}`, 'cursor'],
      [`sort=name&order=desc&cursor=${nextCursor}`, 'cursor'],
    ] as const) {
      const answer = await orgs.send('get', `/v1/orgs/${org.id}/members?${query}`, ada.caller);
      const { error } = answer.body as { error: { param: string } };
      expect([query, answer.status, error.param]).toEqual([query, 400, param]);
    }
  });
});

describe('the list of organizations', () => {
  const listOrgs = (query: string): Promise<OrgList> => read(`/api/admin/orgs?${query}`, operator);

  async function addOrg(name: string, slug: string): Promise<string> {
    const answer = await orgs
      .send('post', '/api/admin/orgs', operator)
      .send({ name, slug, ownerEmail: ada.email });
    return (answer.body as { id: string }).id;
  }

  it('is ordered by name and searched by name, slug and id', async () => {
    const zoo = await addOrg('Zoo 100% Inc', 'find-zoo-1');
    const ape = await addOrg('ape works', 'find-ape-1');
    const find = async (text: string, more = '') =>
      (await listOrgs(`search=${encodeURIComponent(text)}${more}`)).items.map(({ id }) => id);
    expect(await find('FIND-')).toEqual([ape, zoo]);
    expect(await find('find-', '&sort=name&order=asc')).toEqual([ape, zoo]);
    expect(await find('find-', '&sort=name')).toEqual([zoo, ape]);
    expect(await find('zoo 100%')).toEqual([zoo]);
    expect(await find('%')).toEqual([]);
    expect(await find(zoo)).toEqual([zoo]);
    const first = await listOrgs('search=find-&sort=name&order=asc&limit=1');
    await addOrg('aaa', 'find-aaa-1');
    const rest = await listOrgs(
      `search=find-&sort=name&order=asc&limit=1&cursor=${first.nextCursor}`,
    );
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual([ape, zoo]);
    expect(rest.nextCursor).toBeNull();
  });

  it('refuses bad values and names the field', async () => {
    for (const [query, param] of [
      ['sort=seats', 'sort'],
      ['cursor=user_01J9ZZZZZZZZZZZZZZZZZZZZZZ', 'cursor'],
      ['sort=name&cursor=AAAA', 'cursor'],
      [`search=${'x'.repeat(201)}`, 'search'],
      ['limit=201', 'limit'],
    ] as const) {
      const answer = await orgs.send('get', `/api/admin/orgs?${query}`, operator);
      const { error } = answer.body as { error: { param: string } };
      expect([query, answer.status, error.param]).toEqual([query, 400, param]);
    }
  });

  it('has an index for the order and each part of a search', async () => {
    const explain = async (rest: string) =>
      orgs.sql.withTransaction(async (transaction) => {
        await transaction.query('SET LOCAL enable_seqscan = off');
        await transaction.query('SET LOCAL enable_sort = off');
        const { rows } = await transaction.query<Record<'QUERY PLAN', string>>(
          `EXPLAIN SELECT id FROM organizations ${rest}`,
        );
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      });
    expect(await explain('ORDER BY lower(name), id LIMIT 9')).toContain(
      'organizations_name_order_idx',
    );
    const plan = await explain(`WHERE lower(name) LIKE 'a%' OR slug LIKE 'a%' OR id = 'org_x'`);
    expect(plan).toContain('organizations_name_prefix_idx');
    expect(plan).toContain('organizations_slug_prefix_idx');
  });
});
