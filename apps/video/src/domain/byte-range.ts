/** Both ends are part of it. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export type RangeWish =
  /** The whole is wanted, or the wish is one that a server need not know. */
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly range: ByteRange }
  | { readonly kind: 'impossible' };

const whole: RangeWish = { kind: 'whole' };
const impossible: RangeWish = { kind: 'impossible' };
const singleRange = /^(\d*)-(\d*)$/;

/**
 * A `Range` header against a content of so many bytes. Other units, and several ranges at once, are
 * answered with the whole, as RFC 9110 allows; what cannot be read or had is impossible.
 */
export function readRange(header: string | undefined, bytesTotal: number): RangeWish {
  if (header === undefined) return whole;
  const [unit, ...rest] = header.split('=');
  if (unit?.trim().toLowerCase() !== 'bytes') return whole;
  const wish = rest.join('=').trim();
  if (wish.includes(',')) return whole;
  const [, first = '', last = ''] = singleRange.exec(wish) ?? [];
  if (first === '') return readSuffix(last, bytesTotal);
  const start = Number(first);
  const end = last === '' ? bytesTotal - 1 : Math.min(Number(last), bytesTotal - 1);
  return start > end ? impossible : { kind: 'part', range: { start, end } };
}

/** `-500`: the last 500 bytes. */
function readSuffix(length: string, bytesTotal: number): RangeWish {
  const bytes = Math.min(Number(length), bytesTotal);
  if (length === '' || bytes === 0) return impossible;
  return { kind: 'part', range: { start: bytesTotal - bytes, end: bytesTotal - 1 } };
}
