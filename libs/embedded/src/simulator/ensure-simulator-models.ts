import { textField, type ApiClient } from '../api/api-client';
import { simulatorModels } from './simulator-models';

type Headers = Readonly<Record<string, string>>;

const provider = 'simulator';
const conflict = 409;

/** The provider, models and routes of the simulator; follows it when its port has changed. */
export async function ensureSimulatorModels(
  call: ApiClient,
  headers: Headers,
  baseUrl: string,
): Promise<void> {
  const providerKeyId = await ensureProviderKey(call, headers, baseUrl);
  const routed = new Set(
    (await listItems(call, headers, '/api/admin/routes')).map((route) => route['pattern']),
  );
  for (const { document, protocol, upstreamModel } of simulatorModels) {
    const tolerated = [conflict];
    const model = { path: '/api/admin/models', headers, body: document, tolerated };
    await call({ method: 'POST', ...model });
    if (routed.has(document.id)) continue;
    const body = { pattern: document.id, providerKeyId, upstreamModel, protocol };
    await call({ method: 'POST', path: '/api/admin/routes', headers, body, tolerated });
  }
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
    await call({
      method: 'PATCH',
      path: `${path}/${id}`,
      headers,
      body: { baseUrl, apiKey: provider },
    });
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
