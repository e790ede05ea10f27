import type { IncomingMessage } from 'node:http';
import { AppError } from '@tollgate/errors';
import { readBody } from '@tollgate/http';

const bodyBytesMax = 96 * 1024 * 1024;

/** Undefined: it is larger than any provider takes. */
export async function readText(request: IncomingMessage): Promise<string | undefined> {
  try {
    return (await readBody(request, { bytesMax: bodyBytesMax })).toString('utf8');
  } catch (error) {
    if (AppError.is(error, 'body_too_large')) return undefined;
    throw error;
  }
}
