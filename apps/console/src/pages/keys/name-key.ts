import { t } from '../../i18n/language';
import type { Key } from './key-desk';

type NamedKey = Pick<Key, 'id' | 'name' | 'deletedAt'>;

/** The name of a key, marked when the key is deleted. */
export function nameKey({ deletedAt, name }: NamedKey): string {
  return deletedAt === null ? name : t('{name} (deleted)', { name });
}

/** Keys to choose from, as the options of a select; the same key may be in several lists. */
export function listKeyNames(keys: readonly NamedKey[]): Readonly<Record<string, string>> {
  return Object.fromEntries(keys.map((key) => [key.id, nameKey(key)]));
}
