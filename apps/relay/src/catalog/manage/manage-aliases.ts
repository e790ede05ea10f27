import { AppError } from '@tollgate/errors';
import { makeUlid } from '@tollgate/ids';
import { describeAlias, isReservedTarget, type AliasRow, type CreateAlias } from '../alias';
import type { CatalogBook } from './catalog-book';
import { auditRows, type OperatorContext, type RunCatalogCommand } from './run-catalog-command';

export interface ManageAliases {
  /** Idempotent per ulid. Raises: bad_request, conflict. */
  create(context: OperatorContext, alias: CreateAlias, ulid?: string): Promise<AliasRow>;
  delete(context: OperatorContext, name: string): Promise<void>;
}

const { deleted, saved } = auditRows('alias', describeAlias);

export function createManageAliases(run: RunCatalogCommand): ManageAliases {
  return {
    create: (context, alias, ulid = makeUlid()) =>
      run(context, async (book) => {
        const existing = await book.aliases.find(alias.name);
        if (existing?.made_by === ulid) return { action: null, result: existing };
        await assertFree(book, alias.name, existing);
        await assertTarget(book, alias.model);
        await book.aliases.save([alias], ulid);
        return saved('admin.alias.create', alias.name, await getAlias(book, alias.name));
      }),

    delete: (context, name) =>
      run(context, async (book) => {
        const before = await getAlias(book, name);
        await book.aliases.delete(name);
        return deleted('admin.alias.delete', name, before);
      }),
  };
}

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
  throw AppError.forParam('unknown_model', 'model', `Model ${model} is not in the catalog`);
}

async function getAlias(book: CatalogBook, name: string): Promise<AliasRow> {
  const row = await book.aliases.find(name);
  if (!row) throw new AppError('not_found', { message: 'Alias not found' });
  return row;
}
