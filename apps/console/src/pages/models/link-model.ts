/** The page of a model; ids are an author and a name. */
export function linkModel(id: string): {
  readonly to: '/models/$author/$slug';
  readonly params: { readonly author: string; readonly slug: string };
} {
  const separator = id.indexOf('/');
  const params = { author: id.slice(0, separator), slug: id.slice(separator + 1) };
  return { to: '/models/$author/$slug', params };
}

/** The id of the catalog in what a request named; undefined for a name without an author. */
export function findModelId(name: string): string | undefined {
  const id = name.replace(/(?::(?:free|floor|nitro|online))+$/, '');
  return /^[^/]+\/.+$/.test(id) ? id : undefined;
}
