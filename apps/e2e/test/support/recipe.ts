import type { ApiAnswer, ApiCall } from './api-call';

/** How a route is called once so that it answers with success. */
export interface Recipe {
  readonly operation: string;
  readonly call: () => ApiCall | Promise<ApiCall>;
  /** Values of `{…}`, or a query. */
  readonly path?: () => string;
  readonly after?: (answer: ApiAnswer) => void;
}

export function recipe(
  operation: string,
  call: Recipe['call'],
  more: Pick<Recipe, 'path' | 'after'> = {},
): Recipe {
  return { operation, call, ...more };
}
