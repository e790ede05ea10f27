export type Fields = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asRecord(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

export function asRecords(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function asTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
}

export function readCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** The text of a content, whether it is a string or a list of parts. */
export function getText(content: unknown): string {
  if (typeof content === 'string') return content;
  return asRecords(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('');
}
