import { crc32 } from 'node:zlib';
import { BadUpstreamEventError, type EventReader, type SseEvent } from '@tollgate/model-spec';
import { SseOversizeError } from './sse-reader';

/** The length of the frame, the length of its headers, and a checksum of both. */
const preludeBytes = 12;
const checksumBytes = 4;
const frameBytesMin = preludeBytes + checksumBytes;

/** The name of an event that reports a failure; its data is `{type, message, …}`. */
export const exceptionEvent = 'exception';

/**
 * Reads `application/vnd.amazon.eventstream`, Amazon's binary framing. Both checksums of a frame
 * are verified, and a length is used only after its checksum.
 */
export class EventStreamReader implements EventReader {
  readonly #eventBytesMax: number;
  #pieces: Buffer[] = [];
  #bytes = 0;
  /** Nothing can be complete before so many bytes are here. */
  #bytesNeeded = preludeBytes;

  constructor(eventBytesMax: number) {
    this.#eventBytesMax = eventBytesMax;
  }

  push(bytes: Uint8Array): readonly SseEvent[] {
    return this.parse(this.cut(bytes));
  }

  cut(bytes: Uint8Array): string {
    this.#pieces.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    this.#bytes += bytes.byteLength;
    // Pieces are joined only when they complete something: a frame may arrive byte by byte.
    if (this.#bytes < this.#bytesNeeded) return '';
    const joined = Buffer.concat(this.#pieces);
    const end = this.#findEnd(joined);
    const rest = joined.subarray(end);
    this.#pieces = [rest];
    this.#bytes = rest.length;
    return joined.toString('latin1', 0, end);
  }

  parse(block: string): readonly SseEvent[] {
    const bytes = Buffer.from(block, 'latin1');
    const events: SseEvent[] = [];
    for (let start = 0; start < bytes.length;) {
      const frame = bytes.subarray(start, start + bytes.readUInt32BE(start));
      events.push(...readFrame(frame));
      start += frame.length;
    }
    return events;
  }

  /** Where the last complete frame ends. */
  #findEnd(bytes: Buffer): number {
    let end = 0;
    while (bytes.length - end >= preludeBytes) {
      const frameBytes = readLength(bytes.subarray(end, end + preludeBytes));
      if (frameBytes > this.#eventBytesMax) {
        throw new SseOversizeError(`an event is larger than ${this.#eventBytesMax} bytes`);
      }
      if (bytes.length - end < frameBytes) {
        this.#bytesNeeded = frameBytes;
        return end;
      }
      end += frameBytes;
    }
    this.#bytesNeeded = preludeBytes;
    return end;
  }
}

function readLength(prelude: Buffer): number {
  if (crc32(prelude.subarray(0, 8)) !== prelude.readUInt32BE(8)) {
    throw new BadUpstreamEventError('the prelude of a frame does not match its checksum');
  }
  const frameBytes = prelude.readUInt32BE(0);
  if (frameBytes < frameBytesMin + prelude.readUInt32BE(4)) {
    throw new BadUpstreamEventError('a frame is shorter than its headers');
  }
  return frameBytes;
}

function readFrame(frame: Buffer): readonly SseEvent[] {
  const checksumStart = frame.length - checksumBytes;
  if (crc32(frame.subarray(0, checksumStart)) !== frame.readUInt32BE(checksumStart)) {
    throw new BadUpstreamEventError('a frame does not match its checksum');
  }
  const headersEnd = preludeBytes + frame.readUInt32BE(4);
  const headers = readHeaders(frame.subarray(preludeBytes, headersEnd));
  const payload = frame.toString('utf8', headersEnd, checksumStart);
  switch (headers.get(':message-type')) {
    case 'event':
      return [{ name: headers.get(':event-type'), data: payload }];
    case 'exception':
      return [makeException(headers.get(':exception-type'), readObject(payload))];
    case 'error':
      // A failure that the model of the API does not list has no payload.
      return [
        makeException(headers.get(':error-code'), { message: headers.get(':error-message') }),
      ];
    default:
      return [];
  }
}

function makeException(type: string | undefined, more: object): SseEvent {
  return { name: exceptionEvent, data: JSON.stringify({ ...more, type }) };
}

function readObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return { message: text };
  }
}

const textType = 7;
/** By type: true, false, byte, short, integer, long, bytes, text, timestamp, UUID. */
const fixedBytes: readonly (number | undefined)[] = [0, 0, 1, 2, 4, 8, undefined, undefined, 8, 16];

/** The headers that are texts. */
function readHeaders(bytes: Buffer): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  try {
    for (let place = 0; place < bytes.length;) {
      const nameEnd = place + 1 + bytes.readUInt8(place);
      const name = bytes.toString('utf8', place + 1, nameEnd);
      const type = bytes.readUInt8(nameEnd);
      const fixed = fixedBytes[type];
      const start = nameEnd + 1 + (fixed === undefined ? 2 : 0);
      const end = start + (fixed ?? bytes.readUInt16BE(nameEnd + 1));
      if (type >= fixedBytes.length || end > bytes.length) throw new RangeError('bad header');
      if (type === textType) headers.set(name, bytes.toString('utf8', start, end));
      place = end;
    }
  } catch {
    throw new BadUpstreamEventError('the headers of a frame cannot be read');
  }
  return headers;
}
