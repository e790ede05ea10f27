import { AppError } from '@tollgate/errors';
import { readJsonBody, validate } from '@tollgate/http';
import { answerOnce, type IdempotencyStore } from '@tollgate/idempotency';
import { getPathParameter, type Handlers } from '@tollgate/operations';
import type { CreateTopup } from '../use-cases/create-topup';
import type { TopupStore } from '../use-cases/money-in-ports';
import type { QuoteTopup } from '../use-cases/quote-topup';
import type { SimulatePayment } from '../use-cases/simulate-payment';
import { describeQuote, describeTopup } from './describe-topup';
import { getPayingCaller } from './paying-caller';
import { quoteBodySchema, topupBodySchema, type paymentOperations } from './payments.operations';
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
type TopupHandlers = Pick<
  Handlers<typeof paymentOperations>,
  Extract<keyof typeof paymentOperations, `${string} /api/billing/topups${string}`>
>;

export function createTopupHandlers(options: TopupsOptions): TopupHandlers {
  return {
    'POST /api/billing/topups/quote': async (request, response) => {
      getPayingCaller(response);
      const sent = await readJsonBody(request, { bytesMax: bodyBytesMax });
      const { channel, quote } = await options.quoteTopup(validate(quoteBodySchema, sent));
      const { id, provider } = channel;
      response.json({ channel: id, provider, ...describeQuote(quote) });
    },

    'POST /api/billing/topups': async (request, response) => {
      const { userId, walletId } = getPayingCaller(response);
      await answerOnce({
        store: options.idempotency,
        request,
        response,
        account: walletId,
        bodyBytesMax,
        run: async (body, ulid) => {
          const { orgId, returnUrl, ...wanted } = validate(topupBodySchema, body);
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
    },

    'GET /api/billing/topups': async (request, response) => {
      const page = readPage(request.query);
      const topups = await options.topups.listOfWallet(getPayingCaller(response).walletId, page);
      const nextCursor = findNextCursor(topups, page);
      response.json({ topups: topups.map(describeTopup), nextCursor });
    },

    'GET /api/billing/topups/{id}': async (request, response) => {
      const topup = await options.topups.find(getPathParameter(request, 'id'));
      if (topup?.walletId !== getPayingCaller(response).walletId) throw new AppError('not_found');
      response.json(describeTopup(topup));
    },

    'POST /api/billing/topups/{id}/simulate': async (request, response) => {
      const { walletId } = getPayingCaller(response);
      if (options.simulatePayment === undefined) throw new AppError('not_found');
      const topup = await options.simulatePayment(walletId, getPathParameter(request, 'id'));
      response.json(describeTopup(topup));
    },
  };
}
