import { splitBatches } from './split-batches';

function makeEvents(count: number, bytes: number) {
  return Array.from({ length: count }, (_, index) => ({
    id: String(index),
    key: 'a',
    payload: Buffer.alloc(bytes),
  }));
}

describe('splitBatches', () => {
  it('leaves 500 small events together', () => {
    expect(splitBatches(makeEvents(500, 300)).map((batch) => batch.length)).toEqual([500]);
  });

  it('cuts by number and by size, and keeps every event in order', () => {
    expect(splitBatches(makeEvents(1_001, 10)).map((batch) => batch.length)).toEqual([500, 500, 1]);
    const large = makeEvents(5, 400_000);
    expect(splitBatches(large).map((batch) => batch.length)).toEqual([2, 2, 1]);
    expect(splitBatches(large).flat()).toEqual(large);
  });

  it('gives nothing for nothing and one batch for one large event', () => {
    expect(splitBatches([])).toEqual([]);
    expect(splitBatches(makeEvents(1, 900_000))).toHaveLength(1);
  });
});
