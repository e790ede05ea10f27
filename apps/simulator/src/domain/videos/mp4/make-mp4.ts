import { encodeFrames, type EncodedFrames, type Picture } from './encode-frames';
import { long, longs, makeBox, makeFullBox, short, text, zeros } from './write-boxes';

export interface Clip extends Picture {
  readonly seconds: number;
}

const framesPerSecond = 10;
/** Parts of a second that times are counted in. */
const timescale = 1_000;
const frameTicks = timescale / framesPerSecond;
const secondsMax = 120;
/** Nothing is turned, moved or scaled. */
const unityMatrix = longs(0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000);
const fullRate = longs(0x1_0000);

/** A file that plays: one coloured picture for so many seconds. */
export function makeMp4(clip: Clip): Buffer {
  const frames = encodeFrames(clip);
  const samples = listSamples(frames, clip.seconds);
  const type = makeBox('ftyp', text('isom'), long(512), text('isomiso2avc1mp41'));
  const data = makeBox('mdat', ...samples);
  // How long the index is does not depend on where it says that the data begins.
  const indexBytes = makeIndex(clip, frames, samples, 0).length;
  const index = makeIndex(clip, frames, samples, type.length + indexBytes + 8);
  return Buffer.concat([type, index, data]);
}

function listSamples(frames: EncodedFrames, seconds: number): readonly Buffer[] {
  const count = Math.max(1, Math.round(Math.min(seconds, secondsMax) * framesPerSecond));
  return Array.from({ length: count }, (_unused, index) => {
    const unit = index === 0 ? frames.first : frames.makeNext(index);
    return Buffer.concat([Buffer.from(long(unit.length)), unit]);
  });
}

function makeIndex(
  clip: Clip,
  frames: EncodedFrames,
  samples: readonly Buffer[],
  dataOffset: number,
): Buffer {
  const ticks = samples.length * frameTicks;
  const movie = makeFullBox(
    'mvhd',
    0,
    longs(0, 0, timescale, ticks),
    fullRate,
    short(0x100),
    zeros(10),
    unityMatrix,
    zeros(24),
    long(2),
  );
  const track = makeFullBox(
    'tkhd',
    3,
    longs(0, 0, 1, 0, ticks),
    zeros(16),
    unityMatrix,
    longs(clip.width * 0x1_0000, clip.height * 0x1_0000),
  );
  const media = makeBox(
    'mdia',
    makeFullBox('mdhd', 0, longs(0, 0, timescale, ticks), short(0x55c4), short(0)),
    makeFullBox('hdlr', 0, long(0), text('vide'), zeros(12), text('video\0')),
    makeBox(
      'minf',
      makeFullBox('vmhd', 1, zeros(8)),
      makeBox('dinf', makeFullBox('dref', 0, long(1), makeFullBox('url ', 1))),
      makeSampleTable(clip, frames, samples, dataOffset),
    ),
  );
  return makeBox('moov', movie, makeBox('trak', track, media));
}

function makeSampleTable(
  clip: Clip,
  frames: EncodedFrames,
  samples: readonly Buffer[],
  dataOffset: number,
): Buffer {
  const sizes = samples.map(({ length }) => length);
  return makeBox(
    'stbl',
    makeFullBox('stsd', 0, long(1), makeVideoEntry(clip, frames)),
    makeFullBox('stts', 0, longs(1, samples.length, frameTicks)),
    makeFullBox('stss', 0, longs(1, 1)),
    makeFullBox('stsc', 0, longs(1, 1, samples.length, 1)),
    makeFullBox('stsz', 0, longs(0, sizes.length, ...sizes)),
    makeFullBox('stco', 0, longs(1, dataOffset)),
  );
}

const dotsPerInch = 72 * 0x1_0000;
const colorDepth = 24;
const noTable = 0xffff;

function makeVideoEntry({ height, width }: Clip, frames: EncodedFrames): Buffer {
  const { pictureSet, sequenceSet } = frames;
  const configuration = makeBox(
    'avcC',
    [1, ...sequenceSet.slice(1, 4), 0xff, 0xe1],
    short(sequenceSet.length),
    sequenceSet,
    [1],
    short(pictureSet.length),
    pictureSet,
  );
  return makeBox(
    'avc1',
    zeros(6),
    short(1),
    zeros(16),
    short(width),
    short(height),
    longs(dotsPerInch, dotsPerInch, 0),
    short(1),
    zeros(32),
    short(colorDepth),
    short(noTable),
    configuration,
  );
}
