import { randomBytes } from 'node:crypto';
import type { ApiCall } from './api-call';
import type { Gateway } from './gateway';
import { recipe, type Recipe } from './recipe';
import { simulatorUrl } from './simulator';

/** The catalog of the operator: models, aliases, provider keys and routes, made and taken away. */
export function makeCatalogRecipes(gateway: Gateway): readonly Recipe[] {
  const suffix = randomBytes(4).toString('hex');
  const modelId = `doc-${suffix}/chat`;
  const made: Record<string, string> = {};
  const send = (method: NonNullable<ApiCall['method']>, body?: () => unknown) => (): ApiCall => ({
    bearer: gateway.credentials().adminToken,
    method,
    ...(body === undefined ? {} : { body: body() }),
  });
  const keep = (name: string): Pick<Recipe, 'after'> => ({
    after: ({ json }) => void (made[name] = json.id as string),
  });
  const at = (path: string, name: string): Pick<Recipe, 'path'> => ({
    path: () => `${path}/${made[name] ?? ''}`,
  });
  const atModel = (rest = ''): Pick<Recipe, 'path'> => ({
    path: () => `/api/admin/models/${encodeURIComponent(modelId)}${rest}`,
  });
  const model = {
    id: modelId,
    name: 'Doc',
    kind: 'chat',
    prices: { prompt: '1', completion: '2' },
    tiers: [{ abovePromptTokens: 1_000, prompt: '2', completion: '4' }],
  };
  const providerKey = {
    provider: `doc-${suffix}`,
    baseUrl: simulatorUrl(gateway),
    apiKey: 'any',
    protocol: 'openai',
  };
  const keys = '/api/admin/provider-keys';
  const routes = '/api/admin/routes';

  return [
    recipe(
      `POST ${keys}`,
      send('POST', () => providerKey),
      keep('providerKey'),
    ),
    recipe(`GET ${keys}`, send('GET')),
    recipe(
      `PATCH ${keys}/{id}`,
      send('PATCH', () => ({ weight: 2 })),
      at(keys, 'providerKey'),
    ),
    recipe(`POST ${keys}/{id}/test`, send('POST'), {
      path: () => `${keys}/${made['providerKey'] ?? ''}/test`,
    }),
    recipe(
      'POST /api/admin/models',
      send('POST', () => model),
    ),
    recipe('GET /api/admin/models', send('GET')),
    recipe(
      'POST /api/admin/models/import',
      send('POST', () => ({ models: [model] })),
    ),
    recipe('GET /api/admin/models/{id}', send('GET'), atModel()),
    recipe(
      'PATCH /api/admin/models/{id}',
      send('PATCH', () => ({ contextLength: 8_192 })),
      atModel(),
    ),
    recipe(
      'POST /api/admin/aliases',
      send('POST', () => ({ name: `doc-${suffix}`, model: modelId })),
    ),
    recipe('GET /api/admin/aliases', send('GET')),
    recipe('DELETE /api/admin/aliases/{name}', send('DELETE'), {
      path: () => `/api/admin/aliases/doc-${suffix}`,
    }),
    recipe(
      `POST ${routes}`,
      send('POST', () => ({ pattern: modelId, providerKeyId: made['providerKey'] })),
      keep('route'),
    ),
    recipe(`GET ${routes}`, send('GET')),
    recipe(`GET ${routes}/health`, send('GET')),
    recipe(
      `PATCH ${routes}/{id}`,
      send('PATCH', () => ({ priority: 3 })),
      at(routes, 'route'),
    ),
    recipe(`DELETE ${routes}/{id}`, send('DELETE'), at(routes, 'route')),
    recipe(
      'POST /api/admin/models/{id}/retire',
      send('POST', () => ({ effectiveDate: '2099-12-31', successor: 'simulator/chat' })),
      atModel('/retire'),
    ),
    recipe('DELETE /api/admin/models/{id}', send('DELETE'), atModel()),
    recipe(`DELETE ${keys}/{id}`, send('DELETE'), at(keys, 'providerKey')),
  ];
}
