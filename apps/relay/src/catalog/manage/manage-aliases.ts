import { AppError } from '@tollgate/errors';
import { makeUlid } from '@tollgate/ids';
import { describeAlias, isReservedTarget, type AliasRow, type CreateAlias } from '../alias';
import type { CatalogBook } from './catalog-book';
import type { OperatorContext, RunCatalogCommand } from './run-catalog-command';

export interface ManageAliases {
  /** Idempotent per ulid. Raises: bad_request, conflict. */
  create(context: OperatorContext, alias: CreateAlias, ulid?: string): Promise<AliasRow>;
  delete(context: OperatorContext, name: string): Promise<void>;
}

export function createManageAliases(run: RunCatalogCommand): ManageAliases {
  return {
    create: (context, alias, ulid = makeUlid()) =>
      run(context, async (book) => {
        const existing = await book.aliases.find(alias.name);
        if (existing?.made_by === ulid) return { action: null, result: existing };
        await assertFree(book, alias.name, existing);
        await assertTarget(book, alias.model);
        await book.aliases.save([alias], ulid);
        const row = await getAlias(book, alias.name);
        return {
          action: 'admin.alias.create',
          target: aliasTarget(alias.name),
          after: describeAlias(row),
          result: row,
        };
      }),

    delete: (context, name) =>
      run(context, async (book) => {
        const before = await getAlias(book, name);
        await book.aliases.delete(name);
        return {
          action: 'admin.alias.delete',
          target: aliasTarget(name),
          before: describeAlias(before),
          result: undefined,
        };
      }),
  };
}

const aliasTarget = (id: string): { type: string; id: string } => ({ type: 'alias', id });

async function assertFree(
  book: CatalogBook,
  name: string,
  existing: AliasRow | undefined,
): Promise<void> {
  if (existing) throw new AppError('conflict', { message: `Alias ${name} exists already` });
  if (await book.findModel(name)) {
    throw new AppError('conflict', { message: `${name} is a model of the catalog` });
  }
}

async function assertTarget(book: CatalogBook, model: string): Promise<void> {
  if (isReservedTarget(model) || (await book.findModel(model))) return;
  throw new AppError('unknown_model', {
    message: `Model ${model} is not in the catalog`,
    param: 'model',
  });
}

async function getAlias(book: CatalogBook, name: string): Promise<AliasRow> {
  const row = await book.aliases.find(name);
  if (!row) throw new AppError('not_found', { message: 'Alias not found' });
  return row;
}
