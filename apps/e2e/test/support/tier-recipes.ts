import type { ApiCall } from './api-call';
import type { Gateway } from './gateway';
import { recipe, type Recipe } from './recipe';

/** The tables of the router and the free quotas, left as the stack made them. */
export function makeTierRecipes(gateway: Gateway): readonly Recipe[] {
  const asOperator = (): ApiCall => ({ bearer: gateway.credentials().adminToken });
  const fill = (body: object) => (): ApiCall => ({ ...asOperator(), body });
  const freePath = { path: () => '/api/admin/free-tiers/simulator%2Fgemini' };
  return [
    recipe('GET /api/admin/auto-tiers', asOperator),
    recipe(
      'PUT /api/admin/auto-tiers/{table}/{tier}',
      fill({ primary: 'simulator/chat', fallbacks: ['simulator/claude'] }),
      { path: () => '/api/admin/auto-tiers/paid/trading' },
    ),
    recipe('GET /api/admin/free-tiers', asOperator),
    recipe('PUT /api/admin/free-tiers/{modelId}', fill({ enabled: false }), freePath),
    recipe('DELETE /api/admin/free-tiers/{modelId}', asOperator, freePath),
  ];
}
