import type { ProviderProtocol } from '@tollgate/model-spec';
import type { AnswerWire } from './given-answer';
import { wireAnthropic } from './wire-anthropic';
import { wireBedrock } from './wire-bedrock';
import { wireGemini } from './wire-gemini';
import { wireOpenAi } from './wire-openai';
import { wireResponses } from './wire-responses';

/** The first chunk of Azure has no choice, no id and no model. */
const filterChunk = {
  choices: [],
  created: 0,
  id: '',
  model: '',
  object: '',
  prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }],
};
const wireAzure: AnswerWire = {
  ...wireOpenAi,
  toEvents: (answer) => [
    { name: undefined, data: JSON.stringify(filterChunk) },
    ...wireOpenAi.toEvents(answer),
  ],
};

export const wires: Readonly<Record<ProviderProtocol, AnswerWire>> = {
  openai: wireOpenAi,
  anthropic: wireAnthropic,
  responses: wireResponses,
  gemini: wireGemini,
  bedrock: wireBedrock,
  azure: wireAzure,
  vertex: wireGemini,
  'vertex-anthropic': wireAnthropic,
};
