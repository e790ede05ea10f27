import { dialects } from '../domain/dialects';
import { coerceChat } from './coerce-chat';
import { embeddingsEndpoint } from './embeddings.endpoint';
import type { Endpoint } from './endpoint';
import { createTextEndpoint } from './text.endpoint';

export const estimateEndpoints = [
  'chat',
  'responses',
  'messages',
  'embeddings',
  'images',
  'videos',
] as const;
export type EstimateEndpoint = (typeof estimateEndpoints)[number];

/** Those that a relay calls: an estimate reads a body as they do. */
export const relayedEndpoints = {
  chat: createTextEndpoint(dialects.chat, coerceChat),
  responses: createTextEndpoint(dialects.responses),
  messages: createTextEndpoint(dialects.messages),
  embeddings: embeddingsEndpoint,
} as const satisfies Partial<Record<EstimateEndpoint, Endpoint>>;
