import type { z } from 'zod';
import { formatDecimal, nanosToUsdNumber } from '@tollgate/money';
import { centsToNanos } from '../shared/cents';
import { type Channel, getMinorDigits } from './channel';
import type { Quote } from './quote';
import type {
  amountsSchema,
  channelSchema,
  channelSettingsSchema,
  operatorTopupSchema,
  topupSchema,
} from './top-ups.operations';
import type { Topup } from './topup';

export function describeChannel(channel: Channel): z.input<typeof channelSchema> {
  return {
    id: channel.id,
    provider: channel.provider,
    currency: channel.currency,
    localCurrency: channel.localCurrency,
    minUsd: toUsd(channel.minCents),
    maxUsd: toUsd(channel.maxCents),
  };
}

/** The same with what only operators see and set. */
export function describeChannelSettings(channel: Channel): z.input<typeof channelSettingsSchema> {
  return {
    ...describeChannel(channel),
    fxRate: channel.fxRate,
    enabled: channel.isEnabled,
    transferTo: channel.transferTo,
  };
}

export function describeQuote(quote: Quote): z.input<typeof amountsSchema> {
  return {
    amountUsd: toUsd(quote.amountCents),
    feeUsd: toUsd(quote.feeCents),
    vatUsd: toUsd(quote.vatCents),
    totalUsd: toUsd(quote.totalCents),
    currency: quote.currency,
    fxRate: Number(quote.fxRate),
    totalLocal: toLocal(quote.totalMinor, quote.currency),
  };
}

export function describeTopup(topup: Topup): z.input<typeof topupSchema> {
  return {
    id: topup.id,
    status: topup.status,
    channel: topup.channel,
    provider: topup.provider,
    ...describeQuote(topup.quote),
    automatic: topup.isAutomatic,
    checkoutUrl: topup.checkoutUrl,
    instructions: topup.instructions,
    createdAt: toTime(topup.createdAtMs),
    expiresAt: toTime(topup.expiresAtMs),
    paidAt: toTime(topup.paidAtMs),
    refundedAt: toTime(topup.refundedAtMs),
  };
}

/** The same with what only operators see. */
export function describeTopupForOperator(topup: Topup): z.input<typeof operatorTopupSchema> {
  return {
    ...describeTopup(topup),
    walletId: topup.walletId,
    userId: topup.userId,
    externalId: topup.externalId,
    refundSentAt: toTime(topup.refundSentAtMs),
    problem: topup.problem === '' ? null : topup.problem,
    reversedLocal: toLocal(topup.reversedMinor, topup.quote.currency),
  };
}

function toLocal(minor: bigint, currency: string): number {
  return Number(formatDecimal(minor, getMinorDigits(currency)));
}

function toUsd(cents: bigint): number {
  return nanosToUsdNumber(centsToNanos(cents));
}

function toTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
