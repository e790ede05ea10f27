import type { AuditEntry } from '@tollgate/event-log';
import { AppError } from '@tollgate/errors';
import { nanosToUsdNumber } from '@tollgate/money';
import { centsToNanos } from '../shared/cents';
import type { MoneyStore } from '../shared/money-ports';
import { findOrgId } from '../wallets/wallet';
import type { Channel } from './channel';
import type { CheckoutRequest, PaymentProvider } from './payment-ports';
import type { Quoted, QuoteRequest, QuoteTopup } from './quote-topup';
import { makePendingTopup, type Topup } from './topup';

export interface TopupRequest extends QuoteRequest {
  /** Names the top-up: the same one again is the same top-up. */
  readonly ulid: string;
  readonly walletId: string;
  readonly userId: string;
  /** Undefined: the site's own page. */
  readonly returnUrl: string | undefined;
  /** The payer agrees that the payment method is kept for automatic top-ups. */
  readonly savesMethod: boolean;
  /** The author, for the audit log. */
  readonly payer: Pick<AuditEntry, 'actor' | 'ip' | 'requestId'>;
}

export type CreateTopup = (request: TopupRequest) => Promise<Topup>;

/** One wallet may have so many top-ups that wait for their payment. */
const pendingMax = 100;

/**
 * The top-up is stored before the provider is called, so that no notice about it can arrive too
 * early. A provider that cannot be reached fails it: the next try is another top-up.
 */
export function createTopupUseCase(ports: {
  readonly store: MoneyStore;
  readonly quoteTopup: QuoteTopup;
  readonly siteUrl: string;
}): CreateTopup {
  const { topups } = ports.store;
  return async (request) => {
    const { channel, provider, quote } = await ports.quoteTopup(request);
    if (request.savesMethod) assertSaves(channel, provider);
    await assertNotSuspended(ports.store, request.walletId);
    if ((await topups.countPending(request.walletId)) >= pendingMax) {
      throw new AppError('conflict', { message: 'Too many top-ups wait for their payment' });
    }
    const topup = makeTopup(request, { channel, provider, quote }, ports.siteUrl);
    if (await insertTopup(ports.store, topup, request.payer))
      return openCheckout(topup, provider, channel.transferTo);
    const existing = await topups.find(topup.id);
    if (existing === undefined || existing.externalId !== null) return existing ?? topup;
    return openCheckout(existing, provider, channel.transferTo);
  };

  async function openCheckout(
    topup: Topup,
    provider: PaymentProvider,
    transferTo: CheckoutRequest['transferTo'],
  ): Promise<Topup> {
    try {
      const { externalId, url, instructions } = await provider.createCheckout({
        topup,
        transferTo,
      });
      return await change(topup.id, { externalId, checkoutUrl: url, instructions });
    } catch (error) {
      await change(topup.id, { status: 'failed', problem: 'the checkout could not be opened' });
      throw error;
    }
  }

  /** A notice may have been faster: what it made of the top-up stays. */
  function change(topupId: string, changes: Partial<Topup>): Promise<Topup> {
    return ports.store.inTransaction(async (stores) => {
      const topup = await stores.topups.lock(topupId);
      if (topup === undefined) throw new Error('a top-up disappeared');
      const { status, ...rest } = changes;
      const isOpen = topup.status === 'pending';
      const changed = { ...topup, ...rest, status: (isOpen && status) || topup.status };
      await stores.topups.save(changed);
      return changed;
    });
  }
}

function assertSaves({ id }: Channel, { savedMethods }: PaymentProvider): void {
  if (savedMethods !== undefined) return;
  throw new AppError('unsupported_param', {
    message: `The payment channel ${id} cannot save a payment method`,
    param: 'savePaymentMethod',
  });
}

export async function assertNotSuspended(
  store: Pick<MoneyStore, 'suspensions'>,
  walletId: string,
): Promise<void> {
  if ((await store.suspensions.find(walletId)) === undefined) return;
  throw new AppError('forbidden', {
    message:
      'Top-ups are suspended because a payment was disputed or refunded; ' +
      'please contact the operator of this service',
  });
}

/** Only top-ups of organizations are audited: several people act for one wallet. */
function insertTopup(
  store: MoneyStore,
  topup: Topup,
  payer: TopupRequest['payer'],
): Promise<boolean> {
  const orgId = findOrgId(topup.walletId);
  if (orgId === undefined) return store.topups.insert(topup);
  return store.inTransaction(async (stores) => {
    const isNew = await stores.topups.insert(topup);
    const amountUsd = nanosToUsdNumber(centsToNanos(topup.quote.amountCents));
    const after = { amountUsd, channel: topup.channel };
    const target = { type: 'topup', id: topup.id };
    const entry = { ...payer, action: 'org.topup.create', target, after, orgId };
    if (isNew) await stores.book.recordAudit(entry);
    return isNew;
  });
}

function makeTopup(
  request: TopupRequest,
  { channel, provider, quote }: Quoted,
  siteUrl: string,
): Topup {
  return {
    ...makePendingTopup(request.ulid, { channel, provider, quote }),
    walletId: request.walletId,
    userId: request.userId,
    savesMethod: request.savesMethod,
    returnUrl: readReturnUrl(request.returnUrl, `top_${request.ulid}`, siteUrl),
  };
}

/** Only pages of this site: our redirect must not lead payers to another site. */
function readReturnUrl(given: string | undefined, topupId: string, siteUrl: string): string {
  if (given === undefined) return `${siteUrl}/billing?topup=${topupId}`;
  const url = URL.parse(given);
  const isOwn = url !== null && url.origin === new URL(siteUrl).origin;
  if (isOwn && url.username === '' && url.password === '') return url.href;
  throw new AppError('unsupported_param', {
    message: `returnUrl must be an address of ${siteUrl}`,
    param: 'returnUrl',
  });
}
