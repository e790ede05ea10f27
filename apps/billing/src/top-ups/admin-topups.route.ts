import type { RequestHandler } from 'express';
import { type Handlers, validate } from '@tollgate/http';
import { answerOperatorWrite, type OperatorWrite } from '@tollgate/idempotency';
import type { z } from 'zod';
import { formatTime } from '../shared/format-time';
import type { Operator } from '../shared/money-ports';
import { findNextCursor, readPage } from '../shared/page-fields';
import { type AdminChannelsOptions, createAdminChannelHandlers } from './admin-channels.route';
import {
  decisionBodySchema,
  operatorTopupsQuerySchema,
  type adminTopupOperations,
  type suspensionSchema,
} from './admin-top-ups.operations';
import type { DecideTopup } from './decide-topup';
import { describeTopupForOperator } from './describe-topup';
import type { LiftSuspension } from './lift-suspension';
import type { SuspensionStore, TopupStore, TopupSuspension } from './ports';
import type { RefundTopup } from './refund-topup';
import type { Topup } from './topup';

export interface AdminTopupsOptions extends AdminChannelsOptions {
  readonly topups: Pick<TopupStore, 'listAll'>;
  readonly decideTopup: DecideTopup;
  readonly refundTopup: RefundTopup;
  readonly suspensions: Pick<SuspensionStore, 'list'>;
  readonly liftSuspension: LiftSuspension;
}

interface Decision {
  readonly topupId: string;
  readonly ulid: string;
  readonly reason: string;
  readonly operator: Operator;
}

export function createAdminTopupHandlers(
  options: AdminTopupsOptions,
): Handlers<typeof adminTopupOperations> {
  const { decideTopup, idempotency: store, refundTopup } = options;

  function answerDecision(decide: (decision: Decision) => Promise<Topup>): RequestHandler {
    const run = async ({ body, id: topupId, operator, ulid }: OperatorWrite) => {
      const { reason } = validate(decisionBodySchema, body);
      const topup = await decide({ topupId, ulid, reason, operator });
      return { status: 200, body: describeTopupForOperator(topup) };
    };
    return answerOperatorWrite({ store, run });
  }

  return {
    'GET /api/admin/topups': async (request, response) => {
      const { cursor, limit, status } = validate(operatorTopupsQuerySchema, request.query);
      const page = { before: cursor, limit };
      const topups = await options.topups.listAll({ ...page, status });
      const nextCursor = findNextCursor(topups, page);
      response.json({ items: topups.map(describeTopupForOperator), nextCursor });
    },

    'POST /api/admin/topups/{id}/confirm': answerDecision((decision) =>
      decideTopup({ ...decision, decision: 'confirm' }),
    ),
    'POST /api/admin/topups/{id}/reject': answerDecision((decision) =>
      decideTopup({ ...decision, decision: 'reject' }),
    ),
    'POST /api/admin/topups/{id}/refund': answerDecision(refundTopup),

    'GET /api/admin/topup-suspensions': async (request, response) => {
      const page = readPage(request.query);
      const found = await options.suspensions.list(page);
      const ids = found.map(({ topupId: id }) => ({ id }));
      const nextCursor = findNextCursor(ids, page);
      response.json({ items: found.map(describeSuspension), nextCursor });
    },

    'POST /api/admin/topup-suspensions/{id}/lift': answerOperatorWrite({
      store,
      run: async ({ body, id: walletId, operator }) => {
        const { reason } = validate(decisionBodySchema, body);
        const lifted = await options.liftSuspension({ walletId, reason, operator });
        return { status: 200, body: describeSuspension(lifted) };
      },
    }),

    ...createAdminChannelHandlers(options),
  };
}

function describeSuspension(suspension: TopupSuspension): z.input<typeof suspensionSchema> {
  const { createdAtMs, reason, topupId, walletId } = suspension;
  return { walletId, topupId, reason, createdAt: formatTime(createdAtMs) };
}
