import { AppError } from '@tollgate/errors';
import { formatDecimal } from '@tollgate/money';
import { toCents } from '../shared/cents';
import type { MoneyStore } from '../shared/money-ports';
import { assertNotSuspended } from '../top-ups/create-topup';
import type { Quoted, QuoteTopup } from '../top-ups/quote-topup';
import { chargePauseMs, type AutoTopup } from './auto-topup';
import { describeMethodChange, describeRuleChange, type ChangeAuthor } from './audit-entry';

export interface RuleRequest {
  readonly walletId: string;
  readonly userId: string;
  readonly enabled: boolean;
  readonly channel: string;
  readonly thresholdUsd: number;
  readonly amountUsd: number;
  readonly monthlyLimitUsd: number;
  readonly author: ChangeAuthor;
}

/**
 * Throws `unsupported_param` with the field; `forbidden` when top-ups of the wallet are suspended;
 * `conflict` without a saved payment method, and for wallets that are invoiced.
 */
export type SetAutoTopup = (request: RuleRequest) => Promise<void>;

const thresholdCentsMax = 1_000_000n;
const monthlyLimitCentsMax = 10_000_000n;
const centDecimals = 2;

type RuleTerms = Pick<
  AutoTopup,
  'channel' | 'amountCents' | 'thresholdCents' | 'monthlyLimitCents'
>;

/** Setting a rule also ends its pause: its owner has seen it. */
export function setAutoTopupUseCase(ports: {
  readonly store: MoneyStore;
  readonly quoteTopup: QuoteTopup;
  readonly getNowMs: () => number;
}): SetAutoTopup {
  const { store } = ports;
  return async (request) => {
    const { author, enabled: isEnabled, userId, walletId } = request;
    const terms = (await findKeptTerms(store, request)) ?? (await readTerms(ports, request));
    await store.inTransaction(async ({ autoTopups, book, charges }) => {
      const before = await autoTopups.lock(walletId);
      const nowMs = ports.getNowMs();
      const lastMs = await charges.findLastStartMs(walletId);
      const rule: AutoTopup = {
        walletId,
        userId,
        isEnabled,
        ...terms,
        pausedReason: '',
        pausedAtMs: null,
        // Setting it again and again must not charge a card again and again.
        nextAtMs: lastMs === undefined ? nowMs : Math.max(nowMs, lastMs + chargePauseMs),
        updatedAtMs: nowMs,
      };
      await autoTopups.save(rule);
      await autoTopups.addMail(walletId, '', nowMs);
      await book.recordAudit(describeRuleChange(author, 'set', before, rule));
    });
  };
}

/** A rule can be turned off as it is, also when its channel is closed. */
async function findKeptTerms(
  store: MoneyStore,
  request: RuleRequest,
): Promise<RuleTerms | undefined> {
  if (request.enabled) return undefined;
  const rule = await store.autoTopups.find(request.walletId);
  const isSame =
    rule?.channel === request.channel &&
    rule.amountCents === toCents(request.amountUsd) &&
    rule.thresholdCents === toCents(request.thresholdUsd) &&
    rule.monthlyLimitCents === toCents(request.monthlyLimitUsd);
  if (!isSame) return undefined;
  const { amountCents, channel, monthlyLimitCents, thresholdCents } = rule;
  return { channel, amountCents, thresholdCents, monthlyLimitCents };
}

async function readTerms(
  { quoteTopup, store }: { readonly store: MoneyStore; readonly quoteTopup: QuoteTopup },
  request: RuleRequest,
): Promise<RuleTerms> {
  const quoted = await quoteTopup(request);
  const terms = { channel: quoted.channel.id, ...readAmounts(request, quoted) };
  if (request.enabled) await assertChargeable(store, request.walletId, quoted);
  return terms;
}

function readAmounts(
  request: RuleRequest,
  { channel, provider, quote }: Quoted,
): Pick<AutoTopup, 'amountCents' | 'thresholdCents' | 'monthlyLimitCents'> {
  if (provider.savedMethods === undefined) {
    throw new AppError('unsupported_param', {
      message: `The payment channel ${channel.id} cannot be charged automatically`,
      param: 'channel',
    });
  }
  return {
    amountCents: quote.amountCents,
    thresholdCents: readCents(request, 'thresholdUsd', [1n, thresholdCentsMax]),
    // A limit below one top-up would never charge anything.
    monthlyLimitCents: readCents(request, 'monthlyLimitUsd', [
      quote.totalCents,
      monthlyLimitCentsMax,
    ]),
  };
}

function readCents(
  request: RuleRequest,
  param: 'thresholdUsd' | 'monthlyLimitUsd',
  [min, max]: readonly [bigint, bigint],
): bigint {
  const cents = toCents(request[param]);
  if (cents !== undefined && cents >= min && cents <= max) return cents;
  const [from, to] = [formatDecimal(min, centDecimals), formatDecimal(max, centDecimals)];
  const what = cents === undefined ? 'a whole number of cents' : `from ${from} to ${to}`;
  const hint = param === 'monthlyLimitUsd' ? ' (the least is one top-up with its fee)' : '';
  throw new AppError('unsupported_param', { message: `${param} must be ${what}${hint}`, param });
}

async function assertChargeable(
  store: MoneyStore,
  walletId: string,
  { channel, provider }: Quoted,
): Promise<void> {
  await assertNotSuspended(store, walletId);
  const method = await store.methods.findOfWallet(walletId);
  if (method?.provider !== provider.id) {
    throw new AppError('conflict', {
      message:
        `No payment method is saved for ${channel.id}: ` +
        'pay one top-up with savePaymentMethod first',
      param: 'channel',
    });
  }
  const { creditLineNanos } = await store.autoTopups.readSituation(walletId, 0);
  if (creditLineNanos > 0n) {
    throw new AppError('conflict', {
      message: 'An organization that is invoiced monthly has no automatic top-ups',
    });
  }
}

export interface RemoveRequest {
  readonly walletId: string;
  readonly author: ChangeAuthor;
}

/** Throws `not_found` when there is neither a rule nor a saved payment method. */
export type RemoveAutoTopup = (request: RemoveRequest) => Promise<void>;

/** Deletes the rule and the saved payment method; settle-charges.ts charges nothing after that. */
export function removeAutoTopupUseCase(ports: {
  readonly store: MoneyStore;
  readonly getNowMs: () => number;
}): RemoveAutoTopup {
  return ({ author, walletId }) =>
    ports.store.inTransaction(async ({ autoTopups, book, methods }) => {
      const rule = await autoTopups.lock(walletId);
      const method = await methods.removeOfWallet(walletId, ports.getNowMs());
      if (rule === undefined && method === undefined) throw new AppError('not_found');
      await autoTopups.remove(walletId);
      if (rule) await book.recordAudit(describeRuleChange(author, 'remove', rule, undefined));
      if (method) await book.recordAudit(describeMethodChange(author, method, undefined));
    });
}
