import { crc32 } from 'node:zlib';

/** length (u32) + CRC-32 of the payload (u32), little endian, then the payload. */
export const frameHeaderBytes = 8;
/** A longer length is not a record but a torn or foreign byte. */
export const payloadBytesMax = 1024 * 1024;

export function encodeFrame(payload: Uint8Array): Buffer {
  if (payload.length === 0 || payload.length > payloadBytesMax) {
    throw new RangeError(`a spool record has 1 to ${payloadBytesMax} bytes, not ${payload.length}`);
  }
  const frame = Buffer.allocUnsafe(frameHeaderBytes + payload.length);
  frame.writeUInt32LE(payload.length, 0);
  frame.writeUInt32LE(crc32(payload), 4);
  frame.set(payload, frameHeaderBytes);
  return frame;
}

export type FrameReading =
  | { readonly kind: 'record'; readonly payload: Buffer; readonly endOffset: number }
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'damaged' };

/** Reads the frame at `offset`; `incomplete` means that more bytes may still make it whole. */
export function readFrame(bytes: Buffer, offset: number): FrameReading {
  if (bytes.length < offset + frameHeaderBytes) return { kind: 'incomplete' };
  const length = bytes.readUInt32LE(offset);
  if (length === 0 || length > payloadBytesMax) return { kind: 'damaged' };
  const endOffset = offset + frameHeaderBytes + length;
  if (bytes.length < endOffset) return { kind: 'incomplete' };
  const payload = bytes.subarray(offset + frameHeaderBytes, endOffset);
  if (crc32(payload) !== bytes.readUInt32LE(offset + 4)) return { kind: 'damaged' };
  return { kind: 'record', payload, endOffset };
}
