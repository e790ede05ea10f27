import type { Operations } from './operation';

/** Keeps the names of the routes in the type, so that a forgotten handler does not compile. */
export function defineOperations<const T extends Operations>(operations: T): T {
  return operations;
}
