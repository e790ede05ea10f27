import { makeListQuery, type ListRules, type ListView } from '../../app/list-view';
import type { KeyQuery } from './key-desk';

/** The newest keys come first. */
export const keyRules: ListRules<NonNullable<KeyQuery['sort']>> = {
  sorts: ['name', 'spend', 'lastUsedAt', 'expiresAt', 'createdAt', 'owner'],
  sort: 'createdAt',
  order: 'desc',
};

/** The query of a page of keys. */
export function makeKeyQuery(view: ListView): KeyQuery {
  return { include_disabled: 'true', ...makeListQuery(view, keyRules) };
}
