import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@tollgate/errors';
import { makeUlid } from '@tollgate/ids';
import type { ModelDocument } from '../domain/catalog';
import type { CreateModel, PatchModel } from '../domain/catalog-schemas';
import { describeModel, type ModelRow } from '../domain/catalog-rows';
import type { CatalogBook } from './ports';
import type { OperatorContext, RunCatalogCommand } from './run-catalog-command';

export interface ManageModels {
  /** Once for a ulid, however often it is called. */
  create(context: OperatorContext, model: CreateModel, ulid?: string): Promise<ModelRow>;
  patch(context: OperatorContext, id: string, changes: PatchModel): Promise<ModelRow>;
  /** The model disappears from the catalog; its receipts keep their prices. */
  hide(context: OperatorContext, id: string): Promise<void>;
}

export function createManageModels(run: RunCatalogCommand): ManageModels {
  return {
    create: (context, model, ulid = makeUlid()) =>
      run(context, async (book) => {
        const existing = await book.findModel(model.id);
        if (existing?.made_by === ulid) return { action: null, result: existing };
        if (existing)
          throw new AppError('conflict', { message: `Model ${model.id} exists already` });
        const version = (await book.readPriceVersion(model.id)) + 1n;
        const row = await book.saveModel(model, version, ulid);
        return {
          action: 'admin.model.create',
          target: modelTarget(model.id),
          after: describeModel(row),
          result: row,
        };
      }),

    patch: (context, id, changes) =>
      run(context, async (book) => {
        const before = await getModel(book, id);
        const document = { ...before.document, ...changes } as ModelDocument;
        const row = await book.saveModel(document, await nextPriceVersion(book, before, document));
        return {
          action: 'admin.model.update',
          target: modelTarget(id),
          before: describeModel(before),
          after: describeModel(row),
          result: row,
        };
      }),

    hide: (context, id) =>
      run(context, async (book) => {
        const before = await getModel(book, id);
        await book.hideModel(id);
        return {
          action: 'admin.model.delete',
          target: modelTarget(id),
          before: describeModel(before),
          result: undefined,
        };
      }),
  };
}

const modelTarget = (id: string): { type: string; id: string } => ({ type: 'model', id });

async function getModel(book: CatalogBook, id: string): Promise<ModelRow> {
  const row = await book.findModel(id);
  if (!row) throw new AppError('model_not_found', { message: `Model ${id} is not in the catalog` });
  return row;
}

/** Only a change of prices makes a new price list; a receipt must stay readable for ever. */
async function nextPriceVersion(
  book: CatalogBook,
  before: ModelRow,
  document: ModelDocument,
): Promise<bigint> {
  const isSame =
    isDeepStrictEqual(before.document.prices, document.prices) &&
    isDeepStrictEqual(before.document.tiers ?? [], document.tiers ?? []);
  return isSame ? before.price_version : (await book.readPriceVersion(document.id)) + 1n;
}
