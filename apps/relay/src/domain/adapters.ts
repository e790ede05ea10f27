import type { ProviderAdapter, ProviderProtocol } from '@tollgate/model-spec';
import { anthropic } from '@tollgate/providers/anthropic';
import { gemini } from '@tollgate/providers/gemini';
import { openai } from '@tollgate/providers/openai';
import { responses } from '@tollgate/providers/responses';

/** Every protocol that text can be sent over. */
export const adapters: Readonly<Record<ProviderProtocol, ProviderAdapter>> = {
  openai,
  anthropic,
  responses,
  gemini,
};
