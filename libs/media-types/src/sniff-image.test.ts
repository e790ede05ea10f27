import { sniffImage } from './sniff-image';

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);

describe('the first bytes of an image', () => {
  it.each([
    ['PNG', png, 'image/png'],
    ['JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 'image/jpeg'],
    ['GIF', Buffer.from('GIF89a........'), 'image/gif'],
    ['WebP', Buffer.from('RIFF\x10\0\0\0WEBPVP8 '), 'image/webp'],
  ])('tell %s', (_name, bytes, type) => {
    expect(sniffImage(bytes)).toBe(type);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['half of a PNG', png.subarray(0, 7)],
    ['a page', Buffer.from('<!doctype html><script>')],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a sound', Buffer.from('RIFF\x10\0\0\0WAVEfmt ')],
  ])('of %s are no image', (_name, bytes) => {
    expect(sniffImage(bytes)).toBeUndefined();
  });
});
