import type { Fields } from './fields';

/** Routing fields are the gateway's own; no upstream knows them. */
export const gatewayFields = ['models', 'route', 'provider', 'transforms'] as const;

/** Takes those members out of a body that have no place upstream and are there. */
export function removeFields(
  edits: Map<string, string | undefined>,
  body: Fields,
  names: readonly string[],
): void {
  for (const name of names) if (name in body) edits.set(name, undefined);
}
