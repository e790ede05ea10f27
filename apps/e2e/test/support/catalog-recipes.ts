import { randomBytes } from 'node:crypto';
import type { ApiCall } from './api-call';
import type { Gateway } from './gateway';
import { makePriceRecipes } from './price-recipes';
import { recipe, type Recipe } from './recipe';
import { simulatorUrl } from './simulator';

/** The catalog of the operator: models, aliases, provider keys and routes, made and taken away. */
export function makeCatalogRecipes(gateway: Gateway): readonly Recipe[] {
  const suffix = randomBytes(4).toString('hex');
  const modelId = `doc-${suffix}/chat`;
  const made: Record<string, string> = {};
  const asOperator = (): ApiCall => ({ bearer: gateway.credentials().adminToken });
  const fill = (values: () => object) => (): ApiCall => ({ ...asOperator(), body: values() });
  const keep = (name: string): Pick<Recipe, 'after'> => ({
    after: ({ json }) => void (made[name] = json.id as string),
  });
  const at = (path: string, name: string): Pick<Recipe, 'path'> => ({
    path: () => `${path}/${made[name] ?? ''}`,
  });
  const atModel = (rest = ''): Pick<Recipe, 'path'> => ({
    path: () => `/api/admin/models/${encodeURIComponent(modelId)}${rest}`,
  });
  const keys = '/api/admin/provider-keys';
  const routes = '/api/admin/routes';

  return [
    recipe(
      `POST ${keys}`,
      fill(() => ({ provider: `doc-${suffix}`, baseUrl: simulatorUrl(gateway) })),
      keep('providerKey'),
    ),
    recipe(`GET ${keys}`, asOperator),
    recipe(
      `POST ${keys}/discover`,
      fill(() => ({ provider: `doc-${suffix}` })),
    ),
    recipe(`PATCH ${keys}/{id}`, asOperator, at(keys, 'providerKey')),
    recipe(`POST ${keys}/{id}/test`, asOperator, {
      path: () => `${keys}/${made['providerKey'] ?? ''}/test`,
    }),
    recipe(
      'POST /api/admin/models',
      fill(() => ({ id: modelId })),
    ),
    recipe('GET /api/admin/models', asOperator),
    recipe('POST /api/admin/models/import', ({ models: [model] }) => ({
      ...asOperator(),
      body: { models: [{ ...model, id: modelId }] },
    })),
    ...makePriceRecipes({ asOperator, modelId }),
    recipe('GET /api/admin/models/{id}', asOperator, atModel()),
    recipe('PATCH /api/admin/models/{id}', asOperator, atModel()),
    recipe(
      'POST /api/admin/aliases',
      fill(() => ({ name: `doc-${suffix}`, model: modelId })),
    ),
    recipe('GET /api/admin/aliases', asOperator),
    recipe('DELETE /api/admin/aliases/{name}', asOperator, {
      path: () => `/api/admin/aliases/doc-${suffix}`,
    }),
    recipe(
      `POST ${routes}`,
      fill(() => ({ pattern: modelId, providerKeyId: made['providerKey'] })),
      keep('route'),
    ),
    recipe(`GET ${routes}`, asOperator),
    recipe(`GET ${routes}/health`, asOperator),
    recipe(`PATCH ${routes}/{id}`, asOperator, at(routes, 'route')),
    recipe(`DELETE ${routes}/{id}`, asOperator, at(routes, 'route')),
    recipe('POST /api/admin/models/{id}/retire', asOperator, atModel('/retire')),
    recipe('DELETE /api/admin/models/{id}', asOperator, atModel()),
    recipe(`DELETE ${keys}/{id}`, asOperator, at(keys, 'providerKey')),
  ];
}
