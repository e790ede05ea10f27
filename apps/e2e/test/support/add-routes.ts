import { waitUntil } from '@tollgate/testing';
import type { TextProtocol } from './add-model';
import type { Gateway } from './gateway';
import { simulatorUrl } from './simulator';

export interface NewRoute {
  readonly provider: string;
  /** Its base URL; the simulator by default. */
  readonly baseUrl?: string;
  /** How the simulator behaves for it, for example `status=500`. */
  readonly script?: string;
  readonly protocol?: TextProtocol;
  /** Any by default. */
  readonly apiKey?: string;
  /** Whatever else the operator says about the route. */
  readonly route?: Readonly<Record<string, unknown>>;
}

/** Adds a model that several providers serve, in this order, and answers with their routes' ids. */
export async function addRoutedModel(
  gateway: Gateway,
  id: string,
  routes: readonly NewRoute[],
  document: Readonly<Record<string, unknown>> = {},
): Promise<string[]> {
  const ids: string[] = [];
  for (const [
    index,
    { apiKey = 'any', baseUrl, protocol = 'openai', provider, route, script },
  ] of routes.entries()) {
    const key = await gateway.operate('/api/admin/provider-keys', {
      body: { provider, baseUrl: baseUrl ?? simulatorUrl(gateway), apiKey, protocol },
    });
    const made = await gateway.operate('/api/admin/routes', {
      body: {
        pattern: id,
        providerKeyId: key.id,
        protocol,
        upstreamModel: script === undefined ? 'chat' : `chat+${script}`,
        priority: index + 1,
        ...route,
      },
    });
    ids.push(String(made.id));
  }
  // Last, so that the model never appears without its routes.
  await gateway.operate('/api/admin/models', {
    body: { id, name: id, kind: 'chat', prices: { prompt: '1', completion: '2' }, ...document },
  });
  await waitUntil(async () => (await gateway.call(`/v1/models/${id}`)).status === 200, {
    timeoutMs: 30_000,
    what: `the model ${id}`,
  });
  return ids;
}
