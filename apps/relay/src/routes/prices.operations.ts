import { countField, defineOperations, pageOf, timeField } from '@tollgate/http';
import { z } from 'zod';
import { createPlannedPricesSchema } from '../catalog/planned-prices';
import {
  importPriceListSchema,
  previewPriceListSchema,
} from '../catalog/price-lists/price-list-schemas';
import { pageSchema } from './page';

const { prices, sizes, tiers } = createPlannedPricesSchema.shape;

const plannedPricesSchema = z
  .object({
    id: z.string(),
    modelId: z.string().nullable(),
    routeId: z.string().nullable(),
    priceVersion: z
      .int()
      .nullable()
      .meta({ description: 'Which receipts of the model will name; routes have no versions.' }),
    effectiveAt: timeField,
    prices,
    tiers,
    sizes,
    createdAt: timeField,
  })
  .meta({ id: 'PlannedPrices' });

const skippedFieldSchema = z.object({ field: z.string(), reason: z.string() });
const changeSchema = z.object({
  id: z.string(),
  listedAs: z.string().meta({ description: 'Its name in the list.' }),
  outcome: z.enum(['new', 'dearer', 'cheaper', 'changed', 'unchanged']).meta({
    description: '`changed`: some prices rise and others fall, or only the date is another.',
  }),
  prices: z.array(
    z.object({
      price: z
        .string()
        .meta({ description: 'Such as `prompt`, or `tiers.200000.prompt`; as in the catalog.' }),
      before: z.string().nullable(),
      after: z.string().nullable(),
      change: z.enum(['dearer', 'cheaper', 'added', 'removed']),
    }),
  ),
  deprecationDate: z
    .object({ before: z.string().nullable(), after: z.string() })
    .optional()
    .meta({ description: 'Only where it changes.' }),
  skipped: z
    .array(skippedFieldSchema)
    .meta({ description: 'What of the entry is not taken over, and why.' }),
  routesWithOwnPrices: z
    .array(z.string())
    .meta({ description: 'Routes of the model whose own prices an import leaves as they are.' }),
});

const effectiveAt = z.string().nullable().meta({ description: 'Null: at once.' });

const previewSchema = z
  .object({
    effectiveAt,
    counts: z.object({
      new: countField,
      dearer: countField,
      cheaper: countField,
      changed: countField,
      unchanged: countField,
      gone: countField,
      skipped: countField,
    }),
    changes: z.array(changeSchema),
    gone: z.array(z.object({ id: z.string(), deprecationDate: z.string().nullable() })).meta({
      description:
        'Models of the catalog that the list does not name, of providers that it has. They ' +
        'are left as they are: retire those that are gone.',
    }),
    skipped: z
      .array(z.object({ name: z.string(), reason: z.string() }))
      .meta({ description: 'Entries of the list that are not read.' }),
    digest: z.string().meta({ description: 'For the import of exactly this.' }),
  })
  .meta({ id: 'PriceListPreview' });

const resultSchema = z
  .object({ effectiveAt, added: countField, repriced: countField, dated: countField })
  .meta({ id: 'PriceListImport' });

export const priceOperations = defineOperations({
  'GET /api/admin/planned-prices': {
    id: 'listPlannedPrices',
    tag: 'Operator',
    summary: 'Prices that come into force later',
    query: pageSchema,
    answers: { 200: { about: 'A page of plans.', body: pageOf(plannedPricesSchema) } },
  },
  'POST /api/admin/planned-prices': {
    id: 'createPlannedPrices',
    tag: 'Operator',
    summary: 'Plans new prices of a model or a route',
    description:
      'Calls that are admitted from `effectiveAt` on are priced so; calls that are running keep ' +
      'the prices they were admitted with. `GET /v1/models/{id}/prices` shows plans of models.',
    body: createPlannedPricesSchema,
    isIdempotent: true,
    answers: { 201: { about: 'The plan.', body: plannedPricesSchema } },
  },
  'DELETE /api/admin/planned-prices/{id}': {
    id: 'deletePlannedPrices',
    tag: 'Operator',
    summary: 'Cancels planned prices',
    answers: { 204: { about: 'Done.' } },
  },
  'POST /api/admin/price-lists/preview': {
    id: 'previewPriceList',
    tag: 'Operator',
    summary: 'What the import of a public price list would change',
    description:
      'Compares the list with the prices in force at `effectiveAt`. Nothing is written. Prices ' +
      'that the list does not name stay.',
    body: previewPriceListSchema,
    answers: { 200: { about: 'The differences.', body: previewSchema } },
  },
  'POST /api/admin/price-lists/import': {
    id: 'importPriceList',
    tag: 'Operator',
    summary: 'Takes over the prices of a public price list',
    description:
      'Takes the body of the preview and its `digest`; all of it is written, or nothing. New ' +
      'models and deprecation dates are written at once, changed prices at `effectiveAt`. ' +
      'Nothing is deleted. Repeated, it changes nothing.',
    body: importPriceListSchema,
    answers: { 200: { about: 'How many models were changed.', body: resultSchema } },
  },
});
