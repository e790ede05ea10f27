import { password } from '../support/accounts';
import { startAuth, type AuthUnderTest } from '../support/start-auth';

interface Listed {
  readonly items: readonly { readonly id: string; readonly email: string }[];
  readonly nextCursor: string | null;
}

const byToken = { kind: 'operator' } as const;

let auth: AuthUnderTest;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

function read(query: string) {
  return auth.send('get', `/api/admin/users?${query}`, byToken);
}

async function list(query: string): Promise<Listed> {
  const answer = await read(query);
  expect([query, answer.status]).toEqual([query, 200]);
  return answer.body as Listed;
}

async function addUser(email: string, name: string | null = null): Promise<string> {
  await auth.send('post', '/api/auth/signup').send({ email, password });
  const { rows } = await auth.sql.query<{ id: string }>(
    'UPDATE users SET name = $2 WHERE email = $1 RETURNING id',
    [email, name],
  );
  return rows[0]?.id ?? '';
}

/** The addresses of all pages; `onPage` may change users in between. */
async function walk(query: string, onPage = async (): Promise<void> => undefined) {
  const emails: string[] = [];
  let cursor: string | null = '';
  for (let pages = 0; cursor !== null && pages < 50; pages++) {
    const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page: Listed = await list(`limit=2&${query}${more}`);
    emails.push(...page.items.map(({ email }) => email));
    cursor = page.nextCursor;
    await onPage();
  }
  return emails;
}

describe('the list of users', () => {
  it('is ordered by address, name and sign-up, in both directions', async () => {
    await addUser('b@order.example', 'ada');
    await addUser('c@order.example', 'Ada');
    await addUser('a@order.example', 'Bob');
    await addUser('d@order.example');
    const own = async (query: string) =>
      (await walk(query)).filter((email) => email.endsWith('@order.example'));
    const letters = async (query: string) => (await own(query)).map((email) => email[0]).join('');
    expect(await letters('')).toBe('dacb');
    expect(await letters('sort=createdAt&order=asc')).toBe('bcad');
    expect(await letters('sort=email&order=asc')).toBe('abcd');
    expect(await letters('sort=email')).toBe('dcba');
    expect(await letters('sort=name&order=asc')).toBe('dbca');
    expect(await letters('sort=name')).toBe('acbd');
  });

  it('is searched by the beginning of address or name and by the whole id, in any case', async () => {
    const id = await addUser('find_me@search.example', 'Grace 100% Hopper');
    await addUser('findxme@search.example', 'find_me as well');
    const find = async (text: string, more = '') =>
      (await list(`search=${encodeURIComponent(text)}&sort=email&order=asc${more}`)).items.map(
        ({ email }) => email,
      );
    expect(await find('FIND_M')).toEqual(['find_me@search.example', 'findxme@search.example']);
    expect(await find('find_me@')).toEqual(['find_me@search.example']);
    expect(await find('grace 100%')).toEqual(['find_me@search.example']);
    expect(await find(id)).toEqual(['find_me@search.example']);
    expect(await find(id.slice(0, -1))).toEqual([]);
    expect(await find('find', '&role=operator')).toEqual([]);
    expect(await find('%')).toEqual([]);
    expect(await find("'; DROP TABLE users; --")).toEqual([]);
  });

  it.each(['createdAt', 'email', 'name'])(
    'by %s shows every user once while others sign up and change',
    async (sort) => {
      const word = sort.toLowerCase();
      const emails = Array.from({ length: 9 }, (_, index) => `walk-${word}-${index}@walk.example`);
      for (const [index, email] of emails.entries()) await addUser(email, `walk ${index % 3}`);
      const other = await addUser(`walk-${word}-other@walk.example`, 'walk other');
      let rounds = 0;
      const seen = await walk(`sort=${sort}&order=asc&search=walk-${word}`, async () => {
        rounds++;
        await addUser(`walk-${word}-new-${rounds}@walk.example`, `walk ${rounds % 3}`);
        await auth.sql.query('UPDATE users SET name = $2 WHERE id = $1', [other, `walk ${rounds}`]);
      });
      const own = seen.filter((email) => emails.includes(email));
      expect(own.toSorted()).toEqual(emails.toSorted());
      expect(new Set(own).size).toBe(own.length);
    },
  );

  it('refuses bad values and names the field', async () => {
    await addUser('one@bad.example');
    await addUser('two@bad.example');
    const { nextCursor } = await list('sort=email&limit=1');
    for (const [query, param] of [
      ['sort=password', 'sort'],
      ['order=up', 'order'],
      ['limit=201', 'limit'],
      ['limit=0', 'limit'],
      [`search=${'x'.repeat(201)}`, 'search'],
      ['search=%00', 'search'],
      ['search=a&search=b', 'search'],
      ['cursor=%00', 'cursor'],
      ['cursor=user_x', 'cursor'],
      [`cursor=${nextCursor}`, 'cursor'],
      [`sort=name&cursor=${nextCursor}`, 'cursor'],
      [`sort=email&order=asc&cursor=${nextCursor}`, 'cursor'],
    ] as const) {
      const answer = await read(query);
      const { error } = answer.body as { error: { param: string } };
      expect([query, answer.status, error.param]).toEqual([query, 400, param]);
    }
  });

  it('has an index for each order and each part of a search', async () => {
    const explain = async (rest: string) =>
      auth.sql.withTransaction(async (transaction) => {
        await transaction.query('SET LOCAL enable_seqscan = off');
        await transaction.query('SET LOCAL enable_sort = off');
        const { rows } = await transaction.query<Record<'QUERY PLAN', string>>(
          `EXPLAIN SELECT u.id FROM users u ${rest}`,
        );
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      });
    expect(await explain(`ORDER BY coalesce(lower(u.name), ''), u.id LIMIT 9`)).toContain(
      'users_name_order_idx',
    );
    expect(await explain(`ORDER BY u.email, u.id LIMIT 9`)).toContain('users_email_key');
    const plan = await explain(
      `WHERE u.email LIKE 'a%' OR lower(u.name) LIKE 'a%' OR u.id = 'user_x'`,
    );
    // With the collation C, the unique index serves a prefix, too.
    expect(plan).toMatch(/users_email_(key|prefix_idx)/);
    expect(plan).toContain('users_name_prefix_idx');
    expect(plan).toContain('users_pkey');
  });
});
