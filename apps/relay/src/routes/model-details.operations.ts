import { defineOperations, timeField } from '@tollgate/http';
import { z } from 'zod';
import { publicModelSchema } from './models.operations';

const { pricing, pricing_tiers, tool_pricing, service_tiers } = publicModelSchema.shape;
const priceFields = { pricing, pricing_tiers, tool_pricing, service_tiers };

export const modelPricesSchema = z
  .object({
    id: z.string(),
    object: z.literal('list'),
    data: z.array(
      z.object({
        version: z.int().meta({ description: 'As in receipts.' }),
        from: timeField.meta({ description: 'Until the `from` of the next newer version.' }),
        ...priceFields,
      }),
    ),
    has_more: z.boolean().meta({ description: 'Older versions exist that are not listed.' }),
  })
  .meta({ id: 'ModelPrices' });

const measured = z.number().nullable();

export const modelEndpointSchema = z
  .object({
    provider: z.string(),
    context_length: z.int().nullable(),
    max_completion_tokens: z.int().nullable(),
    ...priceFields,
    supported_parameters: z.array(z.string()),
    status: z
      .enum(['healthy', 'isolated'])
      .meta({ description: 'isolated: it failed or asked for a pause, and is tried last.' }),
    latency_p50_ms: measured.meta({
      description: 'Median to the first token of streams in the last day; null: not measured.',
    }),
    tokens_per_second_p50: measured.meta({
      description: 'Median throughput in the last day; null: not measured.',
    }),
    uptime: measured.meta({
      description: 'Share of attempts in the last day without a provider fault; null: no attempt.',
    }),
  })
  .meta({ id: 'ModelEndpoint' });

export const modelEndpointsSchema = z
  .object({ id: z.string(), object: z.literal('list'), data: z.array(modelEndpointSchema) })
  .meta({ id: 'ModelEndpoints' });

const about = 'The slashes of the id may be written as they are. The answer has an `ETag`.';
const unchanged = { about: 'As it was when this `ETag` was given.' };

export const modelDetailOperations = defineOperations({
  'GET /v1/models/{id}/prices': {
    id: 'listModelPrices',
    tag: 'Models',
    summary: 'Planned, present and former prices of a model, newest first',
    description: about,
    answers: { 200: { about: 'The price versions.', body: modelPricesSchema }, 304: unchanged },
  },
  'GET /v1/models/{id}/endpoints': {
    id: 'listModelEndpoints',
    tag: 'Models',
    summary: 'Providers of a model, with prices and measurements',
    description: about,
    answers: { 200: { about: 'By priority.', body: modelEndpointsSchema }, 304: unchanged },
  },
});
