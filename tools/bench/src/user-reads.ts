import { Secret } from '@tollgate/config';
import { WalletServiceClient } from '@tollgate/contracts';
import { withClient } from '@tollgate/embedded';
import type { CallerIdentity } from '@tollgate/identity';
import { silentLogger } from '@tollgate/observability';
import { callUnary, createGrpcClient } from '@tollgate/rpc';
import { serviceSecret, type Billing, type Stores } from './billing-under-test';
import { callQueries, seriesQueries, type CallsSample } from './calls-and-series';
import { readAs } from './read-as';
import { models } from './usage-rows';

export interface UserSample extends CallsSample {
  readonly userId: string;
}

type UserRead = (sample: UserSample) => Promise<void>;

const grpcDeadlineMs = 10_000;
/** They are about a fifth of the samples, so that the slowest reads are those of them. */
const busiest = 40;
const modelPrefix = 'acme/chat-';

/** Different accounts, so that no insights come from the cache; the busiest are among them. */
export async function pickUserSamples(stores: Stores, count: number): Promise<UserSample[]> {
  return withClient(stores.billingUrl, async (client) => {
    const { rows } = await client.query<Omit<UserSample, 'unusedModel'>>(
      `WITH accounts AS (
         SELECT wallet_id, sum(requests) AS calls,
                row_number() OVER (ORDER BY sum(requests) DESC) AS rank
           FROM usage_daily WHERE starts_with(wallet_id, 'user_') GROUP BY 1
       ), picked AS (
         SELECT * FROM accounts ORDER BY rank > ${busiest}, md5(wallet_id) LIMIT ${count})
       SELECT ulid, model, key_id AS "keyId", user_id AS "userId" FROM picked
        CROSS JOIN LATERAL (SELECT * FROM generations WHERE wallet_id = picked.wallet_id
                             ORDER BY created_at OFFSET (calls / 10)::bigint LIMIT 1) AS call
        ORDER BY md5(picked.wallet_id)`,
    );
    return rows.map((row) => ({ ...row, unusedModel: findUnusedModel(row.userId) }));
  });
}

/** Everybody uses three models that follow each other. */
function findUnusedModel(userId: string): string {
  return `${modelPrefix}${(Number(userId.slice(-9)) + models - 1) % models}`;
}

export function makeUserReads(billing: Billing): Record<string, UserRead> {
  const read =
    (caller: Partial<CallerIdentity>) =>
    (path: (sample: UserSample) => string): UserRead =>
    (sample) => {
      const { userId, keyId } = sample;
      return readAs(billing, path(sample), { ...caller, userId, keyId, walletId: userId });
    };
  const withKey = read({ kind: 'standard_key' });
  const inSession = read({ kind: 'session', sessionId: 'sess_bench' });
  const reads: Record<string, UserRead> = {
    'usage, month': withKey(() => '/v1/usage'),
    'usage, year': withKey(() => '/v1/usage?period=year'),
    'insights, 7 days': withKey(() => '/v1/insights'),
    'insights, 30 days, filter': withKey(
      ({ keyId }) => `/v1/insights?period=30d&api_key_id=${keyId}`,
    ),
    'insights, all': withKey(() => '/v1/insights?period=all'),
    generation: withKey(({ ulid }) => `/v1/generation?id=gen-${ulid}`),
    credits: withKey(() => '/v1/credits'),
    ledger: inSession(() => '/api/billing/ledger'),
    'key figures': makeKeyFiguresRead(billing),
  };
  for (const [name, query] of Object.entries(callQueries)) {
    reads[name] = inSession((sample) => `/api/calls${query(sample)}`);
  }
  for (const [name, query] of Object.entries(seriesQueries)) {
    reads[name] = inSession(() => `/api/series${query()}`);
  }
  return reads;
}

/** GET /v1/key is auth's; these are the figures that it asks billing for. */
function makeKeyFiguresRead(billing: Billing): UserRead {
  const client = createGrpcClient(WalletServiceClient, {
    address: billing.grpcAddress,
    credential: { secret: new Secret(serviceSecret) },
    logger: silentLogger,
  });
  const call = client.listKeyUsage.bind(client);
  return async ({ userId, keyId }) => {
    const request = { walletId: userId, keyIds: [keyId] };
    await callUnary(call, request, { deadlineMs: grpcDeadlineMs });
  };
}
