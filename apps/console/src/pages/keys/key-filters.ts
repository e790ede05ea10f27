import { makeListQuery, readListView, type ListRules, type ListView } from '../../app/list-view';
import { compact, readChoice, type Search } from '../../app/search';
import type { KeyQuery } from './key-desk';

/** A list of keys as it stands in the URL. */
export interface KeyView extends ListView {
  /** Absent: the keys that are not deleted. */
  readonly list?: 'deleted';
}

export function readKeyView(search: Search): KeyView {
  return compact({ ...readListView(search), list: readChoice(search, 'list', ['deleted']) });
}

type Sort = NonNullable<KeyQuery['sort']>;
type Sorted = Required<Pick<KeyQuery, 'sort' | 'order'>>;
type Rules = ListRules<Sort>;

/** The newest keys come first. */
const currentRules: Rules = {
  sorts: ['name', 'spend', 'lastUsedAt', 'expiresAt', 'createdAt', 'owner'],
  sort: 'createdAt',
  order: 'desc',
};

/** The keys that were deleted last come first. */
const deletedRules: Rules = {
  sorts: ['name', 'spend', 'lastUsedAt', 'owner', 'deletedAt'],
  sort: 'deletedAt',
  order: 'desc',
};

/** The query of a page of keys. */
export function makeKeyQuery({ list, ...view }: KeyView): KeyQuery & Sorted {
  return list === 'deleted'
    ? { status: 'deleted', ...makeListQuery(view, deletedRules) }
    : { include_disabled: 'true', ...makeListQuery(view, currentRules) };
}
