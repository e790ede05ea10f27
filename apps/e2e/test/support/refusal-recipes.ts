import { openAccount, type Account } from './accounts';
import { chat } from './chat';
import type { Gateway } from './gateway';
import { recipe, type Recipe } from './recipe';

/** A call of an account without credit is refused, found by its request id, and listed. */
export function makeRefusalRecipes(gateway: Gateway): readonly Recipe[] {
  let poor: Account | undefined;
  let requestId = '';
  return [
    recipe(
      'GET /api/refusals/{requestId}',
      async () => {
        poor = await openAccount(gateway, { creditUsd: 0 });
        const refused = await chat(gateway, { bearer: poor.key });
        requestId = refused.headers.get('x-request-id') ?? '';
        return { cookie: poor.cookie };
      },
      { path: () => `/api/refusals/${requestId}` },
    ),
    recipe('GET /api/refusals', () => ({ cookie: poor?.cookie ?? '' })),
  ];
}
