import type { IdempotencyStore } from '@tollgate/idempotency';
import { readOperator } from '@tollgate/identity';
import type { Handlers } from '@tollgate/http';
import { createAliasSchema, describeAlias } from '../catalog/alias';
import type { AliasReader } from '../catalog/manage/catalog-bulk';
import type { ManageAliases } from '../catalog/manage/manage-aliases';
import type { aliasOperations } from './aliases.operations';
import { answerCreate } from './answer-create';
import { readPage, renderPage } from './page';

export function createAliasHandlers(
  reader: AliasReader,
  manage: ManageAliases,
  idempotency: IdempotencyStore,
): Handlers<typeof aliasOperations> {
  return {
    'GET /api/admin/aliases': async (request, response) => {
      const page = readPage(request);
      response.json(renderPage(await reader.list(page), page, describeAlias));
    },

    'POST /api/admin/aliases': answerCreate(idempotency, {
      schema: createAliasSchema,
      create: (operator, wanted, ulid) => manage.create(operator, wanted, ulid),
      describe: describeAlias,
    }),

    'DELETE /api/admin/aliases/{name}': async (request, response) => {
      await manage.delete(readOperator(response), String(request.params['name']));
      response.status(204).end();
    },
  };
}
