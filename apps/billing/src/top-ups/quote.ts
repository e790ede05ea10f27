import { parseDecimal } from '@tollgate/money';
import { type Channel, getMinorDigits } from './channel';

/** What a top-up costs: whole cents, and the rate frozen at the moment it was asked for. */
export interface Quote {
  /** The credit that is received. */
  readonly amountCents: bigint;
  readonly feeCents: bigint;
  readonly vatCents: bigint;
  readonly totalCents: bigint;
  readonly currency: string;
  readonly fxRate: string;
  /** What is paid, in the smallest unit of the currency. */
  readonly totalMinor: bigint;
}

const feePercent = 10n;
const vatPercent = 5n;
const hundred = 100n;

export const fxRateDecimals = 8;
const fxRateUnit = 10n ** BigInt(fxRateDecimals);

/** The fee comes on top of the credit, and the tax on top of both. */
export function makeQuote(amountCents: bigint, channel: Channel): Quote {
  const feeCents = takePercent(amountCents, feePercent);
  const taxedCents = amountCents + feeCents;
  const vatCents = channel.localCurrency ? takePercent(taxedCents, vatPercent) : 0n;
  const totalCents = taxedCents + vatCents;
  const { currency, fxRate } = channel;
  return {
    amountCents,
    feeCents,
    vatCents,
    totalCents,
    currency,
    fxRate,
    totalMinor: convertToMinor(totalCents, channel),
  };
}

/** Half up to the cent. */
function takePercent(cents: bigint, percent: bigint): bigint {
  return (cents * percent + hundred / 2n) / hundred;
}

/** Up to the smallest coin: a payer never owes less than the total is worth. */
function convertToMinor(cents: bigint, { currency, fxRate }: Channel): bigint {
  const minorUnit = 10n ** BigInt(getMinorDigits(currency));
  const scaled = cents * parseDecimal(fxRate, fxRateDecimals) * minorUnit;
  const divisor = hundred * fxRateUnit;
  return (scaled + divisor - 1n) / divisor;
}

export interface QuoteLine {
  readonly name: 'credit' | 'fee' | 'vat';
  readonly amountMinor: bigint;
}

/** The parts of the total in the currency that is paid; they sum to it whatever the rate is. */
export function listQuoteLines(quote: Quote): QuoteLine[] {
  const share = (cents: bigint): bigint => (quote.totalMinor * cents) / quote.totalCents;
  const fee = share(quote.feeCents);
  const vat = share(quote.vatCents);
  const lines: QuoteLine[] = [
    { name: 'credit', amountMinor: quote.totalMinor - fee - vat },
    { name: 'fee', amountMinor: fee },
    { name: 'vat', amountMinor: vat },
  ];
  return lines.filter(({ amountMinor }) => amountMinor > 0n);
}
