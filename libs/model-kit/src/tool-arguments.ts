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
