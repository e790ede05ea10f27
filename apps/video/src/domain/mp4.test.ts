import { fileType, makeBox, makeMovieHeader, makeMp4 } from '../../test/support/make-mp4';
import { findMoovStart, findMp4Seconds, isMp4 } from './mp4';

describe('an MP4', () => {
  it('is known by its first box, whatever it is called', () => {
    expect(isMp4(makeMp4(4))).toBe(true);
    expect(isMp4(Buffer.from('<html><script>alert(1)</script>'))).toBe(false);
    expect(isMp4(Buffer.alloc(0))).toBe(false);
  });

  it.each([0, 1] as const)('has its duration in version %p of its header', (version) => {
    const file = Buffer.concat([fileType, makeMovieHeader(12, version)]);
    expect(findMp4Seconds(file)).toBe(12);
  });

  it('has a position of its header when the header comes last', () => {
    const media = makeBox('mdat', Buffer.alloc(5_000));
    const file = Buffer.concat([fileType, media, makeMovieHeader(6)]);
    const head = file.subarray(0, 100);
    expect(findMp4Seconds(head)).toBeUndefined();
    const start = findMoovStart(head);
    expect(start).toBe(fileType.length + media.length);
    expect(findMp4Seconds(file.subarray(start))).toBe(6);
  });

  it.each([
    ['a box that is shorter than its head', makeBox('moov', Buffer.from([0, 0, 0, 2, 1, 2, 3, 4]))],
    ['a timescale of zero', makeBox('moov', makeBox('mvhd', Buffer.alloc(20)))],
    ['a header that is cut off', makeBox('moov', makeBox('mvhd', Buffer.alloc(6)))],
    ['a last box without an end', Buffer.from('\0\0\0\0mdat', 'latin1')],
    ['nothing more', Buffer.alloc(0)],
  ])('has no length with %s', (_name, rest) => {
    expect(findMp4Seconds(Buffer.concat([fileType, rest]))).toBeUndefined();
  });

  it('is not read for ever', () => {
    const boxes = Buffer.concat(
      Array.from({ length: 5_000 }, () => makeBox('free', Buffer.alloc(0))),
    );
    expect(findMoovStart(Buffer.concat([fileType, boxes]))).toBeUndefined();
  });
});
