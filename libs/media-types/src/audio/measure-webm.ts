import type { FileEnds } from './file-ends';

const infoId = Buffer.from([0x15, 0x49, 0xa9, 0x66]);
const scaleId = Buffer.from([0x2a, 0xd7, 0xb1]);
const durationId = Buffer.from([0x44, 0x89]);
const infoBytesMax = 4_096;
const scaleDefaultNs = 1_000_000;

/** Recorders in browsers leave the duration out: then it is undefined. */
export function measureWebm({ head }: FileEnds): number | undefined {
  const start = head.indexOf(infoId);
  if (start === -1) return undefined;
  const info = head.subarray(start, start + infoBytesMax);
  const scaleNs = readElement(info, scaleId, (value) => value.readUIntBE(0, value.length), 6);
  const duration = readElement(info, durationId, readFloat, 8);
  if (duration === undefined) return undefined;
  return (duration * (scaleNs ?? scaleDefaultNs)) / 1e9;
}

function readElement(
  info: Buffer,
  id: Buffer,
  read: (value: Buffer) => number | undefined,
  lengthMax: number,
): number | undefined {
  const at = info.indexOf(id);
  if (at === -1) return undefined;
  const length = (info[at + id.length] ?? 0) & 0x7f;
  const value = info.subarray(at + id.length + 1, at + id.length + 1 + length);
  return length === 0 || length > lengthMax || value.length < length ? undefined : read(value);
}

function readFloat(value: Buffer): number | undefined {
  if (value.length === 4) return value.readFloatBE(0);
  return value.length === 8 ? value.readDoubleBE(0) : undefined;
}
