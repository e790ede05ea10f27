import { createHash } from 'node:crypto';

const allowed = /^[a-zA-Z0-9_-]{1,64}$/;
const hashCharacters = 40;

/**
 * An id that the API takes. The same id always becomes the same one, so that a call and its result
 * still meet, and the bytes of a conversation stay the same from turn to turn.
 */
export function mapToolId(id: string): string {
  if (allowed.test(id)) return id;
  return `call_${createHash('sha256').update(id).digest('hex').slice(0, hashCharacters)}`;
}
