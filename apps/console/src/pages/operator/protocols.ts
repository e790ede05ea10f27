import type { ProviderKey } from '../../api/generated/types.gen';

export type Protocol = ProviderKey['protocol'];

/** The names are those of the API. */
export const protocols: Readonly<Record<Protocol, string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  responses: 'responses',
  gemini: 'gemini',
  bedrock: 'bedrock',
  azure: 'azure',
  vertex: 'vertex',
  'vertex-anthropic': 'vertex-anthropic',
  'openai-videos': 'openai-videos',
  'ark-videos': 'ark-videos',
  'dashscope-videos': 'dashscope-videos',
  'gemini-videos': 'gemini-videos',
  'cohere-rerank': 'cohere-rerank',
  'jina-rerank': 'jina-rerank',
  'voyage-rerank': 'voyage-rerank',
};
