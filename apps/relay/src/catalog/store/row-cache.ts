/** The id and version of a row; `row_version` changes with every update. */
export interface RowVersion {
  readonly id: string;
  readonly row_version: string;
}

interface Known<Parsed> {
  readonly version: string;
  readonly parsed: Parsed;
}

/** Caches parsed rows, so that only changed rows are read again. */
export class RowCache<Row extends { readonly id: string }, Parsed> {
  readonly #parse: (row: Row) => Parsed;
  #known: ReadonlyMap<string, Known<Parsed>> = new Map();

  constructor(parse: (row: Row) => Parsed) {
    this.#parse = parse;
  }

  /** All rows in the order of `versions`; rows that are not listed are dropped from the cache. */
  async read(
    versions: readonly RowVersion[],
    fetch: (ids: readonly string[]) => Promise<readonly Row[]>,
  ): Promise<Parsed[]> {
    const changed = versions.filter(
      ({ id, row_version: version }) => this.#known.get(id)?.version !== version,
    );
    const rows = changed.length === 0 ? [] : await fetch(changed.map(({ id }) => id));
    const fresh = new Map(rows.map((row) => [row.id, this.#parse(row)]));
    const known = new Map<string, Known<Parsed>>();
    for (const { id, row_version: version } of versions) {
      const before = this.#known.get(id);
      if (before?.version === version) known.set(id, before);
      else if (fresh.has(id)) known.set(id, { version, parsed: fresh.get(id) as Parsed });
    }
    this.#known = known;
    return [...known.values()].map(({ parsed }) => parsed);
  }
}
