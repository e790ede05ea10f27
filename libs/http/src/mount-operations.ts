import type { IRouter, RequestHandler } from 'express';
import { splitKey, type Operations } from './operation';

/** One handler, or several in order, for every operation and for nothing else. */
export type Handlers<T extends Operations> = Readonly<
  Record<keyof T, RequestHandler | readonly RequestHandler[]>
>;

/** Puts every operation on its path; what is not described is not served. */
export function mountOperations<T extends Operations>(
  app: Pick<IRouter, 'get' | 'post' | 'patch' | 'put' | 'delete'>,
  operations: T,
  handlers: Handlers<T>,
): void {
  for (const key of Object.keys(operations)) {
    const { method, path } = splitKey(key);
    const handler: RequestHandler | readonly RequestHandler[] = handlers[key as keyof T];
    const inOrder = typeof handler === 'function' ? [handler] : handler;
    const verb = method.toLowerCase() as Lowercase<typeof method>;
    app[verb](toExpressPath(path), ...inOrder);
  }
}

function toExpressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
