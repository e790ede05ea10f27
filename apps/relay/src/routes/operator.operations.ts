import {
  countField,
  cursorField,
  defineOperations,
  orderField,
  pageOf,
  searchField,
  timeField,
} from '@tollgate/http';
import { z } from 'zod';
import { routeProtocols } from '../catalog/catalog';
import {
  createModelSchema,
  createProviderKeySchema,
  createRouteSchema,
  discoverModelsSchema,
  importModelsSchema,
  patchModelSchema,
  patchProviderKeySchema,
  patchRouteSchema,
  retireModelSchema,
} from '../catalog/catalog-schemas';
import { modelSorts, routeSorts } from '../catalog/catalog-page';
import { pageSchema } from './page';

const listFields = {
  order: orderField.default('asc'),
  cursor: cursorField,
  limit: pageSchema.shape.limit,
};

export const catalogModelsQuery = z.object({
  search: searchField.meta({
    description: 'Part of the id or of the name; upper and lower case are alike.',
  }),
  sort: z.enum(modelSorts).default('id'),
  ...listFields,
});

export const routesQuery = z.object({
  search: searchField.meta({
    description:
      'Part of the id, the pattern, the model at the provider or the id of the provider key; ' +
      'upper and lower case are alike.',
  }),
  sort: z.enum(routeSorts).default('id'),
  ...listFields,
});

const times = { createdAt: timeField, updatedAt: timeField };

const modelSchema = z
  .object({
    ...createModelSchema.shape,
    priceVersion: z.int(),
    hidden: z.boolean().meta({
      description: 'Deleted: callers cannot use it. Creating it again lists it again.',
    }),
    ...times,
  })
  .meta({ id: 'CatalogModel' });

const providerKeySchema = z
  .object({
    id: z.string(),
    provider: z.string(),
    baseUrl: z.string(),
    protocol: z.enum(routeProtocols),
    headers: z.record(z.string(), z.string()),
    weight: z.int(),
    enabled: z.boolean(),
    isDefault: z.boolean(),
    keyMask: z.string().meta({ description: 'The key itself is never shown.' }),
    ...times,
  })
  .meta({ id: 'ProviderKey' });

const keyTestSchema = z
  .object({
    ok: z.boolean(),
    status: z.int().nullable().meta({ description: 'Null when the provider did not respond.' }),
    latencyMs: countField,
    models: countField.nullable().meta({ description: 'How many the provider lists.' }),
    error: z.string().nullable(),
  })
  .meta({ id: 'ProviderKeyTest' });

const discoverySchema = z
  .object({
    provider: z.string(),
    baseUrl: z.string(),
    total: countField.meta({ description: 'How many models the provider lists.' }),
    items: z
      .array(
        z.object({
          upstreamModel: z.string().meta({ description: 'The name of the model there.' }),
          inCatalog: z.boolean().meta({ description: 'Whether the catalog has `model.id`.' }),
          priced: z.boolean().meta({
            description:
              'Whether the list contains prices. Otherwise those of `model` are null, and calls ' +
              'are refused until an operator sets them.',
          }),
          model: createModelSchema.nullable().meta({
            description: 'A body for `POST /api/admin/models`; null: nothing that can be served.',
          }),
          route: z
            .object({
              pattern: z.string(),
              providerKeyId: z.string(),
              upstreamModel: z.string(),
            })
            .nullable()
            .meta({
              description:
                'A body for `POST /api/admin/routes`; null while no key of the provider is stored ' +
                'for this host.',
            }),
        }),
      )
      .meta({ description: 'The first 1,000 of them.' }),
  })
  .meta({ id: 'DiscoveredModels' });

const routeSchema = z
  .object({ id: z.string(), ...createRouteSchema.required().shape, ...times })
  .meta({ id: 'Route' });

const importedPricesSchema = createModelSchema.pick({ prices: true, tiers: true, sizes: true });

const importSchema = z.object({
  created: countField,
  updated: countField,
  unchanged: countField,
  changes: z
    .array(
      z.object({
        id: z.string(),
        outcome: z.enum(['created', 'updated']),
        fields: z
          .array(z.string())
          .meta({ description: 'The fields of the model that differ; empty for a new model.' }),
        before: importedPricesSchema
          .nullable()
          .meta({ description: 'The prices until now; null for a new model.' }),
        after: importedPricesSchema,
      }),
    )
    .optional()
    .meta({ description: 'Only with `dryRun`: what the import would write.' }),
});

const deleted = { 204: { about: 'Done.' } };

export const operatorOperations = defineOperations({
  'GET /api/admin/models': {
    id: 'listCatalogModels',
    tag: 'Operator',
    summary: 'The catalog, with hidden models',
    query: catalogModelsQuery,
    answers: { 200: { about: 'A page of models.', body: pageOf(modelSchema) } },
  },
  'POST /api/admin/models': {
    id: 'createModel',
    tag: 'Operator',
    summary: 'Adds a model to the catalog',
    body: createModelSchema,
    isIdempotent: true,
    answers: { 201: { about: 'The model.', body: modelSchema } },
  },
  'POST /api/admin/models/import': {
    id: 'importModels',
    tag: 'Operator',
    summary: 'Adds and changes many models at once',
    description:
      'Each model is given whole. All of them are written, or none; what is as given already ' +
      'stays as it is, so that an import can be repeated. Models that are not named are left as ' +
      'they are. With `dryRun` nothing is written, and the answer lists the changes.',
    body: importModelsSchema,
    answers: { 200: { about: 'How many were touched.', body: importSchema } },
  },
  'POST /api/admin/models/{id}/retire': {
    id: 'retireModel',
    tag: 'Operator',
    summary: 'Sets the last day of a model',
    description:
      'It is shown as `end_of_life` from 30 days before that date; from the date on calls are ' +
      'answered 410 with its successor.',
    body: retireModelSchema,
    answers: { 200: { about: 'The model afterwards.', body: modelSchema } },
  },
  'GET /api/admin/models/{id}': {
    id: 'getCatalogModel',
    tag: 'Operator',
    summary: 'One model of the catalog',
    answers: { 200: { about: 'The model.', body: modelSchema } },
  },
  'PATCH /api/admin/models/{id}': {
    id: 'updateModel',
    tag: 'Operator',
    summary: 'Changes a model',
    body: patchModelSchema,
    answers: { 200: { about: 'The model afterwards.', body: modelSchema } },
  },
  'DELETE /api/admin/models/{id}': {
    id: 'hideModel',
    tag: 'Operator',
    summary: 'Hides a model',
    description: 'Calls are refused; receipts keep their prices. Creating it again lists it again.',
    answers: deleted,
  },
  'GET /api/admin/provider-keys': {
    id: 'listProviderKeys',
    tag: 'Operator',
    summary: 'Keys of providers',
    query: pageSchema,
    answers: { 200: { about: 'A page of keys.', body: pageOf(providerKeySchema) } },
  },
  'POST /api/admin/provider-keys': {
    id: 'createProviderKey',
    tag: 'Operator',
    summary: 'Adds a key of a provider',
    body: createProviderKeySchema,
    isIdempotent: true,
    answers: { 201: { about: 'The key, masked.', body: providerKeySchema } },
  },
  'POST /api/admin/provider-keys/discover': {
    id: 'discoverModels',
    tag: 'Operator',
    summary: 'Lists the models of a provider as entries of the catalog',
    description:
      'Asks the provider for its models, which costs nothing, and waits 10 seconds at most. ' +
      'Nothing is written: the entries are bodies for the operations that create models and ' +
      'routes. Prices are those of the list, where it has some; a price of 0 is not taken over.',
    body: discoverModelsSchema,
    answers: { 200: { about: 'The models.', body: discoverySchema } },
  },
  'PATCH /api/admin/provider-keys/{id}': {
    id: 'updateProviderKey',
    tag: 'Operator',
    summary: 'Changes a key of a provider',
    body: patchProviderKeySchema,
    answers: { 200: { about: 'The key afterwards.', body: providerKeySchema } },
  },
  'DELETE /api/admin/provider-keys/{id}': {
    id: 'deleteProviderKey',
    tag: 'Operator',
    summary: 'Deletes a key of a provider',
    answers: deleted,
  },
  'POST /api/admin/provider-keys/{id}/test': {
    id: 'testProviderKey',
    tag: 'Operator',
    summary: 'Tests whether the provider accepts the key',
    description:
      'Lists the models of the provider, which costs nothing, and waits 5 seconds at most.',
    answers: { 200: { about: 'What came of it.', body: keyTestSchema } },
  },
  'GET /api/admin/routes': {
    id: 'listRoutes',
    tag: 'Operator',
    summary: 'Which provider serves which model',
    query: routesQuery,
    answers: { 200: { about: 'A page of routes.', body: pageOf(routeSchema) } },
  },
  'POST /api/admin/routes': {
    id: 'createRoute',
    tag: 'Operator',
    summary: 'Adds a route',
    body: createRouteSchema,
    isIdempotent: true,
    answers: { 201: { about: 'The route.', body: routeSchema } },
  },
  'PATCH /api/admin/routes/{id}': {
    id: 'updateRoute',
    tag: 'Operator',
    summary: 'Changes a route',
    body: patchRouteSchema,
    answers: { 200: { about: 'The route afterwards.', body: routeSchema } },
  },
  'DELETE /api/admin/routes/{id}': {
    id: 'deleteRoute',
    tag: 'Operator',
    summary: 'Deletes a route',
    answers: deleted,
  },
});
