import { Router } from 'express';
import { AppError } from '@tollgate/errors';
import { getRequestId, readJsonBody, validate } from '@tollgate/http';
import { getIdentity } from '@tollgate/identity';
import { nanosToUsdNumber, usdNumberToNanos } from '@tollgate/money';
import { z } from 'zod';
import type { GrantRecord } from '../domain/grant-record';
import type { CheckWalletOwner } from '../use-cases/check-wallet-owner';
import type { GrantCredits } from '../use-cases/grant-credits';

export interface AdminGrantsOptions {
  readonly checkWalletOwner: CheckWalletOwner;
  readonly grantCredits: GrantCredits;
  readonly listGrants: (before: string, limit: number) => Promise<GrantRecord[]>;
}

const bodyBytesMax = 64 * 1024;
const grantUsdMax = 1_000_000;
const pageSizeMax = 200;

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
  })
  .refine((grant) => (grant.userId === undefined) !== (grant.orgId === undefined), {
    message: 'exactly one of userId and orgId is required',
    path: ['userId'],
  });

const pageSchema = z.object({
  limit: z.coerce.number().int().min(1).max(pageSizeMax).default(50),
  cursor: z.string().max(40).default(''),
});

/** /api/admin/credits/grants */
export function createAdminGrantsRouter(options: AdminGrantsOptions): Router {
  const router = Router();
  router.use((_request, response, next) => {
    if (getIdentity(response).kind !== 'operator') throw new AppError('forbidden');
    next();
  });

  router.get('/', async (request, response) => {
    const { cursor, limit } = validate(pageSchema, request.query);
    const grants = await options.listGrants(cursor, limit);
    const nextCursor = grants.length === limit ? (grants.at(-1)?.id ?? null) : null;
    response.json({ items: grants.map(describeGrant), nextCursor });
  });

  router.post('/', async (request, response) => {
    const grant = validate(grantSchema, await readJsonBody(request, { bytesMax: bodyBytesMax }));
    const amountNanos = readAmount(grant.amountUsd);
    const walletId = grant.userId ?? grant.orgId ?? '';
    await options.checkWalletOwner(walletId, getRequestId(response));
    const { userId, email, clientIp } = getIdentity(response);
    const entry = await options.grantCredits({
      walletId,
      amountNanos,
      reason: grant.reason,
      operator: {
        actor: { type: 'operator', id: userId === '' ? 'admin-token' : userId, email },
        ip: clientIp,
        requestId: getRequestId(response),
      },
    });
    response.status(201).json(describeGrant({ ...entry, amountNanos }));
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
  throw new AppError('unsupported_param', {
    message: 'amountUsd must not be 0 and has at most 9 decimals',
    param: 'amountUsd',
  });
}

function describeGrant(grant: GrantRecord): Record<string, unknown> {
  return {
    id: grant.id,
    kind: grant.kind,
    walletId: grant.walletId,
    ...(grant.walletId.startsWith('org_') ? { orgId: grant.walletId } : { userId: grant.walletId }),
    amountUsd: nanosToUsdNumber(grant.amountNanos),
    reason: grant.reason,
    createdAt: new Date(grant.occurredAtMs).toISOString(),
  };
}
