import type { PriceListPreview } from '../../api/generated/types.gen';
import { countWritten, listRows } from './price-list-rows';

const entry = { listedAs: '', prices: [], skipped: [], routesWithOwnPrices: [] };
const preview: PriceListPreview = {
  effectiveAt: null,
  counts: { new: 3, dearer: 1, cheaper: 0, changed: 1, unchanged: 1, gone: 1, skipped: 1 },
  changes: [
    {
      ...{ ...entry, id: 'acme/big', outcome: 'dearer' },
      prices: [
        { price: 'prompt', before: '1', after: '2', change: 'dearer' },
        { price: 'web', before: null, after: '0.01', change: 'added' },
      ],
      skipped: [{ field: 'batch', reason: 'there are no batch calls' }],
      routesWithOwnPrices: ['route_1'],
    },
    {
      ...{ ...entry, id: 'acme/old', outcome: 'changed' },
      deprecationDate: { before: null, after: '2027-01-01' },
    },
    { ...entry, id: 'acme/same', outcome: 'unchanged' },
  ],
  gone: [{ id: 'acme/gone', deprecationDate: null }],
  skipped: [{ name: 'odd', reason: 'no prices' }],
  digest: '0'.repeat(64),
};

describe('the preview of a price list', () => {
  it('lists what differs, with old and new prices and remarks', () => {
    expect(listRows(preview, undefined)).toEqual([
      {
        name: 'acme/big',
        outcome: 'dearer',
        details: ['prompt: 1 → 2', 'web: – → 0.01'],
        notes: ['batch: there are no batch calls', 'route_1'],
      },
      {
        name: 'acme/old',
        outcome: 'changed',
        details: ['deprecationDate: – → 2027-01-01'],
        notes: [],
      },
      { name: 'acme/gone', outcome: 'gone', details: [], notes: [] },
    ]);
  });

  it.each([
    ['unchanged', ['acme/same']],
    ['skipped', ['odd']],
    ['cheaper', []],
  ] as const)('shows what is %s when asked', (outcome, names) => {
    expect(listRows(preview, outcome).map(({ name }) => name)).toEqual(names);
  });

  it('counts new models only where they are added', () => {
    expect([countWritten(preview, false), countWritten(preview, true)]).toEqual([2, 5]);
  });
});
