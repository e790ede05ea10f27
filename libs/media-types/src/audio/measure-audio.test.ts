import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { readEnds } from './file-ends';
import { measureAudio } from './measure-audio';
import { sniffAudio } from './sniff-audio';

async function measure(...parts: Buffer[]): Promise<number | undefined> {
  return measureAudio(await readEnds(Readable.from(parts)));
}

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const box = (name: string, content: Buffer): Buffer =>
  Buffer.concat([u32(8 + content.length), Buffer.from(name), content]);

function makeWav(seconds: number, dataSize?: number): Buffer {
  const data = Buffer.alloc(seconds * 16_000);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8_000, 24);
  header.writeUInt32LE(16_000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(dataSize ?? data.length, 40);
  return Buffer.concat([header, data]);
}

/** MPEG 1 layer III, 128 kbit/s, 44.1 kHz, stereo: 417 bytes. */
const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)]);
const frames = (count: number): Buffer => Buffer.concat(Array.from({ length: count }, () => frame));

function makeXing(count: number): Buffer {
  const tagged = Buffer.from(frame);
  tagged.write('Xing', 36);
  tagged.writeUInt32BE(1, 40);
  tagged.writeUInt32BE(count, 44);
  return tagged;
}

function makeMoov(seconds: number): Buffer {
  const content = Buffer.concat([
    Buffer.alloc(12),
    u32(1_000),
    u32(seconds * 1_000),
    Buffer.alloc(80),
  ]);
  return box('moov', box('mvhd', content));
}

function makePage(granule: bigint, packet: Buffer): Buffer {
  const header = Buffer.alloc(28);
  header.write('OggS', 0);
  header.writeBigUInt64LE(granule, 6);
  header[26] = 1;
  header[27] = packet.length;
  return Buffer.concat([header, packet]);
}

const opusHead = Buffer.alloc(19);
opusHead.write('OpusHead', 0);
opusHead.writeUInt16LE(312, 10);
const vorbisHead = Buffer.alloc(30);
vorbisHead.write('\x01vorbis', 0, 'latin1');
vorbisHead.writeUInt32LE(44_100, 12);

function makeFlac(samples: number): Buffer {
  const info = Buffer.alloc(34);
  info.writeUIntBE((44_100 << 4) >>> 0, 10, 3);
  info.writeUInt32BE(samples, 14);
  return Buffer.concat([Buffer.from('fLaC'), Buffer.from([0, 0, 0, 34]), info]);
}

const ftyp = box('ftyp', Buffer.from('M4A \0\0\0\0'));

describe('measureAudio', () => {
  it('measures WAV by its data, whatever its header claims', async () => {
    expect(await measure(makeWav(3))).toBe(3);
    expect(await measure(makeWav(3, 0xffff_ffff))).toBe(3);
    expect(await measure(makeWav(3, 0))).toBe(3);
  });

  it('measures MP3 by its tag or by its bit rate', async () => {
    const hundred = frames(100);
    expect(await measure(hundred)).toBeCloseTo((41_700 * 8) / 128_000, 5);
    const byTag = await measure(makeXing(1_000), hundred);
    expect(byTag).toBeCloseTo((1_000 * 1_152) / 44_100, 5);
  });

  it('finds the audio of an MP3 behind its tags and pictures', async () => {
    const small = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\x07\x68', 'latin1'), randomBytes(0)]);
    const withTag = Buffer.concat([small, Buffer.alloc(1_000), frames(50)]);
    expect(await measure(withTag)).toBeCloseTo((20_850 * 8) / 128_000, 3);
    const large = Buffer.from('ID3\x04\0\0\0\x30\0\0', 'latin1');
    const picture = Buffer.alloc(0x30 << 14);
    const behind = await measure(large, picture, frames(3_000));
    expect(behind).toBeCloseTo((1_251_000 * 8) / 128_000, 1);
  });

  it('measures MP4 with its header before and after the audio', async () => {
    const mdat = box('mdat', Buffer.alloc(3_000_000));
    expect(await measure(ftyp, makeMoov(90), mdat)).toBe(90);
    expect(await measure(ftyp, mdat, makeMoov(90))).toBe(90);
    expect(await measure(ftyp, mdat)).toBeUndefined();
  });

  it('measures Ogg by its last page', async () => {
    const page = makePage(48_000n * 5n + 312n, Buffer.alloc(40));
    expect(await measure(makePage(0n, opusHead), page)).toBe(5);
    const unfinished = makePage(0xffff_ffff_ffff_ffffn, Buffer.alloc(40));
    expect(await measure(makePage(0n, opusHead), page, unfinished)).toBe(5);
    const vorbis = makePage(441_000n, Buffer.alloc(40));
    expect(await measure(makePage(0n, vorbisHead), vorbis)).toBe(10);
  });

  it('measures FLAC by its stream info', async () => {
    expect(await measure(makeFlac(44_100 * 7), Buffer.alloc(5_000))).toBe(7);
    expect(await measure(makeFlac(0))).toBeUndefined();
  });

  it('measures WebM that contains its duration', async () => {
    const duration = Buffer.alloc(8);
    duration.writeDoubleBE(12_500);
    const parts = [
      Buffer.from([0x1a, 0x45, 0xdf, 0xa3]),
      Buffer.alloc(20),
      Buffer.from([0x15, 0x49, 0xa9, 0x66, 0x92]),
      Buffer.from([0x2a, 0xd7, 0xb1, 0x83, 0x0f, 0x42, 0x40, 0x44, 0x89, 0x88]),
      duration,
    ];
    expect(await measure(...parts)).toBe(12.5);
    expect(await measure(...parts.slice(0, 2))).toBeUndefined();
  });

  it('returns undefined for other files', async () => {
    expect(await measure(Buffer.alloc(0))).toBeUndefined();
    expect(await measure(Buffer.from('<!doctype html><script>'))).toBeUndefined();
    expect(sniffAudio(Buffer.from('RIFF\x10\0\0\0WEBPVP8 '))).toBeUndefined();
  });

  it('survives files that lie, soon', async () => {
    const whole = [makeWav(1), frames(20), Buffer.concat([ftyp, makeMoov(1)]), makeFlac(9)];
    const pages = Buffer.concat([makePage(0n, opusHead), makePage(9n, Buffer.alloc(40))]);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...whole, pages),
        fc.array(fc.tuple(fc.nat(300), fc.nat(255)), { maxLength: 12 }),
        fc.nat(400),
        async (file, changes, length) => {
          const bytes = Buffer.from(file.subarray(0, Math.max(12, length)));
          for (const [at, value] of changes) if (at >= 12) bytes[at % bytes.length] = value;
          const seconds = await measure(bytes);
          expect(seconds === undefined || (seconds > 0 && Number.isFinite(seconds))).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
