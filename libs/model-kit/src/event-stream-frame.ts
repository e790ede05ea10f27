import { crc32 } from 'node:zlib';

const preludeBytes = 12;
const checksumBytes = 4;
const textType = 7;

/** One frame of `application/vnd.amazon.eventstream`; all headers are texts. */
export function writeEventStreamFrame(
  headers: Readonly<Record<string, string>>,
  payload: string,
): Buffer {
  const headerBytes = Buffer.concat(Object.entries(headers).map(writeHeader));
  const body = Buffer.from(payload);
  const prelude = Buffer.alloc(preludeBytes);
  prelude.writeUInt32BE(preludeBytes + headerBytes.length + body.length + checksumBytes, 0);
  prelude.writeUInt32BE(headerBytes.length, 4);
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8);
  const frame = Buffer.concat([prelude, headerBytes, body]);
  const checksum = Buffer.alloc(checksumBytes);
  checksum.writeUInt32BE(crc32(frame));
  return Buffer.concat([frame, checksum]);
}

function writeHeader([name, value]: readonly [string, string]): Buffer {
  const nameBytes = Buffer.from(name);
  const valueBytes = Buffer.from(value);
  const valueHead = Buffer.from([textType, valueBytes.length >> 8, valueBytes.length & 0xff]);
  return Buffer.concat([Buffer.from([nameBytes.length]), nameBytes, valueHead, valueBytes]);
}

/** An event whose payload is JSON. */
export function writeEventFrame(type: string, payload: string): Buffer {
  return writeEventStreamFrame(
    { ':event-type': type, ':content-type': 'application/json', ':message-type': 'event' },
    payload,
  );
}

/** A failure that the model of the API lists. */
export function writeExceptionFrame(type: string, payload: string): Buffer {
  return writeEventStreamFrame(
    { ':message-type': 'exception', ':exception-type': type, ':content-type': 'application/json' },
    payload,
  );
}
