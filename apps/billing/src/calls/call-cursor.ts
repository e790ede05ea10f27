import { AppError } from '@tollgate/errors';
import { isUlid } from '@tollgate/ids';

const cursorVersion = 'v1.';

/** Opaque to clients: its content may change. */
export function encodeCallCursor(ulid: string): string {
  return Buffer.from(`${cursorVersion}${ulid}`).toString('base64url');
}

export function decodeCallCursor(cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const ulid = text.slice(cursorVersion.length);
  if (!text.startsWith(cursorVersion) || !isUlid(ulid)) {
    throw new AppError('unsupported_param', {
      message: 'cursor: must be a nextCursor of an earlier answer',
      param: 'cursor',
    });
  }
  return ulid;
}
