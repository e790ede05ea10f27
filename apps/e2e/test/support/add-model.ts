import { waitUntil } from '@tollgate/testing';
import type { Gateway } from './gateway';
import { simulatorUrl } from './simulator';

/** The protocols of providers that answer with text. */
export type TextProtocol =
  | 'openai'
  | 'anthropic'
  | 'responses'
  | 'gemini'
  | 'bedrock'
  | 'azure'
  | 'vertex'
  | 'vertex-anthropic';

export interface NewModel {
  readonly id: string;
  readonly prices?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  /** The base URL of its provider; the simulator by default. */
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly kind?: 'chat' | 'embeddings' | 'image' | 'rerank' | 'speech' | 'transcription';
  readonly protocol?: TextProtocol | 'openai-videos' | 'cohere-rerank';
  readonly upstreamModel?: string;
  /** Whatever else the operator says about the model. */
  readonly document?: Readonly<Record<string, unknown>>;
}

/** Adds a model with a provider and a route of its own, and waits until it is in force. */
export async function addModel(gateway: Gateway, model: NewModel): Promise<void> {
  const provider = model.id.split('/')[0];
  const { protocol = 'openai' } = model;
  const prices = model.prices ?? { prompt: '0.5', completion: '1.5' };
  const key = await gateway.operate('/api/admin/provider-keys', {
    body: {
      provider,
      baseUrl: model.baseUrl ?? simulatorUrl(gateway),
      apiKey: model.apiKey ?? 'any',
      protocol,
    },
  });
  await gateway.operate('/api/admin/routes', {
    body: {
      pattern: model.id,
      providerKeyId: key.id,
      protocol,
      ...(model.upstreamModel === undefined ? {} : { upstreamModel: model.upstreamModel }),
    },
  });
  // Last, so that the model never appears without its route.
  await gateway.operate('/api/admin/models', {
    body: { id: model.id, name: model.id, kind: model.kind ?? 'chat', prices, ...model.document },
  });
  // That two seconds are enough is for the suites of the operator to say.
  const isKnown = async (): Promise<boolean> => {
    const { json, status } = await gateway.call(`/v1/models/${model.id}`);
    return status === 200 || json.error.code === 'model_not_priced';
  };
  await waitUntil(isKnown, { timeoutMs: 30_000, what: `the model ${model.id}` });
}
