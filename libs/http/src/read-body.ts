import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { AppError } from '@tollgate/errors';
import { findBodyHold } from './body-budget';
import { isNestedDeeper } from './nesting';
import { runOut } from './run-out';

const mebibyte = 1024 * 1024;
/** Of every body that is not a file: what the edge lets through. */
export const jsonBodyBytesMax = 10 * mebibyte;

export interface ReadBodyOptions {
  /** 10 MB unless the route has a limit of its own. */
  readonly bytesMax?: number;
}

/**
 * The whole body; `body_too_large` as soon as it is longer than allowed. One without a declared
 * length is `overloaded` as soon as there is no room for it beside the others.
 */
export function readBody(
  request: IncomingMessage,
  { bytesMax = jsonBodyBytesMax }: ReadBodyOptions = {},
): Promise<Buffer> {
  const declared = request.headers['content-length'];
  const hold = declared === undefined ? findBodyHold(request) : undefined;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const stop = (error: AppError | undefined): void => {
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onError);
      request.pause();
      if (error !== undefined) reject(error);
    };
    const refuse = (): void => {
      stop(undefined);
      void runOut(request).then(() => reject(makeTooLargeError(bytesMax)));
    };
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > bytesMax) refuse();
      else if (hold === undefined || hold.take(chunk.length)) chunks.push(chunk);
      else {
        stop(makeNoRoomError());
        // The rest is discarded, so that the connection stays usable.
        request.resume();
      }
    };
    const onEnd = (): void => {
      request.off('close', onClose);
      const [first] = chunks;
      resolve(chunks.length === 1 && first ? first : Buffer.concat(chunks, bytes));
    };
    const onClose = (): void => stop(makeCutOffError());
    const onError = (cause: Error): void => stop(makeCutOffError(cause));

    if (Number(declared ?? 0) > bytesMax) {
      refuse();
      return;
    }
    request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onError);
  });
}

/** The unread rest of the body would be taken for the next request: the connection must close. */
function makeTooLargeError(bytesMax: number): AppError {
  return new AppError('body_too_large', {
    message: describeBodyLimit(bytesMax),
    headers: { connection: 'close' },
  });
}

/** The text of an error about a body beyond the limit of its route. */
export function describeBodyLimit(bytesMax: number): string {
  const limit =
    bytesMax >= mebibyte ? `${Math.floor(bytesMax / mebibyte)} MB` : `${bytesMax} bytes`;
  return `Request body is larger than ${limit}`;
}

const noRoomRetrySeconds = 2;

function makeNoRoomError(): AppError {
  return new AppError('overloaded', { retryAfterSeconds: noRoomRetrySeconds });
}

function makeCutOffError(cause?: unknown): AppError {
  return new AppError('bad_request', { message: 'The request body was cut off', cause });
}

const formTypes = /^\s*(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i;

/** The body as a JSON object, whatever its content type, unless that is a form. */
export async function readJsonBody(
  request: IncomingMessage,
  options?: ReadBodyOptions,
): Promise<Record<string, unknown>> {
  return (await readJsonText(request, options)).body;
}

/** The same with its source text, for handlers that pass the text on. */
export async function readJsonText(
  request: IncomingMessage,
  options?: ReadBodyOptions,
): Promise<{ readonly text: string; readonly body: Record<string, unknown> }> {
  const text = decodeText(await readJsonBytes(request, options));
  return { text, body: parseObject(text) };
}

/** The bytes of a body of any content type but a form. */
export async function readJsonBytes(
  request: IncomingMessage,
  options?: ReadBodyOptions,
): Promise<Buffer> {
  if (formTypes.test(request.headers['content-type'] ?? '')) {
    await runOut(request);
    throw new AppError('invalid_content_type', {
      message: 'Send the body as JSON, with Content-Type: application/json',
      headers: { connection: 'close' },
    });
  }
  return readBody(request, options);
}

/** A JSON object, or `invalid_json`. */
export function parseJsonObject(body: Buffer): Record<string, unknown> {
  return parseObject(decodeText(body));
}

/** Deeper values exhaust the stack of recursive code; real requests are not that deep. */
const nestingMax = 500;

function parseObject(text: string): Record<string, unknown> {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('invalid_json');
  }
  if (isNestedDeeper(value, nestingMax)) {
    throw new AppError('invalid_json', { message: 'Request body is nested too deeply' });
  }
  return value as Record<string, unknown>;
}

function decodeText(body: Buffer): string {
  if (!isUtf8(body)) throw new AppError('invalid_json');
  return body.toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid_json', { cause });
  }
}
