import type { ApiAnswer, ApiCall, Json } from './api-call';

/**
 * How a route is called once so that it answers with success. The published example of its
 * request is sent; a `body` has only the values that differ in every run, or the files of a form.
 */
export interface Recipe {
  readonly operation: string;
  /** Is given the published example of the JSON body. */
  readonly call: (example: Json) => ApiCall | Promise<ApiCall>;
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
