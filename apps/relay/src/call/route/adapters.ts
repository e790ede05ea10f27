import type { ProviderAdapter, ProviderProtocol } from '@tollgate/model-spec';
import { anthropic } from '@tollgate/providers/anthropic';
import { gemini } from '@tollgate/providers/gemini';
import { openai } from '@tollgate/providers/openai';
import { responses } from '@tollgate/providers/responses';
import { isVideoProtocol, type RouteProtocol } from '../../catalog/catalog';

/** Every protocol that text can be sent over. */
export const adapters: Readonly<Record<ProviderProtocol, ProviderAdapter>> = {
  openai,
  anthropic,
  responses,
  gemini,
};

/** Video models are served by jobs: no call reaches this adapter. */
const jobAdapter: ProviderAdapter = {
  protocol: 'openai',
  nativeDialect: null,
  forwardRequest: refuse,
  translate: refuse,
  readAnswer: refuse,
  mapUsage: refuse,
  readExtras: refuse,
  mapStopReason: refuse,
  mapError: refuse,
};

export function chooseAdapter(protocol: RouteProtocol): ProviderAdapter {
  return isVideoProtocol(protocol) ? jobAdapter : adapters[protocol];
}

function refuse(): never {
  throw new Error('video routes have no adapter');
}
