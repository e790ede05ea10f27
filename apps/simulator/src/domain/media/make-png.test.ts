import { inflateSync } from 'node:zlib';
import { makePng } from './make-png';

describe('makePng', () => {
  it('writes the size and as many pixels as that', () => {
    const png = makePng({ width: 64, height: 32, seed: 'a' });
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([64, 32]);
    const data = png.indexOf('IDAT');
    const length = png.readUInt32BE(data - 4);
    const pixels = inflateSync(png.subarray(data + 4, data + 4 + length));
    expect(pixels.length).toBe(32 * (1 + 64 * 3));
    expect(png.subarray(-8, -4).toString()).toBe('IEND');
  });

  it('is the same for the same seed and another for another', () => {
    const make = (seed: string): Buffer => makePng({ width: 8, height: 8, seed });
    expect(make('a').equals(make('a'))).toBe(true);
    expect(make('a').equals(make('b'))).toBe(false);
  });
});
