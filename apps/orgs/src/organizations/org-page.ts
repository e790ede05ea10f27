import type { CursorRules } from '@tollgate/http';
import { isId } from '@tollgate/ids';

export const orgSorts = ['createdAt', 'name'] as const;
export type OrgSort = (typeof orgSorts)[number];

export const orgCursors: CursorRules<OrgSort> = {
  isId: (id) => isId('organization', id),
  values: { createdAt: 'id', name: 'text' },
};
