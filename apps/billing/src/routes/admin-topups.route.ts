import type { RequestHandler } from 'express';
import { validate } from '@tollgate/http';
import {
  answerOperatorWrite,
  type Answer,
  type IdempotencyStore,
  type OperatorWrite,
} from '@tollgate/idempotency';
import type { Topup } from '../domain/topup';
import type { DecideTopup } from '../use-cases/decide-topup';
import type { Operator, TopupStore } from '../use-cases/money-in-ports';
import type { RefundTopup } from '../use-cases/refund-topup';
import { describeTopupForOperator } from './describe-topup';
import { decisionBodySchema, operatorTopupsQuerySchema } from './operator.operations';
import { findNextCursor } from './read-page';

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
