import type { Fields } from './fields';

/** Routing fields are the gateway's own; upstreams do not accept them. */
export const gatewayFields = ['models', 'provider', 'transforms'] as const;

/** Removes those members of a body that upstreams do not accept. */
export function removeFields(
  edits: Map<string, string | undefined>,
  body: Fields,
  names: readonly string[],
): void {
  for (const name of names) if (name in body) edits.set(name, undefined);
}

/** Lowers members that are numbers above what this route takes. */
export function clampFields(
  edits: Map<string, string | undefined>,
  body: Fields,
  names: readonly string[],
  limit: number | undefined,
): void {
  if (limit === undefined) return;
  for (const name of names) {
    const value = body[name];
    const isRemoved = edits.has(name) && edits.get(name) === undefined;
    if (typeof value === 'number' && value > limit && !isRemoved) edits.set(name, String(limit));
  }
}
