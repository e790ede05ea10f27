import { estimateUsage } from './estimate-usage';

describe('the figures of an answer that still streams', () => {
  it('count a token for four characters, at the price of the model', () => {
    const prices = { prompt: '1', completion: '2' };
    expect(estimateUsage('abcdefgh', prices)).toEqual({ completionTokens: 2, cost: 0.000004 });
  });

  it('have no cost without known prices', () => {
    expect(estimateUsage('abc', undefined)).toEqual({ completionTokens: 1, cost: undefined });
  });
});
