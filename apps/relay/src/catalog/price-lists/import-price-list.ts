import { AppError } from '@tollgate/errors';
import { makeId } from '@tollgate/ids';
import type { CatalogBook, SavedModel } from '../manage/catalog-book';
import { assertRoom, readEffectiveAt } from '../manage/manage-planned-prices';
import type { OperatorContext, RunCatalogCommand } from '../manage/run-catalog-command';
import { replacePrices, type NewPlannedRow } from '../planned-prices';
import type { PriceList } from './listed-entry';
import { planImport, type ImportPlan, type ImportWrite, type ModelChange } from './plan-import';
import type { ImportPriceListBody, PreviewPriceList } from './price-list-schemas';
import { readLiteLlm } from './read-litellm';
import { readOpenRouter } from './read-openrouter';

type Count = ModelChange['outcome'] | 'gone' | 'skipped';

export interface PriceListPreview extends Omit<ImportPlan, 'writes'> {
  readonly effectiveAt: string | null;
  readonly counts: Readonly<Record<Count, number>>;
}

export interface PriceListResult {
  readonly effectiveAt: string | null;
  readonly added: number;
  /** Models whose prices changed, or change at `effectiveAt`. */
  readonly repriced: number;
  /** Models whose deprecation date changed. */
  readonly dated: number;
}

export interface ImportPriceLists {
  /** Raises: bad_request. */
  preview(body: PreviewPriceList): Promise<PriceListPreview>;
  /** All or nothing. Raises: bad_request, conflict when something has changed since the preview. */
  apply(context: OperatorContext, body: ImportPriceListBody): Promise<PriceListResult>;
}

export type ImportReader = Pick<CatalogBook, 'aliases' | 'bulk' | 'plans'>;

const entriesMax = 10_000;
const rowsMax = 50_000;

export function createImportPriceLists(
  run: RunCatalogCommand,
  reader: ImportReader,
  getNowMs: () => number = Date.now,
): ImportPriceLists {
  const plan = async (book: ImportReader, body: PreviewPriceList): Promise<ImportPlan> => {
    const nowMs = getNowMs();
    const options = {
      providers: body.providers === undefined ? undefined : new Set(body.providers),
      addModels: body.addModels ?? false,
      effectiveAt:
        body.effectiveAt === undefined ? undefined : readEffectiveAt(body.effectiveAt, nowMs),
      nowMs,
    };
    return planImport(readList(body), await loadCatalog(book), options);
  };
  return {
    preview: async (body) => describe(await plan(reader, body), body),

    apply: (context, body) =>
      run(context, async (book) => {
        const { digest, writes } = await plan(book, body);
        const effectiveAt = body.effectiveAt ?? null;
        if (writes.length === 0) {
          // As after a repetition of the same import.
          return { action: null, result: { effectiveAt, added: 0, repriced: 0, dated: 0 } };
        }
        if (digest !== body.digest)
          throw new AppError('conflict', {
            message: 'The list or the catalog differs from the preview: look at a new preview',
          });
        await write(book, writes, body.effectiveAt);
        const result = { effectiveAt, ...countWrites(writes) };
        return {
          action: 'admin.price_list.import',
          target: { type: 'catalog', id: 'models' },
          after: { ...result, format: body.format, digest },
          result,
        };
      }),
  };
}

const readers = { openrouter: readOpenRouter, litellm: readLiteLlm };

function readList({ document, format }: PreviewPriceList): PriceList {
  const entries = format === 'openrouter' ? document['data'] : document;
  if (Object.keys(entries ?? {}).length > entriesMax)
    throw refuseDocument(`document has more than ${entriesMax} models`);
  const list = readers[format](document);
  if (list !== undefined && list.entries.length > 0) return list;
  throw refuseDocument(`document is not a list of ${format}: no model with a price is in it`);
}

const refuseDocument = (message: string): AppError =>
  AppError.forParam('bad_request', 'document', message);

async function loadCatalog({ aliases, bulk, plans }: ImportReader) {
  const everything = { after: '', limit: rowsMax };
  const names = await aliases.list(everything);
  return {
    models: await bulk.listModels(rowsMax),
    aliases: new Map(names.map(({ model, name }) => [name, model])),
    plans: await plans.listByTime(rowsMax),
    pricedRoutes: await bulk.listPricedRoutes(rowsMax),
  };
}

function describe({ writes: _, ...plan }: ImportPlan, body: PreviewPriceList): PriceListPreview {
  const counts: Record<Count, number> = {
    ...{ new: 0, dearer: 0, cheaper: 0, changed: 0, unchanged: 0 },
    ...{ gone: plan.gone.length, skipped: plan.skipped.length },
  };
  for (const { outcome } of plan.changes) counts[outcome] += 1;
  return { effectiveAt: body.effectiveAt ?? null, counts, ...plan };
}

function countWrites(writes: readonly ImportWrite[]) {
  const known = writes.filter(({ row }) => row !== undefined);
  return {
    added: writes.length - known.length,
    repriced: known.filter(({ prices }) => prices !== undefined).length,
    dated: known.filter(({ document, row }) => document !== row?.document).length,
  };
}

/** Dates and new models are written at once; only changed prices can wait. */
async function write(
  book: CatalogBook,
  writes: readonly ImportWrite[],
  effectiveAt: string | undefined,
): Promise<void> {
  const isLater = effectiveAt !== undefined;
  const saved = writes.flatMap(({ document, prices, row }): SavedModel[] => {
    if (row === undefined) return [{ document, priceVersion: 1n }];
    if (prices !== undefined && !isLater)
      return [{ document: replacePrices(document, prices), priceVersion: nextVersion(row) }];
    return document === row.document ? [] : [{ document, priceVersion: row.price_version }];
  });
  if (saved.length > 0) await book.bulk.saveModels(saved);
  if (!isLater) return;
  const planned = writes.flatMap(({ prices, row }): NewPlannedRow[] => {
    if (row === undefined || prices === undefined) return [];
    return [
      {
        ...{ id: makeId('plannedPrices'), model_id: row.id, route_id: null },
        price_version: nextVersion(row),
        effective_at: new Date(effectiveAt),
        document: prices,
      },
    ];
  });
  await assertRoom(book, planned.length);
  if (planned.length > 0) await book.plans.add(planned);
}

function nextVersion({ price_version, price_version_max }: ImportWrite['row'] & object): bigint {
  return (price_version_max ?? price_version) + 1n;
}
