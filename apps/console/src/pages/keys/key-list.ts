import type { ListAccountKeysResponse } from '../../api/generated/types.gen';

export type Key = ListAccountKeysResponse['keys'][number];
export type KeySort = 'name' | 'spend' | 'lastUsed' | 'expires' | 'created';

/** Keys whose name or ending contains the text. */
export function findKeys(keys: readonly Key[], text: string): readonly Key[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return keys;
  return keys.filter(
    ({ keySuffix, name }) =>
      name.toLowerCase().includes(wanted) || keySuffix.toLowerCase().includes(wanted),
  );
}

const compare: Readonly<Record<KeySort, (left: Key, right: Key) => number>> = {
  name: (left, right) => left.name.localeCompare(right.name),
  spend: (left, right) => left.usage - right.usage,
  lastUsed: (left, right) => toMs(left.lastUsed, 0) - toMs(right.lastUsed, 0),
  expires: (left, right) => toMs(left.expiresAt, Infinity) - toMs(right.expiresAt, Infinity) || 0,
  created: (left, right) => toMs(left.createdAt, 0) - toMs(right.createdAt, 0),
};

export function sortKeys(keys: readonly Key[], by: KeySort, isDescending: boolean): readonly Key[] {
  const sorted = keys.toSorted(compare[by]);
  return isDescending ? sorted.reverse() : sorted;
}

function toMs(time: string | null, without: number): number {
  return time === null ? without : Date.parse(time);
}
