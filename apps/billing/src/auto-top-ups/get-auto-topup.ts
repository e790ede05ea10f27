import type { MoneyStore } from '../shared/money-ports';
import type { Channel } from '../top-ups/channel';
import type { ListOpenChannels } from '../top-ups/quote-topup';
import { makeQuote } from '../top-ups/quote';
import type { PaymentProviders } from '../top-ups/payment-ports';
import {
  getMonthStartMs,
  isOverLimit,
  type AutoTopup,
  type AutoTopupTry,
  type RuleSituation,
} from './auto-topup';
import type { PaymentMethod } from './payment-method';

export const autoTopupStates = [
  'off',
  'active',
  'charging',
  'paused',
  'monthly_limit',
  'suspended',
] as const;
export type AutoTopupState = (typeof autoTopupStates)[number];

/** A rule with everything that its owner wants to know about it. */
export interface AutoTopupView {
  readonly state: AutoTopupState;
  readonly rule: AutoTopup | undefined;
  /** What one top-up costs with fee and tax; null without a rule, or when its channel is closed. */
  readonly totalCents: bigint | null;
  readonly monthCents: bigint;
  readonly method: PaymentMethod | undefined;
  /** Channels that can be charged automatically. */
  readonly channels: readonly Channel[];
  readonly tries: readonly AutoTopupTry[];
}

export type GetAutoTopup = (walletId: string) => Promise<AutoTopupView>;

const triesMax = 10;

export function getAutoTopupUseCase(ports: {
  readonly store: MoneyStore;
  readonly providers: PaymentProviders;
  readonly listOpenChannels: ListOpenChannels;
  readonly getNowMs: () => number;
}): GetAutoTopup {
  const { autoTopups, charges, methods } = ports.store;
  return async (walletId) => {
    const [rule, method, tries, open, situation] = await Promise.all([
      autoTopups.find(walletId),
      methods.findOfWallet(walletId),
      charges.listTries(walletId, triesMax),
      ports.listOpenChannels(),
      autoTopups.readSituation(walletId, getMonthStartMs(ports.getNowMs())),
    ]);
    const chargeable = open.filter(
      ({ provider }) => ports.providers.get(provider)?.savedMethods !== undefined,
    );
    const channel = chargeable.find(({ id }) => id === rule?.channel);
    const totalCents = rule && channel ? makeQuote(rule.amountCents, channel).totalCents : null;
    return {
      state: nameState(rule, situation, totalCents),
      rule,
      totalCents,
      monthCents: situation.monthCents,
      method,
      channels: chargeable,
      tries,
    };
  };
}

function nameState(
  rule: AutoTopup | undefined,
  { hasOpenCharge, isSuspended, monthCents }: RuleSituation,
  totalCents: bigint | null,
): AutoTopupState {
  if (rule === undefined || !rule.isEnabled) return 'off';
  if (rule.pausedReason !== '') return 'paused';
  if (isSuspended) return 'suspended';
  if (hasOpenCharge) return 'charging';
  return isOverLimit(rule, monthCents, totalCents ?? 0n) ? 'monthly_limit' : 'active';
}
