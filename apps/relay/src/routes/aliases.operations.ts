import { defineOperations, pageOf, timeField } from '@tollgate/http';
import { z } from 'zod';
import { createAliasSchema } from '../catalog/alias';
import { pageSchema } from './page';

const aliasSchema = z
  .object({ name: z.string(), model: z.string(), createdAt: timeField })
  .meta({ id: 'ModelAlias' });

export const aliasOperations = defineOperations({
  'GET /api/admin/aliases': {
    id: 'listAliases',
    tag: 'Operator',
    summary: 'Aliases of models',
    query: pageSchema,
    answers: { 200: { about: 'A page of aliases.', body: pageOf(aliasSchema) } },
  },
  'POST /api/admin/aliases': {
    id: 'createAlias',
    tag: 'Operator',
    summary: 'Adds an alias of a model',
    body: createAliasSchema,
    isIdempotent: true,
    answers: { 201: { about: 'The alias.', body: aliasSchema } },
  },
  'DELETE /api/admin/aliases/{name}': {
    id: 'deleteAlias',
    tag: 'Operator',
    summary: 'Deletes an alias',
    answers: { 204: { about: 'Done.' } },
  },
});
