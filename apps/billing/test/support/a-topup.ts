import type { Channel } from '../../src/top-ups/channel';
import { makeQuote } from '../../src/top-ups/quote';
import type { Topup } from '../../src/top-ups/topup';

/** A channel in a local currency. */
export function aChannel(changes: Partial<Channel> = {}): Channel {
  return {
    id: 'bank_local',
    provider: 'manual',
    currency: 'IDR',
    localCurrency: true,
    fxRate: '16250',
    minCents: 500n,
    maxCents: 1_000_000n,
    isEnabled: true,
    transferTo: '',
    ...changes,
  };
}

/** A pending top-up on a channel. */
export function aTopup(
  channel: Channel,
  changes: Partial<Topup> = {},
  amountCents = 10_000n,
): Topup {
  return {
    id: 'top_01J9ZZZZZZZZZZZZZZZZZZZZZZ',
    walletId: 'user_1',
    userId: 'user_1',
    channel: channel.id,
    provider: channel.provider,
    status: 'pending',
    quote: makeQuote(amountCents, channel),
    externalId: null,
    isAutomatic: false,
    savesMethod: false,
    checkoutUrl: null,
    instructions: null,
    returnUrl: '',
    problem: '',
    createdAtMs: 0,
    expiresAtMs: 1,
    paidAtMs: null,
    refundedAtMs: null,
    refundSentAtMs: null,
    refundTries: 0,
    refundNextAtMs: null,
    reversedMinor: 0n,
    ...changes,
  };
}
