import { AppError } from '@tollgate/errors';
import { type Handlers, validate } from '@tollgate/http';
import { answerOperatorWrite, type IdempotencyStore } from '@tollgate/idempotency';
import { nanosToUsdNumber, usdNumberToNanos } from '@tollgate/money';
import type { z } from 'zod';
import { findNextCursor, readPage } from '../shared/page-fields';
import type { CheckWalletOwner } from '../wallets/check-wallet-owner';
import type { GrantCredits } from './grant-credits';
import type { GrantRecord } from './grant';
import { grantBodySchema, type grantOperations, type grantSchema } from './grants.operations';
import type { GrantStore } from './ports';

export interface AdminGrantsOptions {
  readonly checkWalletOwner: CheckWalletOwner;
  readonly grantCredits: GrantCredits;
  readonly grants: Pick<GrantStore, 'list'>;
  readonly idempotency: IdempotencyStore;
  readonly getNowMs: () => number;
}

type AdminGrantHandlers = Omit<Handlers<typeof grantOperations>, 'GET /api/billing/grants'>;

export function createGrantHandlers(options: AdminGrantsOptions): AdminGrantHandlers {
  return {
    'GET /api/admin/credits/grants': async (request, response) => {
      const page = readPage(request.query);
      const grants = await options.grants.list(page.before, page.limit);
      const nextCursor = findNextCursor(grants, page);
      response.json({ items: grants.map(describeGrant), nextCursor });
    },

    'POST /api/admin/credits/grants': answerOperatorWrite({
      store: options.idempotency,
      run: async ({ body, operator, ulid }) => {
        const { amountUsd, expiresAt, orgId, reason, userId } = validate(grantBodySchema, body);
        const amountNanos = readAmount(amountUsd);
        const expiresAtMs = readEnd(expiresAt, amountNanos, options.getNowMs());
        const walletId = userId ?? orgId ?? '';
        await options.checkWalletOwner(walletId, operator.requestId);
        const grant = { ulid, walletId, amountNanos, reason, expiresAtMs, operator };
        return { status: 201, body: describeGrant(await options.grantCredits(grant)) };
      },
    }),
  };
}

function readAmount(amountUsd: number): bigint {
  try {
    const nanos = usdNumberToNanos(amountUsd);
    if (nanos !== 0n) return nanos;
  } catch {
    // Falls through: more decimals than money has.
  }
  throw makeFault('amountUsd', 'must not be 0 and has at most 9 decimals');
}

function readEnd(
  expiresAt: string | null | undefined,
  amountNanos: bigint,
  nowMs: number,
): number | null {
  if (expiresAt == null) return null;
  if (amountNanos < 0n) throw makeFault('expiresAt', 'is for credit that is given');
  const endMs = Date.parse(expiresAt);
  if (!(endMs > nowMs)) throw makeFault('expiresAt', 'must be in the future');
  return endMs;
}

function makeFault(param: string, fault: string): AppError {
  return new AppError('unsupported_param', { message: `${param} ${fault}`, param });
}

function describeGrant(grant: GrantRecord): z.input<typeof grantSchema> {
  const { expiredNanos, expiresAtMs, walletId } = grant;
  return {
    id: grant.id,
    kind: grant.kind,
    walletId,
    ...(walletId.startsWith('org_') ? { orgId: walletId } : { userId: walletId }),
    amountUsd: nanosToUsdNumber(grant.amountNanos),
    reason: grant.reason,
    createdAt: new Date(grant.occurredAtMs).toISOString(),
    expiresAt: expiresAtMs === null ? null : new Date(expiresAtMs).toISOString(),
    expiredUsd: expiredNanos === null ? null : nanosToUsdNumber(expiredNanos),
  };
}
