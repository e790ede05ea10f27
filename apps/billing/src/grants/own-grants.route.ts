import type { RequestHandler } from 'express';
import { getRequestId, validateQuery } from '@tollgate/http';
import { nanosToUsdNumber, type Nanos } from '@tollgate/money';
import type { z } from 'zod';
import type { Book } from '../ledger/ports';
import { formatTime } from '../shared/format-time';
import { findNextCursor } from '../shared/page-fields';
import { getPayingCaller } from '../shared/paying-caller.http';
import { viewerRoles, type ChooseWallet } from '../wallets/choose-wallet';
import { makeEmptyWallet } from '../wallets/wallet';
import { computeGrantLeft, type EndingGrant, type GrantRecord } from './grant';
import { ownGrantsQuerySchema, type ownGrantSchema } from './grants.operations';
import type { GrantStore } from './ports';

export interface OwnGrantsOptions {
  readonly chooseWallet: ChooseWallet;
  readonly grants: Pick<GrantStore, 'listOfWallet' | 'listEnding'>;
  readonly book: Pick<Book, 'findWallets'>;
}

/** GET /api/billing/grants */
export function createOwnGrantsRoute(options: OwnGrantsOptions): RequestHandler {
  return async (request, response) => {
    const caller = getPayingCaller(response);
    const { cursor, limit, orgId = null } = validateQuery(ownGrantsQuerySchema, request.query);
    const requestId = getRequestId(response);
    const walletId = await options.chooseWallet({ caller, orgId, roles: viewerRoles, requestId });
    const page = { before: cursor, limit };
    const grants = await options.grants.listOfWallet(walletId, page);
    const [wallet = makeEmptyWallet(walletId)] = await options.book.findWallets([walletId]);
    const ending = await options.grants.listEnding(walletId, wallet.totalUsageNanos);
    const describe = (grant: GrantRecord) => describeOwnGrant(grant, ending, wallet.balanceNanos);
    response.json({ items: grants.map(describe), nextCursor: findNextCursor(grants, page) });
  };
}

function describeOwnGrant(
  grant: GrantRecord,
  ending: readonly EndingGrant[],
  balanceNanos: Nanos,
): z.input<typeof ownGrantSchema> {
  const { expiredNanos, expiresAtMs } = grant;
  const isOpen = expiresAtMs !== null && expiredNanos === null;
  return {
    id: grant.id,
    kind: grant.kind,
    amountUsd: nanosToUsdNumber(grant.amountNanos),
    reason: grant.reason,
    createdAt: formatTime(grant.occurredAtMs),
    expiresAt: expiresAtMs === null ? null : formatTime(expiresAtMs),
    leftUsd: isOpen ? nanosToUsdNumber(computeTakenBack(grant.id, ending, balanceNanos)) : null,
    expiredUsd: expiredNanos === null ? null : nanosToUsdNumber(expiredNanos),
  };
}

/** Never more than the balance. */
function computeTakenBack(
  grantId: string,
  ending: readonly EndingGrant[],
  balanceNanos: Nanos,
): Nanos {
  const leftNanos = computeGrantLeft(ending, grantId);
  if (balanceNanos <= 0n) return 0n;
  return leftNanos < balanceNanos ? leftNanos : balanceNanos;
}
