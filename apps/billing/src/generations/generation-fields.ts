import { countField, timeField, usdField } from '@tollgate/http';
import { z } from 'zod';
import { generationOutcomes } from '../ledger/usage';

export const generationLineSchema = z.object({
  bucket: z.string(),
  units: countField,
  price: z.string().meta({ description: 'USD per unit.' }),
  amount: usdField,
});

export const generationTransferSchema = z.object({
  entry_id: z.string().meta({ description: 'As in the statement of the account.' }),
  kind: z.string(),
  from: z.string(),
  to: z.string(),
  amount: usdField,
  balance_after: usdField,
  posted_at: timeField,
});

const idOrNull = z.string().nullable();

export const generationScopesSchema = z
  .object({
    wallet_id: z.string().meta({ description: 'Paid for the call: a user or an organization.' }),
    api_key_id: z.string(),
    team_id: idOrNull,
    member_id: idOrNull,
  })
  .meta({ description: 'Whose caps, budgets and breakers the cost counts against.' });

/** The record of one call. */
export const generationSchema = z
  .object({
    id: z.string(),
    model: z.string(),
    provider: z.string(),
    created_at: timeField,
    app_name: z.string().nullable().meta({ description: '`X-Title` of the call.' }),
    http_referer: z.string().nullable().meta({ description: '`HTTP-Referer` of the call.' }),
    api_type: z.string(),
    finish_reason: z.string().nullable(),
    native_finish_reason: z.string().nullable(),
    status: z.int(),
    duration_ms: z.number(),
    first_token_ms: z.number().nullable(),
    throughput: z.number().nullable().meta({ description: 'Tokens per second.' }),
    streamed: z.boolean(),
    cancelled: z.boolean(),
    is_failover: z.boolean(),
    is_byok: z.boolean(),
    usage: z.object({
      prompt_tokens: countField,
      completion_tokens: countField,
      total_tokens: countField,
      prompt_tokens_details: z.object({
        cached_tokens: countField,
        cache_write_tokens: countField,
      }),
      completion_tokens_details: z.object({ reasoning_tokens: countField }),
      cost: usdField,
    }),
    cost_breakdown: z.object({ subtotal: usdField, cache_discount: usdField, total: usdField }),
    total_cost: usdField,
    tokens_prompt: countField,
    tokens_completion: countField,
    native_tokens_prompt: countField,
    native_tokens_completion: countField,
    provider_name: z.string(),
    latency: z.number(),
    generation_time: z.number(),
    attempts: z.array(
      z.object({
        provider: z.string(),
        route: z.string(),
        status: z.int(),
        ms: z.number(),
        error: z.string(),
      }),
    ),
    price_version: z.int(),
    lines: z.array(generationLineSchema),
    reserved: usdField,
    transfers: z.array(generationTransferSchema).meta({
      description: 'What the call moved in the ledger; empty when it was free.',
    }),
    counted_against: generationScopesSchema,
    request_id: z.string(),
    billing_outcome: z.enum(generationOutcomes),
    estimated: z.boolean().meta({
      description: 'Usage and cost are estimates of the gateway: the provider did not tell them.',
    }),
  })
  .meta({ id: 'Generation' });
