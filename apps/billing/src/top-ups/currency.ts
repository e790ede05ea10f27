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

export const usd = 'USD';

export function getMinorDigits(currency: string): number {
  return minorDigitsByCurrency[currency] ?? minorDigitsDefault;
}
