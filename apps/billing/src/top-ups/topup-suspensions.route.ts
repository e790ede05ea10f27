import type { RequestHandler } from 'express';
import { validate } from '@tollgate/http';
import {
  answerOperatorWrite,
  type Answer,
  type IdempotencyStore,
  type OperatorWrite,
} from '@tollgate/idempotency';
import type { z } from 'zod';
import { formatTime } from '../shared/format-time';
import { findNextCursor, readPage } from '../shared/page-fields';
import { decisionBodySchema, type suspensionSchema } from './admin-top-ups.operations';
import type { LiftSuspension } from './lift-suspension';
import type { SuspensionStore, TopupSuspension } from './ports';

export interface TopupSuspensionsOptions {
  readonly suspensions: Pick<SuspensionStore, 'list'>;
  readonly liftSuspension: LiftSuspension;
  readonly idempotency: IdempotencyStore;
}

/** GET /api/admin/topup-suspensions */
export function createListSuspensionsRoute(options: TopupSuspensionsOptions): RequestHandler {
  return async (request, response) => {
    const page = readPage(request.query);
    const found = await options.suspensions.list(page);
    const nextCursor = findNextCursor(
      found.map(({ topupId: id }) => ({ id })),
      page,
    );
    response.json({ items: found.map(describeSuspension), nextCursor });
  };
}

/** POST /api/admin/topup-suspensions/{id}/lift */
export function createLiftSuspensionRoute(options: TopupSuspensionsOptions): RequestHandler {
  const run = async ({ body, id: walletId, operator }: OperatorWrite): Promise<Answer> => {
    const { reason } = validate(decisionBodySchema, body);
    const lifted = await options.liftSuspension({ walletId, reason, operator });
    return { status: 200, body: describeSuspension(lifted) };
  };
  return answerOperatorWrite({ store: options.idempotency, run });
}

function describeSuspension(suspension: TopupSuspension): z.input<typeof suspensionSchema> {
  const { createdAtMs, reason, topupId, walletId } = suspension;
  return { walletId, topupId, reason, createdAt: formatTime(createdAtMs) };
}
