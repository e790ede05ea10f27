import { decodeBatch, encodeBatch } from './encode-batch';

const events = [
  { id: 'first', key: 'wallet_ü', payload: Buffer.from([0, 1, 2]) },
  { id: 'second', key: '', payload: Buffer.alloc(0) },
];

describe('a batch of events', () => {
  it('is read as it was written', () => {
    expect(decodeBatch(encodeBatch(events))).toEqual(events);
  });

  it('is refused when its end is missing', () => {
    const body = encodeBatch(events);
    expect(() => decodeBatch(body.subarray(0, 10))).toThrow(RangeError);
  });
});
