export const paymentProviderIds = ['stripe', 'manual', 'dev'] as const;
export type PaymentProviderId = (typeof paymentProviderIds)[number];

/** A payment channel: its provider, currency and limits. */
export interface Channel {
  readonly id: string;
  readonly provider: PaymentProviderId;
  /** ISO 4217, upper case. */
  readonly currency: string;
  /** Value added tax is due on it. */
  readonly localCurrency: boolean;
  /** Units of the currency for one USD, as a decimal text: it is never a float. */
  readonly fxRate: string;
  readonly minCents: bigint;
  readonly maxCents: bigint;
  readonly isEnabled: boolean;
  /** Where a manual transfer goes, in the words that the payer reads. */
  readonly transferTo: string;
}

export const usd = 'USD';

/** No channel may go beyond these. */
export const channelCentsMin = 500n;
export const channelCentsMax = 1_000_000n;

const bounds = { minCents: channelCentsMin, maxCents: channelCentsMax, isEnabled: true } as const;
const inUsd = { currency: usd, localCurrency: false, fxRate: '1', transferTo: '' } as const;

const defaultChannels: readonly Channel[] = [
  { id: 'card_usd', provider: 'stripe', ...inUsd, ...bounds },
  {
    id: 'bank_local',
    provider: 'manual',
    currency: 'IDR',
    localCurrency: true,
    fxRate: '16250',
    transferTo: 'the bank account that the operator of this service named to you',
    ...bounds,
  },
  { id: 'dev', provider: 'dev', ...inUsd, ...bounds },
];

/** What an operator set replaces the default of its id; a provider that is off has no channel. */
export function listChannels(
  stored: readonly Channel[],
  providers: ReadonlySet<PaymentProviderId>,
): Channel[] {
  const byId = new Map(defaultChannels.map((channel) => [channel.id, channel]));
  for (const channel of stored) byId.set(channel.id, channel);
  return [...byId.values()].filter(({ provider }) => providers.has(provider));
}

/** ISO 4217: how many decimals the smallest coin of a currency has, where it is not two. */
const minorDigitsByCurrency: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'
      .split(' ')
      .map((currency) => [currency, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map((currency) => [currency, 3])),
};

const minorDigitsDefault = 2;

export function getMinorDigits(currency: string): number {
  return minorDigitsByCurrency[currency] ?? minorDigitsDefault;
}
