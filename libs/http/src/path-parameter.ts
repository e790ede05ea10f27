import type { Request } from 'express';

/** The `{name}` of the path; empty where it has none. */
export function getPathParameter({ params }: Pick<Request, 'params'>, name: string): string {
  const value = params[name];
  return typeof value === 'string' ? value : '';
}
