import type { ProviderProtocol } from '@tollgate/model-spec';
import type { AnswerWire } from './given-answer';
import { wireAnthropic } from './wire-anthropic';
import { wireGemini } from './wire-gemini';
import { wireOpenAi } from './wire-openai';
import { wireResponses } from './wire-responses';

export const wires: Readonly<Record<ProviderProtocol, AnswerWire>> = {
  openai: wireOpenAi,
  anthropic: wireAnthropic,
  responses: wireResponses,
  gemini: wireGemini,
};
