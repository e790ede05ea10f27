import { type CursorRules, printable } from '@tollgate/http';

export const publicSorts = [
  'id',
  'name',
  'created',
  'context_length',
  'prompt_price',
  'completion_price',
] as const;
export type PublicSort = (typeof publicSorts)[number];

export const slugLengthMax = 300;

export const publicCursors: CursorRules<PublicSort> = {
  isId: (id) => id.length <= slugLengthMax && printable.test(id),
  values: {
    id: 'id',
    name: 'text',
    created: 'count',
    context_length: 'count',
    prompt_price: 'decimal',
    completion_price: 'decimal',
  },
};
