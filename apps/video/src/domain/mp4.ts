/** Nothing larger is passed on or kept. */
export const videoBytesMax = 2 * 1024 * 1024 * 1024;

const boxHeaderBytes = 8;
const largeHeaderBytes = 16;
/** The first box of every MP4 file. */
const magicBytes = 12;
const boxesMax = 1_000;
const versionBytes = 4;

/** Whether bytes are the beginning of an MP4 file, whatever their declared type. */
export function isMp4(start: Buffer): boolean {
  return start.length >= magicBytes && start.toString('latin1', 4, 8) === 'ftyp';
}

/** A box that was read, whole or in part. */
interface Box {
  readonly type: string;
  readonly bodyStart: number;
  readonly end: number;
}

/** The duration of an MP4, if this piece of it, which begins with a box, contains it. */
export function findMp4Seconds(file: Buffer): number | undefined {
  const movie = findBox(file, 0, file.length, 'moov');
  const header = movie && findBox(file, movie.bodyStart, movie.end, 'mvhd');
  return header && readMovieHeader(file, header);
}

/** Where `moov` begins, or may begin: after the last box whose header was read. */
export function findMoovStart(file: Buffer): number | undefined {
  let position = 0;
  for (let count = 0; count < boxesMax; count++) {
    const box = readBox(file, position);
    if (box === undefined || box.type === 'moov') return position;
    if (box.end === Infinity) return undefined;
    position = box.end;
  }
  return undefined;
}

function findBox(file: Buffer, start: number, end: number, type: string): Box | undefined {
  let position = start;
  for (let count = 0; count < boxesMax && position < end; count++) {
    const box = readBox(file, position);
    if (box === undefined || box.type === type) return box;
    position = box.end;
  }
  return undefined;
}

function readBox(file: Buffer, start: number): Box | undefined {
  if (start + boxHeaderBytes > file.length) return undefined;
  const size = file.readUInt32BE(start);
  const type = file.toString('latin1', start + 4, start + 8);
  if (size >= boxHeaderBytes) return { type, bodyStart: start + boxHeaderBytes, end: start + size };
  if (size === 0) return { type, bodyStart: start + boxHeaderBytes, end: Infinity };
  if (size !== 1 || start + largeHeaderBytes > file.length) return undefined;
  const large = Number(file.readBigUInt64BE(start + boxHeaderBytes));
  if (large < largeHeaderBytes || !Number.isSafeInteger(large)) return undefined;
  return { type, bodyStart: start + largeHeaderBytes, end: start + large };
}

/** Version 1 has times of 64 bits, version 0 of 32. */
function readMovieHeader(file: Buffer, { bodyStart }: Box): number | undefined {
  const isLong = file[bodyStart] === 1;
  const timescaleAt = bodyStart + versionBytes + (isLong ? 16 : 8);
  const durationAt = timescaleAt + 4;
  if (durationAt + (isLong ? 8 : 4) > file.length) return undefined;
  const timescale = file.readUInt32BE(timescaleAt);
  const duration = isLong
    ? Number(file.readBigUInt64BE(durationAt))
    : file.readUInt32BE(durationAt);
  const seconds = duration / timescale;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}
