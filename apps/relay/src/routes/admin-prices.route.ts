import type { IdempotencyStore } from '@tollgate/idempotency';
import type { Handlers } from '@tollgate/http';
import { readOperator } from '@tollgate/identity';
import type { PlanReader } from '../catalog/manage/catalog-book';
import type { ManagePlannedPrices } from '../catalog/manage/manage-planned-prices';
import { createPlannedPricesSchema, describePlannedPrices } from '../catalog/planned-prices';
import type { ImportPriceLists } from '../catalog/price-lists/import-price-list';
import {
  importPriceListSchema,
  previewPriceListSchema,
} from '../catalog/price-lists/price-list-schemas';
import { answerCreate, answerDelete, answerList, readAdminBody } from './operator-answers';
import type { priceOperations } from './prices.operations';

export interface PriceDesk {
  readonly plans: ManagePlannedPrices;
  readonly lists: ImportPriceLists;
}

export function createPriceHandlers(
  reader: PlanReader,
  { lists, plans }: PriceDesk,
  idempotency: IdempotencyStore,
): Handlers<typeof priceOperations> {
  return {
    'GET /api/admin/planned-prices': answerList((page) => reader.list(page), describePlannedPrices),
    'POST /api/admin/planned-prices': answerCreate(idempotency, {
      schema: createPlannedPricesSchema,
      create: (operator, wanted, ulid) => plans.create(operator, wanted, ulid),
      describe: describePlannedPrices,
    }),
    'DELETE /api/admin/planned-prices/{id}': answerDelete((operator, id) =>
      plans.cancel(operator, id),
    ),
    'POST /api/admin/price-lists/preview': async (request, response) => {
      const body = await readAdminBody(request, previewPriceListSchema);
      response.json(await lists.preview(body));
    },
    'POST /api/admin/price-lists/import': async (request, response) => {
      const body = await readAdminBody(request, importPriceListSchema);
      response.json(await lists.apply(readOperator(response), body));
    },
  };
}
