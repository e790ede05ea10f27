import fc from 'fast-check';
import { listChannels, type Channel } from './channel';
import { listQuoteLines, makeQuote } from './quote';

const card: Channel = {
  id: 'card_usd',
  provider: 'stripe',
  currency: 'USD',
  localCurrency: false,
  fxRate: '1',
  minCents: 500n,
  maxCents: 1_000_000n,
  isEnabled: true,
  transferTo: '',
};
const local: Channel = { ...card, currency: 'IDR', localCurrency: true, fxRate: '16250' };

describe('a quote', () => {
  it('adds 10 % to 100 USD on a card in USD', () => {
    expect(makeQuote(10_000n, card)).toEqual({
      amountCents: 10_000n,
      feeCents: 1_000n,
      vatCents: 0n,
      totalCents: 11_000n,
      currency: 'USD',
      fxRate: '1',
      totalMinor: 11_000n,
    });
  });

  it('adds 5 % of both in local currency and converts at the frozen rate', () => {
    expect(makeQuote(10_000n, local)).toMatchObject({
      feeCents: 1_000n,
      vatCents: 550n,
      totalCents: 11_550n,
      totalMinor: 187_687_500n,
    });
  });

  it.each([
    // 10 % of 5.05 is 50.5 cents; 5 % of 5.56 is 27.8 cents.
    [505n, 51n, 28n],
    // 10 % of 5.04 is 50.4 cents; 5 % of 5.54 is 27.7 cents.
    [504n, 50n, 28n],
    // 5 % of 5.50 is exactly 27.5 cents.
    [500n, 50n, 28n],
  ])('rounds fee and tax of %s cents half up', (amount, feeCents, vatCents) => {
    expect(makeQuote(amount, local)).toMatchObject({ feeCents, vatCents });
  });

  it.each([
    // 5.50 USD: 825.6765 yen, 825 yen, 1.68905 dinars.
    ['JPY', '150.123', 826n],
    ['JPY', '150', 825n],
    ['KWD', '0.3071', 1_690n],
  ])('rounds what is paid in %s at %s up to the smallest coin', (currency, fxRate, totalMinor) => {
    const channel = { ...local, localCurrency: false, currency, fxRate };
    expect(makeQuote(500n, channel).totalMinor).toBe(totalMinor);
  });

  it('is never worth less than its total, and less than one coin more', () => {
    const amounts = fc.bigInt({ min: 500n, max: 1_000_000n });
    const rates = fc.bigInt({ min: 1n, max: 10n ** 13n });
    fc.assert(
      fc.property(
        amounts,
        rates,
        fc.constantFrom('USD', 'IDR', 'JPY', 'KWD'),
        (cents, rate, currency) => {
          const fxRate = `${rate / 10n ** 8n}.${(rate % 10n ** 8n).toString().padStart(8, '0')}`;
          const quote = makeQuote(cents, { ...local, currency, fxRate });
          const digits = { USD: 2n, IDR: 2n, JPY: 0n, KWD: 3n }[currency as 'USD'];
          const exact = quote.totalCents * rate * 10n ** digits;
          const paid = quote.totalMinor * 100n * 10n ** 8n;
          expect(paid >= exact && paid - exact < 100n * 10n ** 8n).toBe(true);
        },
      ),
    );
  });

  it('has lines that sum to what is paid', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 500n, max: 1_000_000n }),
        fc.boolean(),
        (cents, localCurrency) => {
          const quote = makeQuote(cents, { ...local, localCurrency, fxRate: '0.92' });
          const lines = listQuoteLines(quote);
          expect(lines.reduce((sum, line) => sum + line.amountMinor, 0n)).toBe(quote.totalMinor);
          expect(lines.every((line) => line.amountMinor > 0n)).toBe(true);
        },
      ),
    );
  });
});

describe('channels', () => {
  it('are those of the providers that are set up', () => {
    const ids = listChannels([], new Set(['manual'])).map(({ id }) => id);
    expect(ids).toEqual(['bank_local']);
  });

  it('are replaced and added to by what an operator set', () => {
    const stored = [
      { ...local, id: 'bank_local', provider: 'manual', fxRate: '16300' },
      { ...local, id: 'bank_eur', provider: 'manual', currency: 'EUR' },
    ] as const;
    const channels = listChannels(stored, new Set(['manual', 'dev']));
    expect(channels.map(({ id, fxRate }) => [id, fxRate])).toEqual([
      ['bank_local', '16300'],
      ['dev', '1'],
      ['bank_eur', '16250'],
    ]);
  });
});
