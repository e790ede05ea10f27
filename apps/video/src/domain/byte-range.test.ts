import { readRange } from './byte-range';

describe('a range of 100 bytes', () => {
  it.each([
    ['bytes=0-9', 0, 9],
    ['bytes=0-0', 0, 0],
    ['bytes=90-', 90, 99],
    ['bytes=90-1000', 90, 99],
    ['bytes=90-99999999999999999999', 90, 99],
    ['bytes=-10', 90, 99],
    ['bytes=-1000', 0, 99],
    ['BYTES = 5-6', 5, 6],
  ])('is read: %s', (header, start, end) => {
    expect(readRange(header, 100)).toEqual({ kind: 'part', range: { start, end } });
  });

  it.each([undefined, 'items=0-1', 'bytes=0-1,5-6', 'nonsense'])(
    'is the whole where a server need not know it: %s',
    (header) => {
      expect(readRange(header, 100)).toEqual({ kind: 'whole' });
    },
  );

  it.each([
    'bytes=100-',
    'bytes=100-200',
    'bytes=99999999999999999999-',
    'bytes=5-4',
    'bytes=-0',
    'bytes=-',
    'bytes=',
    'bytes=a-b',
  ])('is impossible: %s', (header) => {
    expect(readRange(header, 100)).toEqual({ kind: 'impossible' });
  });

  it('is impossible where there is nothing', () => {
    expect(readRange('bytes=0-', 0)).toEqual({ kind: 'impossible' });
  });
});
