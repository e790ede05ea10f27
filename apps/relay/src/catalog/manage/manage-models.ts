import { AppError } from '@tollgate/errors';
import { makeUlid } from '@tollgate/ids';
import type { ModelDocument } from '../catalog';
import type { CreateModel, PatchModel, RetireModel } from '../catalog-schemas';
import { describeModel, type ModelRow } from '../catalog-rows';
import { hasSamePrices } from './upsert-models';
import type { CatalogBook } from './catalog-book';
import {
  auditRows,
  type CatalogChange,
  type OperatorContext,
  type RunCatalogCommand,
} from './run-catalog-command';

export interface ManageModels {
  /** Idempotent per ulid. */
  create(context: OperatorContext, model: CreateModel, ulid?: string): Promise<ModelRow>;
  patch(context: OperatorContext, id: string, changes: PatchModel): Promise<ModelRow>;
  /** From its date on, calls are refused and name the successor. */
  retire(context: OperatorContext, id: string, wanted: RetireModel): Promise<ModelRow>;
  /** Removes the model from the catalog; its receipts keep their prices. */
  hide(context: OperatorContext, id: string): Promise<void>;
}

const { deleted, saved } = auditRows('model', describeModel);

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
        return saved('admin.model.create', model.id, row);
      }),

    patch: (context, id, changes) =>
      run(context, async (book) => {
        const before = await getModel(book, id);
        const document = { ...before.document, ...changes } as ModelDocument;
        const row = await book.saveModel(document, await nextPriceVersion(book, before, document));
        return saved('admin.model.update', id, row, before);
      }),

    retire: (context, id, wanted) => run(context, (book) => retireModel(book, id, wanted)),

    hide: (context, id) =>
      run(context, async (book) => {
        const before = await getModel(book, id);
        await book.hideModel(id);
        return deleted('admin.model.delete', id, before);
      }),
  };
}

async function getModel(book: CatalogBook, id: string): Promise<ModelRow> {
  const row = await book.findModel(id);
  if (!row) throw new AppError('model_not_found', { message: `Model ${id} is not in the catalog` });
  return row;
}

async function retireModel(
  book: CatalogBook,
  id: string,
  { effectiveDate, successor }: RetireModel,
): Promise<CatalogChange<ModelRow>> {
  const before = await getModel(book, id);
  if (successor != null) await assertSuccessor(book, id, successor);
  const document = {
    ...before.document,
    deprecationDate: effectiveDate,
    ...(successor === undefined ? {} : { successor }),
  };
  const row = await book.saveModel(document, before.price_version);
  return saved('admin.model.retire', id, row, before);
}

async function assertSuccessor(book: CatalogBook, id: string, successor: string): Promise<void> {
  if (successor !== id && (await book.findModel(successor))) return;
  throw new AppError('bad_request', {
    message: 'successor names no other model of the catalog',
    param: 'successor',
  });
}

async function nextPriceVersion(
  book: CatalogBook,
  before: ModelRow,
  document: ModelDocument,
): Promise<bigint> {
  return hasSamePrices(before.document, document)
    ? before.price_version
    : (await book.readPriceVersion(document.id)) + 1n;
}
