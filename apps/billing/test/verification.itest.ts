import { makeUlid } from '@tollgate/ids';
import { aCustomer, startBilling, type BillingUnderTest } from './support/start-billing';

let billing: BillingUnderTest;
beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.stop());

const path = '/api/admin/ledger/verify';
const verify = (body: object = {}) => billing.operate('post', path).send(body);

interface Answer {
  readonly invariants: readonly {
    readonly id: string;
    readonly held: boolean;
    readonly breaches: number;
    readonly firstBreach: string | null;
  }[];
  readonly failed: readonly string[];
  readonly remaining: readonly string[];
}

async function verifyAll(): Promise<Answer> {
  let answer = (await verify()).body as Answer;
  let { invariants } = answer;
  const failed = [...answer.failed];
  while (answer.remaining.length > 0) {
    answer = (await verify({ invariants: answer.remaining })).body as Answer;
    invariants = [...invariants, ...answer.invariants];
    failed.push(...answer.failed);
  }
  return { ...answer, invariants, failed };
}

async function grant(amountUsd: number): Promise<string> {
  const { userId } = aCustomer();
  const answer = await billing
    .operate('post', '/api/admin/credits/grants')
    .send({ userId, amountUsd, reason: 'test' });
  expect(answer.status).toBe(201);
  return userId;
}

describe('the verification of the ledger over HTTP', () => {
  it('shows each invariant once with its figures', async () => {
    await grant(12.5);
    const { failed, invariants } = await verifyAll();
    expect(failed).toEqual([]);
    expect(invariants.filter(({ held }) => !held)).toEqual([]);
    const ids = invariants.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(
      expect.arrayContaining(['book_sums_to_zero', 'events_equal_calls', 'held_sums_equal_holds']),
    );
    const { body } = await verify({ invariants: ['balances_equal_entries'] });
    expect(body).toEqual({
      invariants: [
        {
          id: 'balances_equal_entries',
          name: 'balances equal the sum of their entries',
          held: true,
          count: 1,
          unit: 'wallets',
          amountUsd: 12.5,
          breaches: 0,
          firstBreach: null,
        },
      ],
      failed: [],
      remaining: [],
    });
  });

  it('names the first wallet whose balance differs from its entries', async () => {
    const wallets = [await grant(1), await grant(2)].toSorted();
    const change = (nanos: number) =>
      billing.sql.query(
        `UPDATE billing.wallets SET balance_nanos = balance_nanos + $1 WHERE id = ANY($2)`,
        [nanos, wallets],
      );
    await change(5);
    const { body } = await verify({ invariants: ['balances_equal_entries'] });
    await change(-5);
    expect(body).toMatchObject({
      invariants: [{ held: false, breaches: 2, firstBreach: wallets[0] }],
    });
  });

  it('reports an invariant that cannot be checked, and checks the others', async () => {
    await billing.sql.withTransaction(async (transaction) => {
      await transaction.query('LOCK TABLE billing.usage_hourly IN ACCESS EXCLUSIVE MODE');
      const wanted = ['hourly_usage_agrees', 'balances_equal_entries'];
      const { body } = await verify({ invariants: wanted });
      const { failed, invariants, remaining } = body as Answer;
      expect(failed).toEqual(['hourly_usage_agrees']);
      expect([...invariants.map(({ id }) => id), ...remaining]).toEqual(['balances_equal_entries']);
    });
  });

  it('refuses unknown invariants and fields', async () => {
    for (const [body, param] of [
      [{ invariants: ['none'] }, 'invariants'],
      [{ invariants: [] }, 'invariants'],
      [{ all: true }, 'all'],
    ]) {
      const answer = await verify(body as object);
      const { error } = answer.body as { error: { param: string } };
      expect([answer.status, error.param]).toEqual([400, param]);
    }
  });

  it('is for operators only', async () => {
    const caller = { kind: 'standard_key', userId: `user_${makeUlid()}` } as const;
    expect((await billing.send('post', path, caller).send({})).status).toBe(403);
  });
});
