import { BitWriter } from './bit-writer';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Brightness and the two colours, 0 to 255 each. */
  readonly color: readonly [number, number, number];
}

export interface EncodedFrames {
  readonly sequenceSet: Uint8Array;
  readonly pictureSet: Uint8Array;
  /** The first picture, which stands alone. */
  readonly first: Uint8Array;
  /** One more that shows the same, by its place after the first. */
  makeNext(index: number): Uint8Array;
}

const blockPixels = 16;
const baselineProfile = 66;
const level40 = 40;
const frameNumberBits = 4;
const unitTypes = { slice: 1, instant: 5, sequenceSet: 7, pictureSet: 8 } as const;
const importance = 3 << 5;

/**
 * One coloured picture that stays, in H.264: every player can show it, and it takes a byte for
 * each block. Its first block says the colour, the others are predicted from their neighbours.
 */
export function encodeFrames(picture: Picture): EncodedFrames {
  return {
    sequenceSet: encodeSequenceSet(picture),
    pictureSet: encodePictureSet(),
    first: encodeFirst(picture),
    makeNext: (index) => encodeNext(picture, index),
  };
}

function countBlocks({ height, width }: Picture): {
  readonly columns: number;
  readonly rows: number;
} {
  return { columns: Math.ceil(width / blockPixels), rows: Math.ceil(height / blockPixels) };
}

function encodeSequenceSet(picture: Picture): Uint8Array {
  const { columns, rows } = countBlocks(picture);
  const right = (columns * blockPixels - picture.width) / 2;
  const bottom = (rows * blockPixels - picture.height) / 2;
  const writer = new BitWriter()
    .bits(baselineProfile, 8)
    .bits(0b1100_0000, 8)
    .bits(level40, 8)
    .unsigned(0)
    .unsigned(frameNumberBits - 4)
    // Pictures are shown in the order in which they come.
    .unsigned(2)
    .unsigned(1)
    .bit(0)
    .unsigned(columns - 1)
    .unsigned(rows - 1)
    .bit(1)
    .bit(1);
  const isCropped = right > 0 || bottom > 0;
  writer.bit(isCropped ? 1 : 0);
  if (isCropped) writer.unsigned(0).unsigned(right).unsigned(0).unsigned(bottom);
  return makeUnit(unitTypes.sequenceSet, writer.bit(0));
}

function encodePictureSet(): Uint8Array {
  const writer = new BitWriter()
    .unsigned(0)
    .unsigned(0)
    .bit(0)
    .bit(0)
    .unsigned(0)
    .unsigned(0)
    .unsigned(0)
    .bit(0)
    .bits(0, 2)
    .signed(0)
    .signed(0)
    .signed(0)
    // The filter between blocks can be switched off, as the slices do.
    .bit(1)
    .bit(0)
    .bit(0);
  return makeUnit(unitTypes.pictureSet, writer);
}

const intraSlice = 7;
const predictedSlice = 5;
const rawBlock = 25;
const flatBlock = 3;

function encodeFirst(picture: Picture): Uint8Array {
  const { columns, rows } = countBlocks(picture);
  const writer = new BitWriter()
    .unsigned(0)
    .unsigned(intraSlice)
    .unsigned(0)
    .bits(0, frameNumberBits)
    .unsigned(0)
    .bits(0, 2)
    .signed(0)
    .unsigned(1);
  writeRawBlock(writer, picture.color);
  for (let block = 1; block < columns * rows; block++) {
    writer.unsigned(flatBlock).unsigned(0).signed(0);
    // Beside a raw block the code for "nothing is left over" is another one.
    if (block === 1 && columns > 1) writer.bits(0b000011, 6);
    else if (block === columns) writer.bits(0b000011, 6);
    else writer.bit(1);
  }
  return makeUnit(unitTypes.instant, writer);
}

function writeRawBlock(writer: BitWriter, [bright, blue, red]: Picture['color']): void {
  writer.unsigned(rawBlock).align();
  for (let pixel = 0; pixel < 256; pixel++) writer.bits(bright, 8);
  for (let pixel = 0; pixel < 64; pixel++) writer.bits(blue, 8);
  for (let pixel = 0; pixel < 64; pixel++) writer.bits(red, 8);
}

/** All of its blocks are skipped: they are as before. */
function encodeNext(picture: Picture, index: number): Uint8Array {
  const { columns, rows } = countBlocks(picture);
  const writer = new BitWriter()
    .unsigned(0)
    .unsigned(predictedSlice)
    .unsigned(0)
    .bits(index % 2 ** frameNumberBits, frameNumberBits)
    .bit(0)
    .bit(0)
    .bit(0)
    .signed(0)
    .unsigned(1)
    .unsigned(columns * rows);
  return makeUnit(unitTypes.slice, writer);
}

/** Three bytes in a row must not look like the start of a unit. */
function makeUnit(type: number, writer: BitWriter): Uint8Array {
  const bytes = [importance | type];
  let zeros = 0;
  for (const byte of writer.end()) {
    if (zeros >= 2 && byte <= 3) {
      bytes.push(3);
      zeros = 0;
    }
    bytes.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Uint8Array.from(bytes);
}
