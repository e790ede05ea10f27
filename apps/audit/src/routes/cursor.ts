import { AppError } from '@tollgate/errors';
import type { EntryPosition } from '../domain/audit-entry';

const cursorLengthMax = 400;

/** Opaque to clients: `<ms>.<id>`, encoded. */
export function encodeCursor({ occurredAt, id }: EntryPosition): string {
  return Buffer.from(`${occurredAt.getTime()}.${id}`, 'utf8').toString('base64url');
}

export function decodeCursor(cursor: string): EntryPosition {
  const text = Buffer.from(cursor.slice(0, cursorLengthMax), 'base64url').toString('utf8');
  const [, timeMs, id] = /^(\d{1,15})\.([^\0]+)$/.exec(text) ?? [];
  if (timeMs === undefined || id === undefined) {
    throw new AppError('unsupported_param', { message: 'cursor is not valid', param: 'cursor' });
  }
  return { occurredAt: new Date(Number(timeMs)), id };
}
