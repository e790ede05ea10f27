import { createKey, signUp, type CreatedKey, type SignedUp } from '../support/accounts';
import { startAuth, type AuthUnderTest } from '../support/start-auth';

describe('an Idempotency-Key of a new key', () => {
  let auth: AuthUnderTest;
  let owner: SignedUp;
  beforeAll(async () => {
    auth = await startAuth();
    owner = await signUp(auth);
  });
  afterAll(() => auth.stop());

  const create = (idempotencyKey: string, body: object = { name: 'once' }, by = owner) =>
    auth
      .send('post', '/api/account/keys', by.caller)
      .set('idempotency-key', idempotencyKey)
      .send(body);
  const countKeys = async (by = owner): Promise<number> => {
    const { rows } = await auth.sql.query<{ count: bigint }>(
      'SELECT count(*) AS count FROM api_keys WHERE user_id = $1',
      [by.userId],
    );
    return Number(rows[0]?.count);
  };

  it('makes one key; the replay shows the object without its secret, which is kept nowhere', async () => {
    const first = await create('same');
    const second = await create('same');
    const { key, ...shown } = first.body as CreatedKey;
    expect(key).toMatch(/^sk-tg-/);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(second.status).toBe(201);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.body).toEqual({ ...shown, key: null });
    expect(await countKeys()).toBe(1);
    const { rows } = await auth.sql.query<{ text: string }>(
      'SELECT k::text AS text FROM idempotency_keys k',
    );
    expect(JSON.stringify(rows)).not.toContain(key);
  });

  it('is a conflict with another body, and of no account but its own', async () => {
    const stranger = await signUp(auth);
    expect((await create('other')).status).toBe(201);
    expect((await create('other', { name: 'else' })).status).toBe(409);
    const foreign = await create('other', { name: 'once' }, stranger);
    expect(foreign.headers['idempotent-replayed']).toBeUndefined();
    expect((foreign.body as CreatedKey).key).toMatch(/^sk-tg-/);
  });

  it('counts apart for a management key, whose route is another one', async () => {
    const manager = await createKey(auth, owner, { keyType: 'management' });
    const caller = { ...owner.caller, kind: 'management_key', keyId: manager.id } as const;
    const byManager = () =>
      auth.send('post', '/v1/keys', caller).set('idempotency-key', 'routes').send({ name: 'm' });
    const [first, second] = [await byManager(), await byManager()];
    expect(first.status).toBe(201);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect((await create('routes', { name: 'm' })).headers['idempotent-replayed']).toBeUndefined();
  });

  it('makes one key of twenty calls at once', async () => {
    const person = await signUp(auth);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => create('burst', { name: 'b' }, person)),
    );
    expect(await countKeys(person)).toBe(1);
    const secrets = answers.flatMap(({ body }) => (body as Partial<CreatedKey>).key ?? []);
    expect(secrets).toHaveLength(1);
    for (const { status } of answers) expect([201, 409]).toContain(status);
  });

  it('of a call that died before its answer finds the key it made', async () => {
    const person = await signUp(auth);
    const first = (await create('died', { name: 'd' }, person)).body as CreatedKey;
    // As the row was between the insert of the key and the end of the call.
    await auth.sql.query(
      `UPDATE idempotency_keys SET status = NULL, body = NULL, claimed_at = now() - interval '61 s'
       WHERE key = 'died'`,
    );
    const second = await create('died', { name: 'd' }, person);
    expect(second.status).toBe(201);
    expect(second.body).toEqual({ ...first, key: null });
    expect(await countKeys(person)).toBe(1);
  });

  it('of a refused call is free again', async () => {
    expect((await create('refused', { name: '' })).status).toBe(400);
    expect((await create('refused', { name: 'good' })).status).toBe(201);
  });
});
