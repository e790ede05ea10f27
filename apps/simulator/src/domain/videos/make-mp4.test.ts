import { makeMp4 } from './make-mp4';

/** The boxes of a file by their paths. */
function listBoxes(bytes: Buffer, path = ''): Map<string, Buffer> {
  const parents = ['moov', 'trak', 'mdia', 'minf', 'stbl'];
  const found = new Map<string, Buffer>();
  for (let offset = 0; offset < bytes.length;) {
    const size = bytes.readUInt32BE(offset);
    const name = bytes.toString('latin1', offset + 4, offset + 8);
    const body = bytes.subarray(offset + 8, offset + size);
    found.set(path + name, body);
    if (parents.includes(name)) {
      for (const [inner, box] of listBoxes(body, `${path}${name}/`)) found.set(inner, box);
    }
    offset += size;
  }
  return found;
}

describe('a clip', () => {
  it.each([
    [1_280, 720, 8],
    [1_920, 1_080, 5],
    [720, 1_280, 12],
    [16, 16, 1],
  ])('of %i x %i pixels and %i seconds is a small MP4 that says so', (width, height, seconds) => {
    const clip = makeMp4({ width, height, seconds });
    const boxes = listBoxes(clip);
    expect([...boxes.keys()].filter((path) => !path.includes('/'))).toEqual([
      'ftyp',
      'moov',
      'mdat',
    ]);
    const movie = boxes.get('moov/mvhd')!;
    expect(movie.readUInt32BE(16) / movie.readUInt32BE(12)).toBe(seconds);
    const track = boxes.get('moov/trak/tkhd')!;
    expect(track.readUInt32BE(76) / 65_536).toBe(width);
    expect(track.readUInt32BE(80) / 65_536).toBe(height);
    expect(clip.length).toBeLessThan(20_000);
  });

  it('has its frames where the index points', () => {
    const clip = makeMp4({ width: 64, height: 48, seconds: 2 });
    const boxes = listBoxes(clip);
    const table = 'moov/trak/mdia/minf/stbl/';
    const sizes = boxes.get(`${table}stsz`)!;
    const count = sizes.readUInt32BE(8);
    let offset = boxes.get(`${table}stco`)!.readUInt32BE(8);
    expect(count).toBe(20);
    for (let index = 0; index < count; index++) {
      const size = sizes.readUInt32BE(12 + 4 * index);
      expect(clip.readUInt32BE(offset)).toBe(size - 4);
      // An IDR frame first, then frames that refer to the one before.
      expect(clip[offset + 4]! & 31).toBe(index === 0 ? 5 : 1);
      offset += size;
    }
    expect(offset).toBe(clip.length);
  });

  it('hardly grows with its size', () => {
    const large = makeMp4({ width: 1_920, height: 1_080, seconds: 1 }).length;
    const small = makeMp4({ width: 16, height: 16, seconds: 1 }).length;
    expect(large - small).toBeLessThan(120 * 68 + 100);
  });
});
