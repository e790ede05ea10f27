import { type CursorRules, printable } from '@tollgate/http';

export const modelSorts = ['id', 'name', 'createdAt', 'updatedAt'] as const;
export type ModelSort = (typeof modelSorts)[number];
export const routeSorts = ['id', 'pattern', 'priority', 'createdAt', 'updatedAt'] as const;
export type RouteSort = (typeof routeSorts)[number];

const idLengthMax = 300;

/** Ids of the catalog are chosen by operators. */
function isCatalogId(id: string): boolean {
  return id.length <= idLengthMax && printable.test(id);
}

export const modelCursors: CursorRules<ModelSort> = {
  isId: isCatalogId,
  values: { id: 'id', name: 'text', createdAt: 'time', updatedAt: 'time' },
};

export const routeCursors: CursorRules<RouteSort> = {
  isId: isCatalogId,
  values: {
    id: 'id',
    pattern: 'text',
    priority: 'integer',
    createdAt: 'time',
    updatedAt: 'time',
  },
};
