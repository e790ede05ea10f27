import { AppError } from '@tollgate/errors';
import { idPrefixes, makeUlid } from '@tollgate/ids';
import {
  describePlannedPrices,
  type CreatePlannedPrices,
  type NewPlannedRow,
  type PlannedDocument,
  type PlannedRow,
} from '../planned-prices';
import type { CatalogBook } from './catalog-book';
import { auditRows, type OperatorContext, type RunCatalogCommand } from './run-catalog-command';

export interface ManagePlannedPrices {
  /** Idempotent per ulid. Raises: bad_request, conflict, model_not_found. */
  create(context: OperatorContext, wanted: CreatePlannedPrices, ulid?: string): Promise<PlannedRow>;
  /** Raises not_found, also when the prices are in force already. */
  cancel(context: OperatorContext, id: string): Promise<void>;
}

const plansMax = 20_000;
const aheadMsMax = 366 * 86_400_000;
const { deleted, saved } = auditRows('planned_prices', describePlannedPrices);

export function createManagePlannedPrices(
  run: RunCatalogCommand,
  getNowMs: () => number = Date.now,
): ManagePlannedPrices {
  return {
    create: (context, wanted, ulid = makeUlid()) =>
      run(context, async (book) => {
        const id = idPrefixes.plannedPrices + ulid;
        const made = await book.plans.find(id);
        if (made) return { action: null, result: made };
        const effectiveAt = readEffectiveAt(wanted.effectiveAt, getNowMs());
        await assertRoom(book, 1);
        await book.plans.add([await makeRow(book, { id, effectiveAt }, wanted)]);
        return saved('admin.planned_prices.create', id, await getPlan(book, id));
      }),

    cancel: (context, id) =>
      run(context, async (book) => {
        const before = await getPlan(book, id);
        await book.plans.cancel(id);
        return deleted('admin.planned_prices.delete', id, before);
      }),
  };
}

/** Raises: bad_request. */
export function readEffectiveAt(text: string, nowMs: number): Date {
  const effectiveAt = new Date(text);
  const aheadMs = effectiveAt.getTime() - nowMs;
  if (aheadMs > 0 && aheadMs <= aheadMsMax) return effectiveAt;
  throw AppError.forParam(
    'bad_request',
    'effectiveAt',
    'effectiveAt must be in the future, within a year',
  );
}

/** Raises: conflict. */
export async function assertRoom(book: CatalogBook, more: number): Promise<void> {
  if ((await book.plans.count()) + more <= plansMax) return;
  throw new AppError('conflict', {
    message: `More than ${plansMax} planned prices: delete some of them first`,
  });
}

async function makeRow(
  book: CatalogBook,
  base: { readonly id: string; readonly effectiveAt: Date },
  wanted: CreatePlannedPrices,
): Promise<NewPlannedRow> {
  const { modelId, prices, routeId, sizes, tiers } = wanted;
  const row = { id: base.id, effective_at: base.effectiveAt };
  if ((modelId === undefined) === (routeId === undefined))
    throw AppError.forParam('bad_request', 'modelId', 'Give either modelId or routeId');
  if (routeId !== undefined) {
    if (tiers !== undefined || sizes !== undefined)
      throw AppError.forParam('bad_request', 'routeId', 'A route has neither tiers nor sizes');
    if (!(await book.findRoute(routeId)))
      throw AppError.forParam('bad_request', 'routeId', 'routeId names no route');
    const target = { model_id: null, route_id: routeId, price_version: null };
    return { ...row, ...target, document: { prices } };
  }
  if (modelId === undefined || !(await book.findModel(modelId)))
    throw new AppError('model_not_found', { message: `Model ${modelId} is not in the catalog` });
  if (prices === null)
    throw AppError.forParam('bad_request', 'prices', 'The prices of a model cannot be null');
  const document: PlannedDocument = {
    prices,
    ...(tiers === undefined ? {} : { tiers }),
    ...(sizes === undefined ? {} : { sizes }),
  };
  const version = (await book.readPriceVersion(modelId)) + 1n;
  return { ...row, model_id: modelId, route_id: null, price_version: version, document };
}

async function getPlan(book: CatalogBook, id: string): Promise<PlannedRow> {
  const row = await book.plans.find(id);
  if (row) return row;
  throw new AppError('not_found', {
    message: 'No such planned prices; those whose time has come are prices of the model now',
  });
}
