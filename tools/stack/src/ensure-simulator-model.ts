import { textField, type ApiClient } from './api-client';

type Headers = Readonly<Record<string, string>>;

const provider = 'simulator';
const modelId = 'simulator/chat';
const conflict = 409;

/** The provider, model and route of the simulator; follows it when its port has changed. */
export async function ensureSimulatorModel(
  call: ApiClient,
  headers: Headers,
  baseUrl: string,
): Promise<void> {
  const providerKeyId = await ensureProviderKey(call, headers, baseUrl);
  await call({
    method: 'POST',
    path: '/api/admin/models',
    headers,
    body: {
      id: modelId,
      name: 'Simulator Chat',
      kind: 'chat',
      contextLength: 128_000,
      maxCompletionTokens: 16_384,
      prices: { prompt: '0.5', completion: '1.5' },
    },
    tolerated: [conflict],
  });
  const isRouted = (await listItems(call, headers, '/api/admin/routes')).some(
    (route) => route['pattern'] === modelId,
  );
  if (isRouted) return;
  const body = { pattern: modelId, providerKeyId, upstreamModel: 'chat', protocol: 'openai' };
  await call({ method: 'POST', path: '/api/admin/routes', headers, body, tolerated: [conflict] });
}

async function ensureProviderKey(
  call: ApiClient,
  headers: Headers,
  baseUrl: string,
): Promise<string> {
  const path = '/api/admin/provider-keys';
  const found = (await listItems(call, headers, path)).find((key) => key['provider'] === provider);
  if (found === undefined) {
    const body = { provider, baseUrl, apiKey: provider, protocol: 'openai', isDefault: false };
    return textField((await call({ method: 'POST', path, headers, body })).body, 'id');
  }
  const id = textField(found, 'id');
  if (found['baseUrl'] !== baseUrl) {
    await call({ method: 'PATCH', path: `${path}/${id}`, headers, body: { baseUrl } });
  }
  return id;
}

async function listItems(
  call: ApiClient,
  headers: Headers,
  path: string,
): Promise<readonly Record<string, unknown>[]> {
  const { body } = await call({ method: 'GET', path, headers });
  return Array.isArray(body['items']) ? (body['items'] as Record<string, unknown>[]) : [];
}
