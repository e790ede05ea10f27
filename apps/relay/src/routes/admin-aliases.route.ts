import type { IdempotencyStore } from '@tollgate/idempotency';
import type { Handlers } from '@tollgate/http';
import { createAliasSchema, describeAlias } from '../catalog/alias';
import type { AliasReader } from '../catalog/manage/catalog-book';
import type { ManageAliases } from '../catalog/manage/manage-aliases';
import type { aliasOperations } from './aliases.operations';
import { answerCreate, answerDelete, answerList } from './operator-answers';

export function createAliasHandlers(
  reader: AliasReader,
  manage: ManageAliases,
  idempotency: IdempotencyStore,
): Handlers<typeof aliasOperations> {
  return {
    'GET /api/admin/aliases': answerList((page) => reader.list(page), describeAlias),
    'POST /api/admin/aliases': answerCreate(idempotency, {
      schema: createAliasSchema,
      create: (operator, wanted, ulid) => manage.create(operator, wanted, ulid),
      describe: describeAlias,
    }),
    'DELETE /api/admin/aliases/{name}': answerDelete(
      (operator, name) => manage.delete(operator, name),
      'name',
    ),
  };
}
