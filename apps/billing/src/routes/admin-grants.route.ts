import { Router } from 'express';
import { AppError } from '@tollgate/errors';
import { getRequestId, validate } from '@tollgate/http';
import { answerOnce, type IdempotencyStore } from '@tollgate/idempotency';
import { readOperator, requireOperator } from '@tollgate/identity';
import { nanosToUsdNumber, usdNumberToNanos } from '@tollgate/money';
import { z } from 'zod';
import type { GrantRecord } from '../domain/grant-record';
import type { CheckWalletOwner } from '../use-cases/check-wallet-owner';
import type { GrantCredits } from '../use-cases/grant-credits';
import type { GrantStore } from '../use-cases/money-in-ports';
import { findNextCursor, readPage } from './read-page';

export interface AdminGrantsOptions {
  readonly checkWalletOwner: CheckWalletOwner;
  readonly grantCredits: GrantCredits;
  readonly grants: Pick<GrantStore, 'list'>;
  readonly idempotency: IdempotencyStore;
  readonly getNowMs: () => number;
}

const bodyBytesMax = 64 * 1024;
const grantUsdMax = 1_000_000;

const grantSchema = z
  .strictObject({
    userId: z
      .string()
      .regex(/^user_[0-9A-HJKMNP-TV-Z]{26}$/, 'must be a user id')
      .optional(),
    orgId: z
      .string()
      .regex(/^org_[0-9A-HJKMNP-TV-Z]{26}$/, 'must be an organization id')
      .optional(),
    amountUsd: z.number().min(-grantUsdMax).max(grantUsdMax),
    reason: z.string().min(1).max(500),
    expiresAt: z.iso.datetime({ offset: true }).nullish(),
  })
  .refine((grant) => (grant.userId === undefined) !== (grant.orgId === undefined), {
    message: 'exactly one of userId and orgId is required',
    path: ['userId'],
  });

/** /api/admin/credits/grants */
export function createAdminGrantsRouter(options: AdminGrantsOptions): Router {
  const router = Router();
  router.use(requireOperator);

  router.get('/', async (request, response) => {
    const page = readPage(request.query);
    const grants = await options.grants.list(page.before, page.limit);
    const nextCursor = findNextCursor(grants, page);
    response.json({ items: grants.map(describeGrant), nextCursor });
  });

  router.post('/', async (request, response) => {
    const operator = readOperator(response);
    await answerOnce({
      store: options.idempotency,
      request,
      response,
      account: operator.actor.id,
      bodyBytesMax,
      run: async (body, ulid) => {
        const wanted = validate(grantSchema, body);
        const amountNanos = readAmount(wanted.amountUsd);
        const expiresAtMs = readEnd(wanted.expiresAt, amountNanos, options.getNowMs());
        const walletId = wanted.userId ?? wanted.orgId ?? '';
        await options.checkWalletOwner(walletId, getRequestId(response));
        const { reason } = wanted;
        const grant = { ulid, walletId, amountNanos, reason, expiresAtMs, operator };
        return { status: 201, body: describeGrant(await options.grantCredits(grant)) };
      },
    });
  });
  return router;
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

function describeGrant(grant: GrantRecord): Record<string, unknown> {
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
