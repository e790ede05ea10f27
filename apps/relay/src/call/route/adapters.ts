import type { ProviderAdapter, ProviderProtocol } from '@tollgate/model-spec';
import { anthropic } from '@tollgate/providers/anthropic';
import { azure } from '@tollgate/providers/azure';
import { bedrock } from '@tollgate/providers/bedrock';
import { gemini } from '@tollgate/providers/gemini';
import { openai } from '@tollgate/providers/openai';
import { responses } from '@tollgate/providers/responses';
import { vertex } from '@tollgate/providers/vertex';
import { vertexAnthropic } from '@tollgate/providers/vertex-anthropic';
import { isRerankProtocol, isVideoProtocol, type RouteProtocol } from '../../catalog/catalog';

/** Every protocol that text can be sent over. */
export const adapters: Readonly<Record<ProviderProtocol, ProviderAdapter>> = {
  openai,
  anthropic,
  responses,
  gemini,
  bedrock,
  azure,
  vertex,
  'vertex-anthropic': vertexAnthropic,
};

/** Videos are jobs and rankings have protocols of their own: neither uses this adapter. */
const noTextAdapter: ProviderAdapter = {
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
  return isVideoProtocol(protocol) || isRerankProtocol(protocol)
    ? noTextAdapter
    : adapters[protocol];
}

function refuse(): never {
  throw new Error('routes of videos and rankings have no text adapter');
}
