import type { CursorRules } from '@tollgate/http';
import { isId } from '@tollgate/ids';

export const userSorts = ['createdAt', 'email', 'name'] as const;
export type UserSort = (typeof userSorts)[number];

export const userCursors: CursorRules<UserSort> = {
  isId: (id) => isId('user', id),
  values: { createdAt: 'id', email: 'text', name: 'text' },
};
