import type { RequestHandler, Response } from 'express';
import { AppError } from '@tollgate/errors';
import {
  getPathParameter,
  getRequestId,
  type Handlers,
  readJsonBody,
  validate,
  validateQuery,
} from '@tollgate/http';
import { answerOnce, type IdempotencyStore } from '@tollgate/idempotency';
import type { OrgRole } from '@tollgate/org-access';
import { findNextCursor } from '../shared/page-fields';
import { getPayingCaller } from '../shared/paying-caller.http';
import { payerRoles, viewerRoles, type ChooseWallet } from '../wallets/choose-wallet';
import { findOrgId } from '../wallets/wallet';
import type { CreateTopup, TopupRequest } from './create-topup';
import { describeChannel, describeQuote, describeTopup } from './describe-topup';
import type { TopupStore } from './ports';
import type { ListOpenChannels, QuoteTopup } from './quote-topup';
import type { SimulatePayment } from './simulate-payment';
import {
  quoteBodySchema,
  topupBodySchema,
  topupsQuerySchema,
  type paymentOperations,
} from './top-ups.operations';
import type { Topup } from './topup';

export interface TopupsOptions {
  readonly chooseWallet: ChooseWallet;
  readonly listOpenChannels: ListOpenChannels;
  readonly quoteTopup: QuoteTopup;
  readonly createTopup: CreateTopup;
  /** Undefined: payments cannot be simulated here. */
  readonly simulatePayment: SimulatePayment | undefined;
  readonly topups: Pick<TopupStore, 'find' | 'listOfWallet'>;
  readonly idempotency: IdempotencyStore;
}

type TopupHandlers = Omit<
  Handlers<typeof paymentOperations>,
  'POST /api/billing/webhooks/{provider}'
>;

export function createTopupHandlers(options: TopupsOptions): TopupHandlers {
  return {
    'GET /api/billing/channels': async (_request, response) => {
      getPayingCaller(response);
      const channels = await options.listOpenChannels();
      response.json({ channels: channels.map(describeChannel) });
    },

    'POST /api/billing/topups/quote': async (request, response) => {
      getPayingCaller(response);
      const sent = await readJsonBody(request);
      const { channel, quote } = await options.quoteTopup(validate(quoteBodySchema, sent));
      const { id, provider } = channel;
      response.json({ channel: id, provider, ...describeQuote(quote) });
    },

    'POST /api/billing/topups': createTopupRoute(options),

    'GET /api/billing/topups': async (request, response) => {
      const query = validateQuery(topupsQuerySchema, request.query);
      const page = { before: query.cursor, limit: query.limit };
      const walletId = await choose(options, response, query.orgId ?? null, viewerRoles);
      const topups = await options.topups.listOfWallet(walletId, page);
      const nextCursor = findNextCursor(topups, page);
      response.json({ topups: topups.map(describeTopup), nextCursor });
    },

    'GET /api/billing/topups/{id}': async (request, response) => {
      response.json(
        describeTopup(
          await findOwn(options, response, getPathParameter(request, 'id'), viewerRoles),
        ),
      );
    },

    'POST /api/billing/topups/{id}/simulate': async (request, response) => {
      getPayingCaller(response);
      if (options.simulatePayment === undefined) throw new AppError('not_found');
      const { id, walletId } = await findOwn(
        options,
        response,
        getPathParameter(request, 'id'),
        payerRoles,
      );
      response.json(describeTopup(await options.simulatePayment(walletId, id)));
    },
  };
}

function createTopupRoute(options: TopupsOptions): RequestHandler {
  return async (request, response) => {
    const { userId, walletId: account } = getPayingCaller(response);
    await answerOnce({
      store: options.idempotency,
      request,
      response,
      account,
      run: async (body, ulid) => {
        const sent = validate(topupBodySchema, body);
        const { orgId = null, returnUrl, savePaymentMethod, ...wanted } = sent;
        const walletId = await choose(options, response, orgId, payerRoles);
        const topup = await options.createTopup({
          ...wanted,
          ulid,
          walletId,
          userId,
          returnUrl: returnUrl ?? undefined,
          savesMethod: savePaymentMethod ?? false,
          payer: readPayer(response),
        });
        return { status: 201, body: describeTopup(topup) };
      },
    });
  };
}

function choose(
  options: TopupsOptions,
  response: Response,
  orgId: string | null,
  roles: readonly OrgRole[],
): Promise<string> {
  const caller = getPayingCaller(response);
  return options.chooseWallet({ caller, orgId, roles, requestId: getRequestId(response) });
}

/** A top-up of the caller, or of an organization that the caller pays or looks after. */
async function findOwn(
  options: TopupsOptions,
  response: Response,
  topupId: string,
  roles: readonly OrgRole[],
): Promise<Topup> {
  const topup = await options.topups.find(topupId);
  const walletId = topup?.walletId ?? '';
  const orgId = findOrgId(walletId) ?? null;
  if (topup === undefined || (await choose(options, response, orgId, roles)) !== walletId) {
    throw new AppError('not_found');
  }
  return topup;
}

function readPayer(response: Response): TopupRequest['payer'] {
  const { clientIp: ip, email, userId: id } = getPayingCaller(response);
  return { actor: { type: 'user', id, email }, ip, requestId: getRequestId(response) };
}
