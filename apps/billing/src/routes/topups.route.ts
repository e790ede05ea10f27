import { Router } from 'express';
import { AppError } from '@tollgate/errors';
import { readJsonBody, validate } from '@tollgate/http';
import { answerOnce, type IdempotencyStore } from '@tollgate/idempotency';
import { z } from 'zod';
import type { CreateTopup } from '../use-cases/create-topup';
import type { TopupStore } from '../use-cases/money-in-ports';
import type { QuoteTopup } from '../use-cases/quote-topup';
import type { SimulatePayment } from '../use-cases/simulate-payment';
import { describeQuote, describeTopup } from './describe-topup';
import { getPayingCaller } from './paying-caller';
import { findNextCursor, readPage } from './read-page';

export interface TopupsOptions {
  readonly quoteTopup: QuoteTopup;
  readonly createTopup: CreateTopup;
  /** Undefined: payments cannot be simulated here. */
  readonly simulatePayment: SimulatePayment | undefined;
  readonly topups: Pick<TopupStore, 'find' | 'listOfWallet'>;
  readonly idempotency: IdempotencyStore;
}

const bodyBytesMax = 16 * 1024;
const channelLengthMax = 64;
const urlLengthMax = 2_000;

const quoteFields = {
  amountUsd: z.number(),
  channel: z.string().min(1).max(channelLengthMax),
};
const quoteSchema = z.strictObject(quoteFields);
const topupSchema = z.strictObject({
  ...quoteFields,
  orgId: z.string().nullish(),
  returnUrl: z.string().max(urlLengthMax).nullish(),
});

/** /api/billing/topups */
export function createTopupsRouter(options: TopupsOptions): Router {
  const router = Router();
  router.use((_request, response, next) => {
    response.set('cache-control', 'private, no-store');
    next();
  });

  router.post('/quote', async (request, response) => {
    getPayingCaller(response);
    const body = validate(quoteSchema, await readJsonBody(request, { bytesMax: bodyBytesMax }));
    const { channel, quote } = await options.quoteTopup(body);
    const { id, provider } = channel;
    response.json({ channel: id, provider, ...describeQuote(quote) });
  });

  router.post('/', async (request, response) => {
    const { userId, walletId } = getPayingCaller(response);
    await answerOnce({
      store: options.idempotency,
      request,
      response,
      account: walletId,
      bodyBytesMax,
      run: async (body, ulid) => {
        const { orgId, returnUrl, ...wanted } = validate(topupSchema, body);
        if (orgId != null) {
          throw new AppError('not_found', { message: 'There is no such organization' });
        }
        const topup = await options.createTopup({
          ...wanted,
          ulid,
          walletId,
          userId,
          returnUrl: returnUrl ?? undefined,
        });
        return { status: 201, body: describeTopup(topup) };
      },
    });
  });

  router.get('/', async (request, response) => {
    const page = readPage(request.query);
    const topups = await options.topups.listOfWallet(getPayingCaller(response).walletId, page);
    const nextCursor = findNextCursor(topups, page);
    response.json({ topups: topups.map(describeTopup), nextCursor });
  });

  router.get('/:id', async (request, response) => {
    const topup = await options.topups.find(request.params.id);
    if (topup?.walletId !== getPayingCaller(response).walletId) throw new AppError('not_found');
    response.json(describeTopup(topup));
  });

  router.post('/:id/simulate', async (request, response) => {
    const { walletId } = getPayingCaller(response);
    if (options.simulatePayment === undefined) throw new AppError('not_found');
    response.json(describeTopup(await options.simulatePayment(walletId, request.params.id)));
  });
  return router;
}
