import { Router, type Request, type Response } from 'express';
import { validate } from '@tollgate/http';
import { answerOnce, type IdempotencyStore } from '@tollgate/idempotency';
import { readOperator, requireOperator } from '@tollgate/identity';
import { z } from 'zod';
import { topupStatuses, type Topup } from '../domain/topup';
import type { DecideTopup } from '../use-cases/decide-topup';
import type { Operator, TopupStore } from '../use-cases/money-in-ports';
import type { RefundTopup } from '../use-cases/refund-topup';
import { describeTopupForOperator } from './describe-topup';
import { findNextCursor, pageFields } from './read-page';

export interface AdminTopupsOptions {
  readonly topups: Pick<TopupStore, 'listAll'>;
  readonly decideTopup: DecideTopup;
  readonly refundTopup: RefundTopup;
  readonly idempotency: IdempotencyStore;
}

const bodyBytesMax = 16 * 1024;
const reasonLengthMax = 500;

const listSchema = z.object({ ...pageFields, status: z.enum(topupStatuses).optional() });
const decisionSchema = z.strictObject({ reason: z.string().max(reasonLengthMax).default('') });

interface Decision {
  readonly topupId: string;
  readonly ulid: string;
  readonly reason: string;
  readonly operator: Operator;
}

/** /api/admin/topups */
export function createAdminTopupsRouter(options: AdminTopupsOptions): Router {
  const router = Router();
  router.use(requireOperator);

  router.get('/', async (request, response) => {
    const { cursor, limit, status } = validate(listSchema, request.query);
    const page = { before: cursor, limit };
    const topups = await options.topups.listAll({ ...page, status });
    const nextCursor = findNextCursor(topups, page);
    response.json({ items: topups.map(describeTopupForOperator), nextCursor });
  });

  const answer =
    (decide: (decision: Decision) => Promise<Topup>) =>
    async (request: Request<{ id: string }>, response: Response): Promise<void> => {
      const operator = readOperator(response);
      await answerOnce({
        store: options.idempotency,
        request,
        response,
        account: operator.actor.id,
        bodyBytesMax,
        run: async (body, ulid) => {
          const { reason } = validate(decisionSchema, body);
          const topup = await decide({ topupId: request.params.id, ulid, reason, operator });
          return { status: 200, body: describeTopupForOperator(topup) };
        },
      });
    };
  router.post(
    '/:id/confirm',
    answer((decision) => options.decideTopup({ ...decision, decision: 'confirm' })),
  );
  router.post(
    '/:id/reject',
    answer((decision) => options.decideTopup({ ...decision, decision: 'reject' })),
  );
  router.post('/:id/refund', answer(options.refundTopup));
  return router;
}
