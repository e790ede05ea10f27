import { createKey, signUp, type SignedUp } from '../support/accounts';
import { createOrgKey, join, openOrganization } from '../support/organizations';
import { startAuth, type AuthUnderTest } from '../support/start-auth';

interface List {
  readonly keys: readonly { readonly id: string; readonly name: string }[];
  readonly nextCursor: string | null;
}

let auth: AuthUnderTest;
let owner: SignedUp;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());
beforeEach(async () => {
  owner = await signUp(auth);
});

async function list(query: string, by: SignedUp['caller'] = owner.caller): Promise<List> {
  const answer = await auth.send('get', `/api/account/keys?${query}`, by);
  expect(answer.status).toBe(200);
  return answer.body as List;
}

/** The names of all pages, one key at a time; `onPage` may change keys in between. */
async function walk(query: string, onPage = async (): Promise<void> => undefined) {
  const names: string[] = [];
  let cursor: string | null = '';
  for (let pages = 0; cursor !== null && pages < 50; pages++) {
    const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page: List = await list(`limit=1&${query}${more}`);
    names.push(...page.keys.map(({ name }) => name));
    cursor = page.nextCursor;
    await onPage();
  }
  return names;
}

async function makeKeys(names: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const name of names) ids.push((await createKey(auth, owner, { name })).id);
  return ids;
}

describe('a list of keys', () => {
  it('is ordered by name, whatever its case, in both directions', async () => {
    await makeKeys(['beta', 'Alpha', 'gamma', 'alpha']);
    const names = await walk('sort=name');
    expect(names.map((name) => name.toLowerCase())).toEqual(['alpha', 'alpha', 'beta', 'gamma']);
    expect(await walk('sort=name&order=desc')).toEqual(names.toReversed());
  });

  it('is ordered by its end, keys without one being the latest', async () => {
    const [never = '', soon = '', late = ''] = await makeKeys(['never', 'soon', 'late']);
    for (const [id, days] of [
      [soon, 1],
      [late, 2],
    ] as const) {
      const expiresAt = new Date(Date.now() + days * 86_400_000).toISOString();
      await auth.send('patch', `/api/account/keys/${id}`, owner.caller).send({ expiresAt });
    }
    expect(never).not.toBe('');
    expect(await walk('sort=expiresAt')).toEqual(['soon', 'late', 'never']);
    expect(await walk('sort=expiresAt&order=desc')).toEqual(['never', 'late', 'soon']);
  });

  it('is ordered by spend and by last use from the figures of billing', async () => {
    const ids = await makeKeys(['unused', 'small', 'big', 'same']);
    const [, small = '', big = '', same = ''] = ids;
    auth.billing.usages.set(small, { totalNanos: 1n, lastUsedMs: 3_000n });
    auth.billing.usages.set(big, { totalNanos: 9_007_199_254_740_993n, lastUsedMs: 2_000n });
    auth.billing.usages.set(same, { totalNanos: 1n, lastUsedMs: 1_000n });
    expect(await walk('sort=spend&order=desc')).toEqual(['big', 'same', 'small', 'unused']);
    expect(await walk('sort=spend')).toEqual(['unused', 'small', 'same', 'big']);
    expect(await walk('sort=lastUsedAt')).toEqual(['unused', 'same', 'big', 'small']);
    expect((await list('sort=spend&offset=1&limit=2')).keys.map(({ name }) => name)).toEqual([
      'small',
      'same',
    ]);
  });

  it.each(['createdAt', 'name', 'expiresAt', 'owner', 'spend', 'lastUsedAt'])(
    'by %s shows every key once while others are made and deleted',
    async (sort) => {
      const names = Array.from(
        { length: 12 },
        (_, index) => `key ${String(index).padStart(2, '0')}`,
      );
      const ids = await makeKeys(names);
      ids.forEach((id, index) =>
        auth.billing.usages.set(id, {
          totalNanos: BigInt(index % 3),
          lastUsedMs: BigInt(index % 4) * 1_000n,
        }),
      );
      let made = 0;
      const seen = await walk(`sort=${sort}&search=key`, async () => {
        const passing = await createKey(auth, owner, { name: `A key that goes ${++made}` });
        if (made % 2 === 0) {
          await auth.send('delete', `/api/account/keys/${passing.id}`, owner.caller);
        }
      });
      const own = seen.filter((name) => names.includes(name));
      expect(own.toSorted()).toEqual(names);
      expect(new Set(seen).size).toBe(seen.length);
    },
  );

  it('finds by a part of the name or the beginning of the secret, in any case', async () => {
    await makeKeys(['Nightly 100%_build', 'other', 'Überprüfung']);
    const named = async (search: string) =>
      (await list(`search=${encodeURIComponent(search)}`)).keys.map(({ name }) => name);
    expect(await named('NIGHT')).toEqual(['Nightly 100%_build']);
    expect(await named('100%_B')).toEqual(['Nightly 100%_build']);
    expect(await named('%')).toEqual(['Nightly 100%_build']);
    expect(await named('_')).toEqual(['Nightly 100%_build']);
    expect(await named('prüf')).toEqual(['Überprüfung']);
    const { keys } = await list('search=other');
    const prefix = (keys[0] as unknown as { keyPrefix: string }).keyPrefix;
    expect(await named(prefix.toUpperCase())).toEqual(['other']);
    expect(await named('SK-TG-')).toHaveLength(3);
    expect((await list('search=other&sort=spend')).keys.map(({ name }) => name)).toEqual(['other']);
    expect(await named("'; DROP TABLE api_keys; --")).toEqual([]);
  });

  it('shows no keys of others', async () => {
    await makeKeys(['mine']);
    const stranger = await signUp(auth);
    for (const sort of ['name', 'spend', 'owner', 'expiresAt']) {
      expect((await list(`sort=${sort}&search=mine`, stranger.caller)).keys).toEqual([]);
    }
  });

  it('refuses orders it does not have, and cursors of another order, forged or broken', async () => {
    await makeKeys(['a', 'b']);
    const { nextCursor } = await list('sort=name&limit=1');
    const [key] = (await list('')).keys;
    const forge = (...values: unknown[]) =>
      Buffer.from(JSON.stringify(values), 'utf8').toString('base64url');
    const cursors = [
      `sort=name&order=desc&cursor=${nextCursor}`,
      `sort=expiresAt&cursor=${nextCursor}`,
      `sort=name&offset=1&cursor=${nextCursor}`,
      'sort=name&cursor=AAAA',
      `sort=name&cursor=${'A'.repeat(2_000)}`,
      `sort=name&cursor=${forge('name', 'asc', key?.id, 'a\0')}`,
      `sort=name&cursor=${forge('name', 'asc', 'key_\0', 'a')}`,
      `cursor=${forge('createdAt', 'asc', key?.id, 'yesterday')}`,
      `cursor=${forge('createdAt', 'asc', key?.id, '0000-01-01T00:00:00Z')}`,
      `cursor=${forge('createdAt', 'asc', key?.id, '2026-02-31T00:00:00Z')}`,
      `cursor=${forge('createdAt', 'asc', key?.id, '2026-01-01T00:00:00+23:59')}`,
      `sort=spend&cursor=${forge('spend', 'asc', key?.id, '-1')}`,
      'sort=secret',
      'order=up',
      'search=',
      `search=${'x'.repeat(101)}`,
      'search=%00',
    ];
    for (const query of cursors) {
      const answer = await auth.send('get', `/api/account/keys?${query}`, owner.caller);
      expect([query, answer.status]).toEqual([query, 400]);
    }
  });

  it('uses an index for the orders of the table', async () => {
    for (const [expression, index] of [
      ['lower(k.label)', 'api_keys_owner_name_idx'],
      [`coalesce(k.expires_at, 'infinity'::timestamptz)`, 'api_keys_owner_end_idx'],
    ]) {
      const plan = await auth.sql.withTransaction(async (transaction) => {
        await transaction.query('SET LOCAL enable_seqscan = off');
        await transaction.query('SET LOCAL enable_sort = off');
        const { rows } = await transaction.query<Record<'QUERY PLAN', string>>(
          `EXPLAIN SELECT k.id FROM api_keys k
           WHERE k.user_id = 'user' AND k.org_id IS NULL AND k.revoked_at IS NULL
           ORDER BY ${expression}, k.id LIMIT 10`,
        );
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      });
      expect(plan).toContain(index);
    }
  });
});

describe('a list of an organization', () => {
  it('is ordered by the address of the member, keys without one being the last', async () => {
    const acme = await openOrganization(auth);
    const first = await join(auth, acme.org, 'member', 'team_1');
    const second = await join(auth, acme.org, 'member', 'team_2');
    const by = acme.admin.caller;
    await createOrgKey(auth, acme, by, { name: 'of none' });
    await createOrgKey(auth, acme, by, { name: 'of two', memberId: second.memberId });
    await createOrgKey(auth, acme, by, { name: 'of one', memberId: first.memberId });
    const read = async (query: string, caller = by) => {
      const answer = await auth.send('get', `/api/orgs/${acme.orgId}/keys?${query}`, caller);
      return answer.body as List;
    };
    const emails = [
      { email: first.email, name: 'of one' },
      { email: second.email, name: 'of two' },
    ].toSorted((left, right) => (left.email < right.email ? -1 : 1));
    const names = [...emails.map(({ name }) => name), 'of none'];
    const page = await read('sort=owner&limit=2');
    const rest = await read(`sort=owner&limit=2&cursor=${page.nextCursor}`);
    expect([...page.keys, ...rest.keys].map(({ name }) => name)).toEqual(names);
    expect(rest.nextCursor).toBeNull();
    const last = await read('sort=owner&order=desc&limit=1');
    const other = await read(`sort=owner&order=desc&limit=1&cursor=${last.nextCursor}`);
    expect([...last.keys, ...other.keys].map(({ name }) => name)).toEqual(['of none', names[1]]);
    const teamAdmin = await join(auth, acme.org, 'team_admin', 'team_1');
    for (const sort of ['owner', 'spend', 'name']) {
      const { keys } = await read(`sort=${sort}&search=of`, teamAdmin.caller);
      expect(keys.map(({ name }) => name)).toEqual(['of one']);
    }
  });
});
