import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';

export interface MultipartFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: number;
  /** From the first byte, at every call. */
  open(): Readable;
}

export type MultipartPart =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly file: MultipartFile };

export interface WrittenForm {
  readonly contentType: string;
  readonly contentLength: number;
  /** The whole body, for every attempt at an upstream. */
  readonly open: () => Readable;
}

const lineEnd = '\r\n';
const typePattern = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/;

/** A form with a known length that is not held in memory. */
export function writeMultipart(parts: readonly MultipartPart[]): WrittenForm {
  const boundary = `tollgate-${randomBytes(18).toString('hex')}`;
  const heads = parts.map((part) => Buffer.from(writeHead(boundary, part)));
  const end = Buffer.from(`--${boundary}--${lineEnd}`);
  const contentLength = parts.reduce(
    (sum, part, index) => sum + (heads[index]?.length ?? 0) + countBytes(part) + lineEnd.length,
    end.length,
  );
  async function* write(): AsyncGenerator<Buffer> {
    for (const [index, part] of parts.entries()) {
      yield heads[index] as Buffer;
      if ('file' in part) yield* part.file.open() as AsyncIterable<Buffer>;
      else if (part.value !== '') yield Buffer.from(part.value);
      yield Buffer.from(lineEnd);
    }
    yield end;
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    contentLength,
    open: () => Readable.from(write(), { objectMode: false }),
  };
}

function writeHead(boundary: string, part: MultipartPart): string {
  const start = `--${boundary}${lineEnd}Content-Disposition: form-data; name="${quote(part.name)}"`;
  if (!('file' in part)) return start + lineEnd + lineEnd;
  const { contentType, fileName } = part.file;
  // What a client claims must not begin a header of its own.
  const type = typePattern.test(contentType) ? contentType : 'application/octet-stream';
  const name = `; filename="${quote(fileName)}"`;
  return `${start}${name}${lineEnd}Content-Type: ${type}${lineEnd}${lineEnd}`;
}

/** As browsers do it. */
function quote(text: string): string {
  return text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}

function countBytes(part: MultipartPart): number {
  return 'file' in part ? part.file.bytes : Buffer.byteLength(part.value);
}
