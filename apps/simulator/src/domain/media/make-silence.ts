import { sampleRate } from './make-tone';

/** Checksums with the highest bit first, as FLAC and Ogg want them. */
function makeCrc(bits: 8 | 16 | 32, polynomial: number): (bytes: Buffer) => number {
  const top = 2 ** (bits - 1);
  const size = 2 ** bits;
  const step = (value: number): number => {
    const shifted = (value * 2) % size;
    return value >= top ? (shifted ^ polynomial) >>> 0 : shifted;
  };
  const table = Array.from({ length: 256 }, (_, byte) => {
    let value = byte * 2 ** (bits - 8);
    for (let bit = 0; bit < 8; bit += 1) value = step(value);
    return value;
  });
  return (bytes) =>
    bytes.reduce((sum, byte) => {
      const index = (Math.floor(sum / 2 ** (bits - 8)) ^ byte) & 0xff;
      return (((sum * 256) % size) ^ (table[index] ?? 0)) >>> 0;
    }, 0);
}

export const crc8 = makeCrc(8, 0x07);
export const crc16 = makeCrc(16, 0x8005);
const oggCrc = makeCrc(32, 0x04c11db7);

/** Encoders are large; a frame of silence is a few known bytes in each of these formats. */
function repeat(count: number, make: (index: number) => Buffer): Buffer {
  return Buffer.concat(Array.from({ length: Math.max(1, count) }, (_, index) => make(index)));
}

const mp3FrameSamples = 576;

/** MPEG 2 layer III, 64 kbit/s, 24 kHz, mono: a frame of zeros behind its header is silence. */
export function makeMp3(seconds: number): Buffer {
  const frame = Buffer.alloc(192);
  frame.set([0xff, 0xf3, 0x84, 0xc0]);
  return repeat(Math.round((seconds * sampleRate) / mp3FrameSamples), () => frame);
}

const aacFrameSamples = 1_024;

/** AAC-LC, 24 kHz, mono, each frame with an ADTS header. */
export function makeAac(seconds: number): Buffer {
  const silence = [0x00, 0xc8, 0x00, 0x80, 0x23, 0x80];
  const length = 7 + silence.length;
  const header = [0xff, 0xf1, 0x58, 0x40, length >> 3, ((length & 7) << 5) | 0x1f, 0xfc];
  const frame = Buffer.from([...header, ...silence]);
  return repeat(Math.round((seconds * sampleRate) / aacFrameSamples), () => frame);
}

const flacBlockSamples = 4_096;

/** FLAC, 24 kHz, mono, 16 bits: blocks of a constant. */
export function makeFlac(seconds: number): Buffer {
  const count = Math.max(1, Math.round((seconds * sampleRate) / flacBlockSamples));
  const info = Buffer.alloc(34);
  info.writeUInt16BE(flacBlockSamples, 0);
  info.writeUInt16BE(flacBlockSamples, 2);
  // Rate (20 bits), channels less one (3), bits less one (5), samples (36).
  info.writeUIntBE(sampleRate << 4, 10, 3);
  info[13] = (15 & 0x0f) << 4;
  info.writeUInt32BE(count * flacBlockSamples, 14);
  const start = Buffer.concat([Buffer.from('fLaC'), Buffer.from([0x80, 0, 0, 34]), info]);
  return Buffer.concat([start, repeat(count, makeFlacFrame)]);
}

function makeFlacFrame(index: number): Buffer {
  const number = Buffer.from(String.fromCodePoint(index));
  const head = Buffer.concat([Buffer.from([0xff, 0xf8, 0xc7, 0x08]), number]);
  const frame = Buffer.concat([head, Buffer.from([crc8(head), 0, 0, 0])]);
  const sum = crc16(frame);
  return Buffer.concat([frame, Buffer.from([sum >> 8, sum & 0xff])]);
}

const opusRate = 48_000;
const opusPacketSamples = 960;
const opusPacket = Buffer.from([0xf8, 0xff, 0xfe]);
const packetsPerPage = 50;

/** Opus in Ogg, packets of 20 ms. */
export function makeOpus(seconds: number): Buffer {
  const packets = Math.max(1, Math.round((seconds * opusRate) / opusPacketSamples));
  const head = Buffer.alloc(19);
  head.write('OpusHead', 0, 'latin1');
  head.set([1, 1], 8);
  head.writeUInt32LE(sampleRate, 12);
  const tags = Buffer.alloc(8 + 4 + 9 + 4);
  tags.write('OpusTags', 0, 'latin1');
  tags.writeUInt32LE(9, 8);
  tags.write('simulator', 12, 'latin1');
  const pages = [
    makePage({ sequence: 0, granule: 0, flags: 2, packets: [head] }),
    makePage({ sequence: 1, granule: 0, flags: 0, packets: [tags] }),
  ];
  for (let done = 0; done < packets; done += packetsPerPage) {
    const count = Math.min(packetsPerPage, packets - done);
    pages.push(
      makePage({
        sequence: pages.length,
        granule: (done + count) * opusPacketSamples,
        flags: done + count === packets ? 4 : 0,
        packets: Array.from({ length: count }, () => opusPacket),
      }),
    );
  }
  return Buffer.concat(pages);
}

function makePage(page: {
  readonly sequence: number;
  readonly granule: number;
  readonly flags: number;
  readonly packets: readonly Buffer[];
}): Buffer {
  const { packets } = page;
  const header = Buffer.alloc(27 + packets.length);
  header.write('OggS', 0, 'latin1');
  header[5] = page.flags;
  header.writeBigUInt64LE(BigInt(page.granule), 6);
  header.writeUInt32LE(1, 14);
  header.writeUInt32LE(page.sequence, 18);
  header[26] = packets.length;
  for (const [index, packet] of packets.entries()) header[27 + index] = packet.length;
  const bytes = Buffer.concat([header, ...packets]);
  bytes.writeUInt32LE(oggCrc(bytes), 22);
  return bytes;
}
