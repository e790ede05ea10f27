import type { RequestHandler } from 'express';
import { validate } from '@tollgate/http';
import {
  answerOperatorWrite,
  type Answer,
  type IdempotencyStore,
  type OperatorWrite,
} from '@tollgate/idempotency';
import type { Operator } from '../shared/money-ports';
import { findNextCursor } from '../shared/page-fields';
import { decisionBodySchema, operatorTopupsQuerySchema } from './admin-top-ups.operations';
import type { DecideTopup } from './decide-topup';
import { describeTopupForOperator } from './describe-topup';
import type { TopupStore } from './ports';
import type { RefundTopup } from './refund-topup';
import type { Topup } from './topup';

export interface AdminTopupsOptions {
  readonly topups: Pick<TopupStore, 'listAll'>;
  readonly decideTopup: DecideTopup;
  readonly refundTopup: RefundTopup;
  readonly idempotency: IdempotencyStore;
}

interface Decision {
  readonly topupId: string;
  readonly ulid: string;
  readonly reason: string;
  readonly operator: Operator;
}

/** GET /api/admin/topups */
export function createListAllTopupsRoute(options: AdminTopupsOptions): RequestHandler {
  return async (request, response) => {
    const { cursor, limit, status } = validate(operatorTopupsQuerySchema, request.query);
    const page = { before: cursor, limit };
    const topups = await options.topups.listAll({ ...page, status });
    const nextCursor = findNextCursor(topups, page);
    response.json({ items: topups.map(describeTopupForOperator), nextCursor });
  };
}

/** POST /api/admin/topups/{id}/confirm, /reject and /refund */
export function createDecisionRoute(
  { idempotency }: AdminTopupsOptions,
  decide: (decision: Decision) => Promise<Topup>,
): RequestHandler {
  const run = async ({ body, id: topupId, operator, ulid }: OperatorWrite): Promise<Answer> => {
    const { reason } = validate(decisionBodySchema, body);
    const topup = await decide({ topupId, ulid, reason, operator });
    return { status: 200, body: describeTopupForOperator(topup) };
  };
  return answerOperatorWrite({ store: idempotency, run });
}
