import { Secret } from '@tollgate/config';
import { OrgBillingServiceClient } from '@tollgate/contracts';
import { makeUlid } from '@tollgate/ids';
import { silentLogger } from '@tollgate/observability';
import { callUnary, createGrpcClient } from '@tollgate/rpc';
import { createBookStore } from '../src/ledger/book-store';
import { isHeld } from '../src/verify/invariants';
import { verifyBook } from '../src/verify/verify-book';
import { aGeneration } from './support/a-generation';
import {
  aCustomer,
  serviceSecret,
  startBilling,
  type BillingUnderTest,
} from './support/start-billing';

let billing: BillingUnderTest;
let client: OrgBillingServiceClient;
const orgId = `org_${makeUlid()}`;
const month = { orgId, year: 2026, month: 11 };
const options = { deadlineMs: 5_000 };

const call = (time: string, costNanos: bigint, changes: object = {}) =>
  aGeneration({
    ...{ ulid: makeUlid(Date.parse(time)), walletId: orgId, userId: 'user_1', costNanos },
    ...{ teamId: 'team_1', memberId: 'mem_1', ...changes },
  });

beforeAll(async () => {
  billing = await startBilling();
  const address = billing.grpcAddress;
  const secret = new Secret(serviceSecret);
  client = createGrpcClient(OrgBillingServiceClient, {
    ...{ address, credential: { secret }, logger: silentLogger },
  });
  const generations = [
    call('2026-10-31T23:59:59.999Z', 7n),
    call('2026-11-01T00:00:00Z', 100n),
    call('2026-11-01T10:00:00Z', 20n, { model: 'acme/big', memberId: 'mem_2' }),
    call('2026-11-14T10:00:00Z', 3n, { teamId: '', memberId: '', keyId: 'key_2' }),
    call('2026-11-14T11:00:00Z', 0n),
    call('2026-12-01T00:00:00Z', 50_000n),
  ];
  const store = createBookStore(billing.sql);
  await store.postCharges(generations);
  // A second delivery adds nothing.
  await store.postCharges(generations);
  await store.postCharges([call('2026-11-02T00:00:00Z', 9n, { walletId: 'user_1' })]);
});
afterAll(async () => {
  client.close();
  await billing.stop();
});

describe('a month of an organization', () => {
  it('has its totals, its days and the month before', async () => {
    const answer = await callUnary(client.getOrgOverview.bind(client), month, options);
    expect(answer).toEqual({
      spendNanos: 123n,
      requests: 4n,
      tokens: 60n,
      previousSpendNanos: 7n,
      days: [
        { date: '2026-11-01', spendNanos: 120n, requests: 2n },
        { date: '2026-11-14', spendNanos: 3n, requests: 2n },
      ],
      upstreamCostNanos: 123n,
    });
  });

  it('is listed by team and model', async () => {
    const { rows } = await callUnary(client.listTeamSpend.bind(client), month, options);
    expect(rows).toEqual([
      { teamId: 'team_1', model: 'acme/chat-1', spendNanos: 100n, requests: 2n },
      { teamId: 'team_1', model: 'acme/big', spendNanos: 20n, requests: 1n },
      { teamId: '', model: 'acme/chat-1', spendNanos: 3n, requests: 1n },
    ]);
  });

  it('is listed by model', async () => {
    const { rows } = await callUnary(client.listModelSpend.bind(client), month, options);
    expect(rows).toMatchObject([
      { model: 'acme/chat-1', spendNanos: 103n, requests: 3n, promptTokens: 30n },
      { model: 'acme/big', spendNanos: 20n, requests: 1n, completionTokens: 5n },
    ]);
  });

  it('is listed by member', async () => {
    const { rows } = await callUnary(client.listMemberSpend.bind(client), month, options);
    expect(rows).toEqual([
      { memberId: 'mem_1', spendNanos: 100n, requests: 2n },
      { memberId: 'mem_2', spendNanos: 20n, requests: 1n },
      { memberId: '', spendNanos: 3n, requests: 1n },
    ]);
  });

  it.each([0, 13])('is refused when it is the month %d', async (number) => {
    const asked = callUnary(
      client.listModelSpend.bind(client),
      { ...month, month: number },
      options,
    );
    await expect(asked).rejects.toMatchObject({ status: 400 });
  });

  it('agrees with the ledger, and so does the platform', async () => {
    const results = await verifyBook(billing.sql);
    expect(results.filter((result) => !isHeld(result)).map(({ id }) => id)).toEqual([
      // The charges above were posted to wallets without credit.
      'no_unexplained_debt',
    ]);
    const { rows } = await billing.sql.query<{ spent: bigint }>(
      `SELECT sum(amount_nanos)::bigint AS spent FROM transfers
        WHERE wallet_id = $1 AND kind = 'settle' AND occurred_at >= '2026-11-01T00:00:00Z'
          AND occurred_at < '2026-12-01T00:00:00Z'`,
      [orgId],
    );
    expect(rows[0]?.spent).toBe(123n);
  });
});

describe('GET /api/admin/usage', () => {
  const path = '/api/admin/usage?from=2026-11-01&to=2026-11-30';

  it('shows what everybody used by day, model and provider', async () => {
    const { body, status } = await billing.operate('get', path);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      from: '2026-11-01',
      to: '2026-11-30',
      totals: { spend: 0.000000132, requests: 5, tokens: 75 },
      byDay: [{ date: '2026-11-01' }, { date: '2026-11-02' }, { date: '2026-11-14', requests: 2 }],
      byModel: [{ model: 'acme/chat-1', spend: 0.000000112 }, { model: 'acme/big' }],
      byProvider: [{ provider: 'acme', requests: 5 }],
    });
    const filtered = await billing.operate('get', `${path}&model=acme/big`);
    expect(filtered.body.totals).toMatchObject({ spend: 0.00000002, requests: 1 });
  });

  it.each(['from=2026-11-02&to=2026-11-01', 'from=2020-01-01', 'to=x', 'from=999999-01-01'])(
    'refuses %s',
    async (query) => {
      const { body, status } = await billing.operate('get', `/api/admin/usage?${query}`);
      expect([status, body.error.code]).toEqual([400, 'unsupported_param']);
    },
  );

  it('is for operators only', async () => {
    expect((await billing.send('get', path, aCustomer().caller)).status).toBe(403);
  });
});
