import type { ApiCall } from './api-call';
import { recipe, type Recipe } from './recipe';

const soonMs = 86_400_000;

/** Planned prices of a model, and a public list that names it. */
export function makePriceRecipes(options: {
  readonly asOperator: () => ApiCall;
  readonly modelId: string;
}): readonly Recipe[] {
  const { asOperator, modelId } = options;
  const plans = '/api/admin/planned-prices';
  const lists = '/api/admin/price-lists';
  const made = { planId: '', digest: '' };
  const list = (): object => ({
    providers: [modelId.split('/')[0]],
    document: {
      data: [{ id: modelId, pricing: { prompt: '0.000004', completion: '0.000016' } }],
    },
  });
  return [
    recipe(
      `POST ${plans}`,
      () => ({
        ...asOperator(),
        body: { modelId, effectiveAt: new Date(Date.now() + soonMs).toISOString() },
      }),
      { after: ({ json }) => void (made.planId = json.id as string) },
    ),
    recipe(`GET ${plans}`, asOperator),
    recipe(`DELETE ${plans}/{id}`, asOperator, { path: () => `${plans}/${made.planId}` }),
    recipe(`POST ${lists}/preview`, () => ({ ...asOperator(), body: list() }), {
      after: ({ json }) => void (made.digest = json.digest as string),
    }),
    recipe(`POST ${lists}/import`, () => ({
      ...asOperator(),
      body: { ...list(), digest: made.digest },
    })),
  ];
}
