import type { PublishedExample } from './api-document';

/** The published request, with values that only this run knows in place of those it shows. */
export function fillBody({ form, request }: PublishedExample, values: unknown): unknown {
  if (values instanceof FormData) {
    for (const [name, value] of Object.entries(form ?? {})) {
      if (!values.has(name)) values.append(name, String(value));
    }
    return values;
  }
  if (request === undefined) return values;
  const unknown = Object.keys(values ?? {}).filter((name) => !Object.hasOwn(request, name));
  if (unknown.length > 0) throw new Error(`the published example has no ${unknown.join(', ')}`);
  return { ...request, ...(values ?? {}) };
}

/** A path that has a query already keeps its own. */
export function fillQuery(path: string, query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  if (pairs.length === 0 || path.includes('?')) return path;
  return `${path}?${new URLSearchParams(pairs).toString()}`;
}
