import type { ApiClient } from '@tollgate/embedded';

type Headers = Readonly<Record<string, string>>;

/** How the relay names the keys that it has from the environment. */
const environmentPrefix = 'pkey_env-';
const simulator = 'simulator';

/** The providers of model calls in one line, so that the simulator is not taken for a model. */
export async function describeProviders(call: ApiClient, headers: Headers): Promise<string> {
  const { body } = await call({ method: 'GET', path: '/api/admin/provider-keys', headers });
  const keys = Array.isArray(body['items']) ? (body['items'] as Record<string, unknown>[]) : [];
  const used = keys
    .filter((key) => key['enabled'] === true && String(key['id']).startsWith(environmentPrefix))
    .map((key) => String(key['provider']))
    .filter((provider) => provider !== simulator);
  if (used.length > 0) return `providers with a key: ${[...new Set(used)].sort().join(', ')}`;
  return (
    'no provider key is set: the simulator answers for every model, with made-up text ' +
    '(OPENAI_API_KEY=… npm start uses a real one)'
  );
}
