import { createHash } from 'node:crypto';
import { isFields, type Fields } from './fields';

/** Arguments as parsable JSON text: empty became `{}`, an object its JSON. */
export function normalizeArguments(value: unknown): string {
  if (typeof value === 'string') return value.trim() === '' ? '{}' : value;
  return value === undefined || value === null ? '{}' : JSON.stringify(value);
}

/** Arguments as the object that some protocols require; invalid JSON is kept under `_raw`. */
export function parseArguments(text: string): Fields {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isFields(value)) return value;
  } catch {
    // Falls through: the model's own text is kept.
  }
  return { _raw: text };
}

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
