import { makeVersionKey } from '../names/name-index';
import type { ListedEntry, SkippedEntry } from './listed-entry';

export interface MatchedEntry {
  readonly entry: ListedEntry;
  /** Of the catalog, or the one that it would get there. */
  readonly id: string;
}

interface Match extends MatchedEntry {
  /** The lower, the closer the name of the list is to the id. */
  readonly rank: number;
}

export interface KnownNames {
  readonly ids: ReadonlySet<string>;
  readonly aliases: ReadonlyMap<string, string>;
}

/**
 * Finds the model that each entry names: by its id, by an alias, or by another spelling of a
 * version (`4-5` for `4.5`). Dates are not dropped: `gpt-4o-2024-05-13` costs more than `gpt-4o`.
 */
export function matchEntries(
  entries: readonly ListedEntry[],
  names: KnownNames,
): { readonly matched: readonly MatchedEntry[]; readonly skipped: readonly SkippedEntry[] } {
  const byVersionKey = groupByVersionKey(names.ids);
  const best = new Map<string, Match>();
  const skipped: SkippedEntry[] = [];
  for (const entry of entries) {
    const match = { entry, ...find(entry, names, byVersionKey) };
    const other = best.get(match.id);
    if (other === undefined || match.rank < other.rank) best.set(match.id, match);
    const loser = other === undefined ? undefined : match.rank < other.rank ? other : match;
    if (loser !== undefined) {
      const name = best.get(match.id)?.entry.name ?? '';
      skipped.push({ name: loser.entry.name, reason: `names the same model as ${name}` });
    }
  }
  return { matched: [...best.values()], skipped };
}

function find(
  { id, name }: ListedEntry,
  { aliases, ids }: KnownNames,
  byVersionKey: ReadonlyMap<string, readonly string[]>,
): { readonly id: string; readonly rank: number } {
  if (ids.has(id)) return { id, rank: 0 };
  const aliased = aliases.get(name) ?? aliases.get(id);
  if (aliased !== undefined && ids.has(aliased)) return { id: aliased, rank: 1 };
  const [spelled, ...others] = byVersionKey.get(makeVersionKey(id)) ?? [];
  if (spelled !== undefined && others.length === 0) return { id: spelled, rank: 2 };
  return { id, rank: 3 };
}

function groupByVersionKey(ids: ReadonlySet<string>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const id of ids) {
    const key = makeVersionKey(id);
    groups.set(key, [...(groups.get(key) ?? []), id]);
  }
  return groups;
}
