import type { RequestHandler } from 'express';
import { AppError } from '@tollgate/errors';
import { getRequestId, validateQuery } from '@tollgate/http';
import { nanosToUsdNumber } from '@tollgate/money';
import type { z } from 'zod';
import { formatTime } from '../shared/format-time';
import { getPayingCaller } from '../shared/paying-caller.http';
import { viewerRoles, type ChooseWallet } from '../wallets/choose-wallet';
import { ledgerQuerySchema, type ledgerLineSchema } from './reports.operations';
import type { StatementLine } from './usage-report';

export interface LedgerRouteOptions {
  readonly chooseWallet: ChooseWallet;
  readonly readStatement: (
    walletId: string,
    before: bigint | undefined,
    limit: number,
  ) => Promise<StatementLine[]>;
}

const cursorVersion = 'v1.';

/** GET /api/billing/ledger: the statement of a wallet, the newest entry first. */
export function createLedgerRoute(options: LedgerRouteOptions): RequestHandler {
  return async (request, response) => {
    const caller = getPayingCaller(response);
    const query = validateQuery(ledgerQuerySchema, request.query);
    const { cursor, limit, orgId = null } = query;
    const requestId = getRequestId(response);
    const choice = { caller, orgId, roles: viewerRoles, requestId };
    const walletId = await options.chooseWallet(choice);
    const before = cursor === undefined ? undefined : decodeCursor(cursor);
    const lines = await options.readStatement(walletId, before, limit);
    const last = lines.at(-1);
    response.json({
      entries: lines.map(describeLine),
      nextCursor: last === undefined || last.version <= 1n ? null : encodeCursor(last.version),
    });
  };
}

function describeLine(line: StatementLine): z.input<typeof ledgerLineSchema> {
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
