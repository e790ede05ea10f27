import type { BillRow, Figures } from './bill';
import { compareBill, type DayReceipts } from './compare-bill';

const day = '2026-11-01';
const dollar = 1_000_000_000n;
const tolerance = { basisPoints: 100n, costNanos: dollar / 100n };

function compare(
  bill: readonly Omit<BillRow, 'day'>[],
  byModel: Readonly<Record<string, Figures>>,
  names: Readonly<Record<string, string>> = {},
) {
  const totals = { costNanos: dollar * 3n };
  const receipts: DayReceipts = { totals, byModel: new Map(Object.entries(byModel)) };
  const options = { tolerance, names: new Map(Object.entries(names)) };
  const rows = bill.map((row) => ({ ...row, day }));
  return compareBill(rows, new Map([[day, receipts]]), options);
}

describe('the comparison of a bill', () => {
  it('accepts small differences and compares only what the bill says', () => {
    const ours = { 'openai/gpt-4o': { costNanos: dollar, inputTokens: 7n } };
    const near = [{ model: 'gpt-4o', costNanos: (dollar * 101n) / 100n }];
    expect(compare(near, ours)).toEqual({ compared: 1, differences: [] });
    const far = [{ model: 'gpt-4o', costNanos: (dollar * 102n) / 100n }];
    expect(compare(far, ours).differences).toEqual([
      {
        day,
        model: 'openai/gpt-4o',
        figure: 'costNanos',
        billed: dollar + dollar / 50n,
        ours: dollar,
      },
    ]);
  });

  it('does not report fractions of a cent, nor hide them in tokens', () => {
    const ours = { 'a/b': { costNanos: 1n, outputTokens: 10n } };
    const bill = [{ model: 'b', costNanos: dollar / 100n, outputTokens: 11n }];
    expect(compare(bill, ours).differences.map(({ figure }) => figure)).toEqual(['outputTokens']);
  });

  it('adds up dated versions of a model, and takes an exact name first', () => {
    const figures = { requests: 10n };
    const ours = {
      'openai/gpt-4o': { requests: 20n },
      'openai/gpt-4o-2024-05-13': figures,
      'anthropic/claude-sonnet-4.5': figures,
    };
    const bill = [
      { model: 'gpt-4o-2024-08-06', ...figures },
      { model: 'gpt-4o-2024-11-20', ...figures },
      { model: 'gpt-4o-2024-05-13', ...figures },
      { model: 'claude-sonnet-4-5-20250929', ...figures },
    ];
    expect(compare(bill, ours)).toEqual({ compared: 3, differences: [] });
  });

  it('reports what only one side has', () => {
    const { differences } = compare([{ model: 'web search', costNanos: dollar }], {
      'a/b': { costNanos: dollar * 2n },
    });
    expect(differences.map(({ billed, model, ours }) => [model, billed, ours])).toEqual([
      ['web search', dollar, 0n],
      ['a/b', 0n, dollar * 2n],
    ]);
  });

  it('takes names that the operator gives, and totals of a bill without models', () => {
    const ours = { 'a/b': { costNanos: dollar } };
    expect(compare([{ model: 'odd', costNanos: dollar }], ours, { odd: 'a/b' })).toMatchObject({
      differences: [],
    });
    const { differences } = compare([{ model: '', costNanos: dollar }], ours);
    expect(differences).toMatchObject([{ model: null, ours: dollar * 3n }]);
  });
});
