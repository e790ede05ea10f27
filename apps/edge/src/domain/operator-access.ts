import type { OperatorScope } from '@tollgate/identity';
import type { Route } from './route';

type OperatorRoute = Pick<Route, 'method' | 'operatorScopes'>;

/** `read` is enough to read any area; to write, a token needs the scope of the area itself. */
export function mayOperate(
  { method, operatorScopes: needed = [] }: OperatorRoute,
  held: readonly OperatorScope[],
): boolean {
  if (needed.length === 0) return false;
  if (method === 'GET' && held.includes('read')) return true;
  return needed.every((scope) => held.includes(scope));
}
