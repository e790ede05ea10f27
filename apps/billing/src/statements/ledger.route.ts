import type { RequestHandler } from 'express';
import { AppError } from '@tollgate/errors';
import { getRequestId, validateQuery } from '@tollgate/http';
import { nanosToUsdNumber } from '@tollgate/money';
import type { z } from 'zod';
import { getDayStartMs } from '../shared/calendar';
import { formatTime } from '../shared/format-time';
import { getPayingCaller } from '../shared/paying-caller.http';
import { viewerRoles, type ChooseWallet } from '../wallets/choose-wallet';
import type { ReadLedger } from './ports';
import type { LedgerLine } from './statement';
import { ledgerQuerySchema, type ledgerLineSchema } from './statements.operations';

export interface LedgerRouteOptions {
  readonly chooseWallet: ChooseWallet;
  readonly readLedger: ReadLedger;
}

const cursorVersion = 'v1.';

/** GET /api/billing/ledger: the entries of a wallet, the newest entry first. */
export function createLedgerRoute(options: LedgerRouteOptions): RequestHandler {
  return async (request, response) => {
    const caller = getPayingCaller(response);
    const query = validateQuery(ledgerQuerySchema, request.query);
    const { cursor, from, kind = null, limit, orgId = null, to } = query;
    const requestId = getRequestId(response);
    const walletId = await options.chooseWallet({ caller, orgId, roles: viewerRoles, requestId });
    const { lines, next } = await options.readLedger({
      walletId,
      before: cursor === undefined ? undefined : decodeCursor(cursor),
      limit,
      kind,
      fromMs: from === undefined ? null : getDayStartMs(from),
      untilMs: to === undefined ? null : getDayStartMs(to + 1),
    });
    const nextCursor = next === null ? null : encodeCursor(next);
    response.json({ entries: lines.map(describeLine), nextCursor });
  };
}

function describeLine(line: LedgerLine): z.input<typeof ledgerLineSchema> {
  return {
    id: line.entryId,
    kind: line.kind,
    amountUsd: nanosToUsdNumber(line.amountNanos),
    balanceAfter: nanosToUsdNumber(line.balanceAfterNanos),
    ref: line.reference,
    createdAt: formatTime(line.occurredAtMs),
  };
}

/** Opaque to clients: what stands in it may change. */
function encodeCursor(version: bigint): string {
  return Buffer.from(`${cursorVersion}${version}`).toString('base64url');
}

function decodeCursor(cursor: string): bigint {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const digits = text.slice(cursorVersion.length);
  if (!text.startsWith(cursorVersion) || !/^\d{1,18}$/.test(digits)) {
    throw new AppError('unsupported_param', {
      message: 'cursor: must be a nextCursor of an earlier answer',
      param: 'cursor',
    });
  }
  return BigInt(digits);
}
