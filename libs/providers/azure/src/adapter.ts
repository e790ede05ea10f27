import type { ProviderAdapter } from '@tollgate/model-spec';
import { openai } from '@tollgate/providers/openai';
import { translate } from './build-request';
import { forwardRequest } from './forward-request';

/** Azure OpenAI and the models of AI Foundry: Chat Completions at addresses of their own. */
export const azure: ProviderAdapter = { ...openai, protocol: 'azure', forwardRequest, translate };
