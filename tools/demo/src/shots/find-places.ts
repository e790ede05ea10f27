/** A page to take a picture of. */
export interface PagePlace {
  /** Part of the file's name. */
  readonly name: string;
  readonly path: string;
}

/** By the first segment of a path: what its `{name}`s are. */
export type PathValues = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The places behind page paths; a path whose `{name}` has no value is left out. */
export function findPlaces(paths: readonly string[], values: PathValues): readonly PagePlace[] {
  return paths.flatMap((path) => {
    const own = values[path.split('/')[1] ?? ''] ?? {};
    const filled = path.replaceAll(/\{(\w+)\+?\}/g, (whole, key: string) => own[key] ?? whole);
    if (filled.includes('{')) return [];
    return [
      { name: path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'home', path: filled },
    ];
  });
}
