import {
  messagesAnswerSchema,
  messagesCountSchema,
  messagesRequestSchema,
} from '@tollgate/dialects/anthropic-messages';
import { chatAnswerSchema, chatRequestSchema } from '@tollgate/dialects/openai-chat';
import {
  completionsAnswerSchema,
  completionsRequestSchema,
} from '@tollgate/dialects/openai-completions';
import {
  embeddingsAnswerSchema,
  embeddingsRequestSchema,
} from '@tollgate/dialects/openai-embeddings';
import {
  moderationsAnswerSchema,
  moderationsRequestSchema,
} from '@tollgate/dialects/openai-moderations';
import { responsesAnswerSchema, responsesRequestSchema } from '@tollgate/dialects/openai-responses';
import { rerankAnswerSchema, rerankRequestSchema } from '@tollgate/rerank-protocols';
import { countField, defineOperations, usdField, type Answer } from '@tollgate/http';
import { z, type ZodType } from 'zod';
import { estimateEndpoints } from '../endpoints/relayed-endpoints';

const passesFields = 'Fields that are not listed here go to the provider as they are.';

/** One answer, or with `stream: true` as events. */
function streamable(body: ZodType): Readonly<Record<number, Answer>> {
  const about = 'The whole answer, or with `stream: true` its events.';
  return { 200: { about, body, mediaTypes: ['text/event-stream'] } };
}

const chat = {
  tag: 'Inference',
  isIdempotent: 'call',
  description: passesFields,
  body: chatRequestSchema.meta({ id: 'ChatRequest' }),
  answers: streamable(chatAnswerSchema),
} as const;

export const estimateBodySchema = z.looseObject({
  endpoint: z
    .enum(estimateEndpoints)
    .default('chat')
    .meta({ description: 'The endpoint of the body.' }),
  model: z.string().optional(),
});

const amountOrNull = z.string().nullable();
export const estimateSchema = z
  .object({
    model: z.string(),
    routes: z.array(
      z.object({
        provider: z.string(),
        model: z.string(),
        price: z.record(z.string(), z.unknown()),
      }),
    ),
    prompt_tokens_estimate: countField,
    reserve: usdField,
    limits: z.array(
      z.object({
        scope: z.string(),
        window: z.string(),
        limit: usdField,
        remaining: usdField,
        resets_at: amountOrNull,
      }),
    ),
    filters: z.array(z.object({ ruleId: z.string(), action: z.string() })),
    would: z.string().meta({ description: '`admit`, or the status and code of the refusal.' }),
  })
  .meta({ id: 'Estimate' });

export const inferenceOperations = defineOperations({
  'POST /v1/chat/completions': {
    ...chat,
    id: 'createChatCompletion',
    summary: "A chat completion in OpenAI's format",
  },
  'POST /v1/cursor/chat/completions': {
    ...chat,
    id: 'createCursorChatCompletion',
    summary: 'The same for editors that mix the formats',
  },
  'POST /v1/responses': {
    id: 'createResponse',
    tag: 'Inference',
    isIdempotent: 'call',
    summary: "A response in OpenAI's newer format, without stored state",
    description: passesFields,
    body: responsesRequestSchema.meta({ id: 'ResponsesRequest' }),
    answers: streamable(responsesAnswerSchema),
  },
  'POST /v1/messages': {
    id: 'createMessage',
    tag: 'Inference',
    isIdempotent: 'call',
    summary: "A message in Anthropic's format",
    description: passesFields,
    body: messagesRequestSchema.meta({ id: 'MessagesRequest' }),
    answers: streamable(messagesAnswerSchema),
  },
  'POST /v1/messages/count_tokens': {
    id: 'countTokens',
    tag: 'Inference',
    summary: 'Counts the tokens of a message',
    body: messagesCountSchema.meta({ id: 'MessagesCountRequest' }),
    answers: { 200: { about: 'The count.', body: z.object({ input_tokens: countField }) } },
  },
  'POST /v1/completions': {
    id: 'createCompletion',
    tag: 'Inference',
    isIdempotent: 'call',
    summary: "A completion in OpenAI's legacy format",
    description:
      'Models whose provider has this endpoint get the request as it is. Models that only chat ' +
      'get a single text prompt as a message: then several prompts, token ids, `suffix`, `n` and ' +
      '`best_of` above 1 are refused, and `logprobs` is left out and named in the header ' +
      '`x-tollgate-dropped`.',
    body: completionsRequestSchema.meta({ id: 'CompletionsRequest' }),
    answers: streamable(completionsAnswerSchema),
  },
  'POST /v1/embeddings': {
    id: 'createEmbeddings',
    tag: 'Inference',
    isIdempotent: 'call',
    summary: 'Embeddings of texts, tokens or images',
    body: embeddingsRequestSchema.meta({ id: 'EmbeddingsRequest' }),
    answers: { 200: { about: 'The vectors.', body: embeddingsAnswerSchema } },
  },
  'POST /v1/rerank': {
    id: 'createRanking',
    tag: 'Inference',
    isIdempotent: 'call',
    summary: 'Documents in the order of their relevance to a query',
    description:
      'Takes the fields of Cohere, Jina and Voyage. Fields that the provider does not have are ' +
      'left out and named in the header `x-tollgate-dropped`; others are ignored.',
    body: rerankRequestSchema.meta({ id: 'RerankRequest' }),
    answers: { 200: { about: 'The ranking.', body: rerankAnswerSchema } },
  },
  'POST /v1/moderations': {
    id: 'createModeration',
    tag: 'Inference',
    isIdempotent: 'call',
    summary: 'Whether texts and images are harmful',
    description:
      'The texts are judged by a model and not refused by the moderation rules of the platform. ' +
      'Free where the provider asks nothing for it; the call is recorded.',
    body: moderationsRequestSchema.meta({ id: 'ModerationsRequest' }),
    answers: { 200: { about: 'A result for each input.', body: moderationsAnswerSchema } },
  },
  'POST /v1/estimate': {
    id: 'estimateCall',
    tag: 'Inference',
    summary: 'What a call would reserve, and whether it would be admitted',
    description: 'Takes any inference body; nothing is sent to a provider, held or charged.',
    body: estimateBodySchema,
    answers: { 200: { about: 'The estimate.', body: estimateSchema } },
  },
});
